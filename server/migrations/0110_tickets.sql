-- Conversations, who sees them, and the contacts with them.

-- A ticket's scopes say who sees it: c the company, q its queue, pq its queue while pending, u its agent.
create function ticket_scopes(status text, queue_id bigint, user_id bigint) returns text[]
  language sql immutable parallel safe
  return array['c', 'q:' || coalesce(queue_id::text, 'none')]
    || case when status = 'pending' then array['pq:' || coalesce(queue_id::text, 'none')] else '{}'::text[] end
    || case when user_id is not null then array['u:' || user_id::text] else '{}'::text[] end;

create table tickets (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  uuid uuid not null default gen_random_uuid() unique,
  status text not null default 'pending' check (status in ('pending', 'open', 'closed')),
  contact_id bigint not null,
  connection_id bigint not null,
  queue_id bigint,
  -- Whoever serves the customer, or closed the ticket.
  user_id bigint check (status <> 'open' or user_id is not null),
  last_message text not null default '',
  -- Whole milliseconds, because consoles page by it.
  last_message_at timestamptz(3) not null default now(),
  -- Since when the customer waits for a person: their first message that nobody has answered, or the moment in which a
  -- ticket was put (back) among those who wait. Null: we spoke last, or it is closed. What a bot says is no answer.
  waiting_since timestamptz(3),
  -- When the customer wrote last on this connection, in this conversation or in one before: some messengers take our
  -- words only for some hours after that.
  customer_wrote_at timestamptz(3),
  unread_messages int not null default 0 check (unread_messages >= 0),
  -- Somebody wants to come back to it: it counts as unread until it is read or answered again.
  marked_unread boolean not null default false,
  -- Put off until then: out of the lists, and left alone by the rules of connections.
  snoozed_until timestamptz(3) check (snoozed_until is null or status <> 'closed'),
  -- When its time brought it back: the minutes of those rules count from there.
  resumed_at timestamptz,
  is_group boolean not null default false,
  -- What answers in an agent's place while the ticket waits.
  answerer text not null default 'nobody'
    check (answerer in ('nobody', 'queueMenu', 'optionTree', 'prompt', 'integration', 'bill')),
  chatbot boolean not null generated always as (answerer <> 'nobody') stored,
  -- The option whose level the customer stands in; null: the first level, also when the option is gone.
  bot_option_id bigint,
  -- Why the bot is silent in this cycle; null: it may begin. The words are those of modules/bot/state.ts.
  bot_ended text check (bot_ended in
    ('done', 'closed', 'placed', 'silent', 'person', 'off', 'limit', 'repeats', 'failed')),
  -- Menus that nobody had asked for, and when the last menu was shown.
  bot_menus int not null default 0,
  bot_menu_at timestamptz,
  -- All that it has answered, what was heard last, and how often that came in a row: two machines must stop.
  bot_answers int not null default 0,
  bot_heard text,
  bot_repeats int not null default 0,
  -- When the customer was told that the company, or this queue, is closed.
  hours_told_at timestamptz,
  hours_told_queue_id bigint,
  -- The responder that answers.
  prompt_id bigint check ((prompt_id is not null) = (answerer = 'prompt')),
  integration_id bigint check ((integration_id is not null) = (answerer = 'integration')),
  use_integration boolean not null generated always as (answerer = 'integration') stored,
  -- Counts what integrations were told of this ticket, so that they can put it in order.
  told_sequence int not null default 0,
  -- Conversations that proved to be this one and are gone under their own ids: an agent may still write there.
  joined jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  -- A closed ticket whose customer was asked for a mark waits for it until then.
  rating_until timestamptz check (rating_until is null or status = 'closed'),
  scopes text[] not null generated always as (ticket_scopes(status, queue_id, user_id)) stored,
  primary key (company_id, id),
  -- Nothing answers in a ticket that somebody has, and the customer waits for nobody while something does.
  check (answerer = 'nobody' or status = 'pending' and waiting_since is null),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, prompt_id) references prompts (company_id, id),
  foreign key (company_id, integration_id) references queue_integrations (company_id, id),
  foreign key (company_id, bot_option_id) references queue_options (company_id, id) on delete set null (bot_option_id),
  -- Whatever else deletes a connection's row must not take the history along. The company's own end still does.
  foreign key (company_id, connection_id) references connections (company_id, id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
call protect_tenant_table('tickets');
call tend_often('tickets');
-- At most one conversation under way for a contact on a connection.
create unique index tickets_one_under_way on tickets (company_id, contact_id, connection_id) where status <> 'closed';
create index tickets_latest_of_contact on tickets (company_id, contact_id, connection_id, id desc);
create function remember_customer() returns trigger language plpgsql as $$
begin
  new.customer_wrote_at := coalesce(new.customer_wrote_at, (
    select customer_wrote_at from tickets
    where company_id = new.company_id and contact_id = new.contact_id and connection_id = new.connection_id
    order by id desc limit 1));
  return new;
end $$;
create trigger remember_customer before insert on tickets for each row execute function remember_customer();
-- A contact's conversations, newest first: pages follow one another by this index.
create index tickets_of_contact on tickets (company_id, contact_id, last_message_at desc, id desc);

-- Lists, and what narrows them: days, and what is unread.
create index tickets_list on tickets (company_id, status, last_message_at desc, id desc);
create index tickets_all on tickets (company_id, last_message_at desc, id desc);
create index tickets_of_user on tickets (company_id, user_id, status, last_message_at desc, id desc);
create index tickets_of_queue on tickets (company_id, queue_id, status, last_message_at desc, id desc);
create index tickets_of_connection on tickets (company_id, connection_id, status, last_message_at desc, id desc);
create index tickets_by_creation on tickets (company_id, created_at);
create index tickets_by_change on tickets (company_id, updated_at);
create index tickets_unread on tickets (company_id, status, last_message_at desc, id desc)
  where unread_messages > 0 or marked_unread;
create index tickets_snoozed on tickets (company_id, status, last_message_at desc, id desc)
  where snoozed_until is not null;
create index tickets_chatbot on tickets (company_id, status, last_message_at desc, id desc) where chatbot;
-- Those who wait, the longest first: of a company by status, and an agent's own.
create index tickets_waiting on tickets (company_id, status, waiting_since, id) where waiting_since is not null;
create index tickets_waiting_of_user on tickets (company_id, user_id, status, waiting_since, id)
  where waiting_since is not null and user_id is not null;
-- They are few.
create index tickets_joined on tickets (company_id) where joined <> '[]';

-- What time makes of a ticket: the end of its rating, its return, and what the rules of connections look for.
create index tickets_rating_due on tickets (rating_until) where rating_until is not null;
create index tickets_snooze_due on tickets (snoozed_until) where snoozed_until is not null;
create index tickets_without_queue on tickets (company_id, connection_id)
  where status = 'pending' and queue_id is null;
create index tickets_with_bot on tickets (company_id, connection_id, last_message_at) where chatbot;
create index tickets_by_prompt on tickets (company_id, prompt_id) where prompt_id is not null;
create index tickets_by_integration on tickets (company_id, integration_id) where integration_id is not null;
create index tickets_by_bot_option on tickets (company_id, bot_option_id) where bot_option_id is not null;
create index tickets_left_open on tickets (company_id, connection_id, last_message_at)
  where status = 'open' and not is_group;

-- A console may not hold the messages of a ticket that it did not follow until now, for example a closed one. That the
-- status changed does not show in the scopes of a ticket which keeps its agent, so s says it.
create function feed_tickets() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'ticket', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'ticket', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'ticket', new.id::text, 'put', old.scopes || new.scopes
      || case when old.status <> new.status then array['s'] else '{}'::text[] end);
  end if;
  return null;
end $$;
create constraint trigger feed after insert or update or delete on tickets
  deferrable initially deferred for each row execute function feed_tickets();

-- A contact's scopes: c the company, u those who added it, and those of its tickets, the closed ones among them, because
-- it is shown with every ticket that a console holds. A table of one row, because PostgreSQL makes it a part of the
-- statement that asks; what returns a value would be a statement of its own for each contact.
create function contact_scopes(company bigint, contact bigint, adders bigint[]) returns table (scopes text[])
  language sql stable
  as $$
    select array['c'] || array(
      select 'u:' || adder from unnest(adders) as adder
      union
      select unnest(t.scopes) from tickets t where t.company_id = company and t.contact_id = contact)
  $$;

create function sight_of_tickets() returns trigger language plpgsql as $$
begin
  perform change_contact_sight(coalesce(new.company_id, old.company_id),
    old.contact_id, old.scopes, new.contact_id, new.scopes);
  return null;
end $$;
create trigger sight after insert or delete on tickets for each row execute function sight_of_tickets();
-- Not when somebody writes in it.
create trigger sight_changed after update on tickets for each row
  when (old.scopes <> new.scopes or old.contact_id <> new.contact_id) execute function sight_of_tickets();

-- One row for each service cycle of a ticket: the figures of the dashboard come from here alone. They outlive the people
-- and queues that they name.
create table ticket_tracking (
  company_id bigint not null,
  id bigint generated always as identity,
  ticket_id bigint not null,
  connection_id bigint not null,
  -- Whoever serves or served the customer.
  user_id bigint,
  created_at timestamptz not null default now(),
  queued_at timestamptz,
  started_at timestamptz,
  -- The contact's first conversation with the company.
  is_first boolean not null default false,
  -- When a person first answered a customer who waited, from a console or on the phone; no bot and no automatic text.
  answered_at timestamptz,
  -- Since when the customer had waited for that answer.
  asked_at timestamptz,
  finished_at timestamptz,
  -- Who closed it; null when a rule did.
  finished_by bigint,
  -- Where it is, or ended.
  queue_id bigint,
  rated_at timestamptz,
  -- 1 dissatisfied, 2 satisfied, 3 very satisfied.
  rate smallint check (rate between 1 and 3),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  check ((rate is null) = (rated_at is null)),
  check ((answered_at is null) = (asked_at is null)),
  check (finished_at is not null or finished_by is null)
);
call protect_tenant_table('ticket_tracking');
create unique index ticket_tracking_one_cycle on ticket_tracking (company_id, ticket_id) where finished_at is null;
create index ticket_tracking_of_ticket on ticket_tracking (company_id, ticket_id);
create index ticket_tracking_by_creation on ticket_tracking (company_id, created_at);

-- The cycle under way is where its ticket is, whatever moved that; also when the queue is gone.
create function move_cycle() returns trigger language plpgsql as $$
begin
  update ticket_tracking set queue_id = new.queue_id
  where company_id = new.company_id and ticket_id = new.id and finished_at is null
    and queue_id is distinct from new.queue_id;
  return null;
end $$;
create trigger queue_of_cycle after update of queue_id on tickets for each row
  when (new.status <> 'closed' and old.queue_id is distinct from new.queue_id)
  execute function move_cycle();

create table ticket_tags (
  company_id bigint not null,
  ticket_id bigint not null,
  tag_id bigint not null,
  primary key (company_id, ticket_id, tag_id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, tag_id) references tags (company_id, id) on delete cascade
);
call protect_tenant_table('ticket_tags');
create index ticket_tags_by_tag on ticket_tags (company_id, tag_id, ticket_id);

-- A tag on a ticket is part of the ticket.
create function feed_ticket_tags() returns trigger language plpgsql as $$
declare
  changed ticket_tags := case when tg_op = 'DELETE' then old else new end;
  row_scopes text[];
begin
  select scopes into row_scopes from tickets
  where company_id = changed.company_id and id = changed.ticket_id;
  -- Its ticket may be going too: that entry stands already.
  if found then
    perform feed_write(changed.company_id, 'ticket', changed.ticket_id::text, 'put', row_scopes);
  end if;
  return null;
end $$;
create constraint trigger feed after insert or delete on ticket_tags
  deferrable initially deferred for each row execute function feed_ticket_tags();

-- Conversations that a person wants first in their lists. Nobody else is shown them. The id is what both sides know of a
-- pin before the server has it.
create table ticket_pins (
  company_id bigint not null,
  user_id bigint not null,
  ticket_id bigint not null,
  id text not null generated always as (user_id::text || ':' || ticket_id::text) stored,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
call protect_tenant_table('ticket_pins');
create index ticket_pins_of_user on ticket_pins (company_id, user_id, ticket_id);
create index ticket_pins_of_ticket on ticket_pins (company_id, ticket_id);

create function feed_ticket_pins() returns trigger language plpgsql as $$
declare
  changed ticket_pins := case when tg_op = 'DELETE' then old else new end;
begin
  perform feed_write(changed.company_id, 'pin', changed.id,
    case when tg_op = 'DELETE' then 'delete' else 'put' end, array['u:' || changed.user_id::text]);
  return null;
end $$;
create constraint trigger feed after insert or update or delete on ticket_pins
  deferrable initially deferred for each row execute function feed_ticket_pins();
