-- What a company arranges its work with: queues and their menus, tags, quick messages. The files that they carry are tied
-- to them in 0090_media.sql.

create table queues (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  color text not null,
  order_queue int not null default 0,
  -- Minutes after which a customer who waits stands out; 0: never. The same as in shared, shared/src/features/queues/wait-limits.ts.
  wait_warn_minutes int not null default 5 check (wait_warn_minutes >= 0),
  wait_late_minutes int not null default 15 check (wait_late_minutes >= 0),
  -- What it says by itself.
  greeting_message text not null default '',
  completion_message text not null default '',
  out_of_hours_message text not null default '',
  rating_message text not null default '',
  -- What goes along with the greeting.
  media_id uuid,
  -- Null: the default business hours (shared, shared/src/time/business-hours.ts).
  schedules jsonb,
  -- The company's own word for the queue, for programs that call the API.
  token text not null default '',
  -- Its customers are asked for a CPF or CNPJ, and get a second copy of their bill.
  second_copy boolean not null default false,
  -- What answers in it, before its menu.
  prompt_id bigint,
  integration_id bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name),
  unique (company_id, color)
);
call protect_tenant_table('queues');
create constraint trigger feed after insert or update or delete on queues
  deferrable initially deferred for each row execute function feed_shared('queue', 'id');

create table user_queues (
  company_id bigint not null,
  user_id bigint not null,
  queue_id bigint not null,
  primary key (company_id, user_id, queue_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade
);
call protect_tenant_table('user_queues');
create index user_queues_by_queue on user_queues (company_id, queue_id);

-- A membership is part of its user.
create function feed_user_queues() returns trigger language plpgsql as $$
declare
  changed user_queues := case when tg_op = 'DELETE' then old else new end;
begin
  -- Its user may be going too: that entry stands already.
  if exists (select from users where company_id = changed.company_id and id = changed.user_id) then
    perform feed_write(changed.company_id, 'user', changed.user_id::text, 'put', array['a']);
  end if;
  return null;
end $$;
create constraint trigger feed after insert or delete on user_queues
  deferrable initially deferred for each row execute function feed_user_queues();

-- It changes that user's whole view.
create function view_changed_by_membership() returns trigger language plpgsql as $$
declare
  changed user_queues := case when tg_op = 'DELETE' then old else new end;
begin
  update users set view_version = view_version + 1
  where company_id = changed.company_id and id = changed.user_id;
  return null;
end $$;
create trigger view_version after insert or delete on user_queues
  for each row execute function view_changed_by_membership();

-- The menu of a queue.
create table queue_options (
  company_id bigint not null,
  id bigint generated always as identity,
  queue_id bigint not null,
  -- Null: a root, offered right after the queue's greeting.
  parent_id bigint,
  title text not null,
  message text not null default '',
  -- What the customer types; 1, 2, 3 … within one level.
  option int not null check (option > 0),
  media_id uuid,
  -- What follows an option with nothing below it: people of its queue, the bot of another queue, a second copy of the
  -- customer's bill, or the end.
  action text not null default 'people' check (action in ('people', 'queue', 'bill', 'close')),
  -- Null with `queue`: that queue is gone, and people follow.
  forward_queue_id bigint check (forward_queue_id is null or action = 'queue'),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, queue_id, id),
  foreign key (company_id, forward_queue_id) references queues (company_id, id)
    on delete set null (forward_queue_id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade,
  foreign key (company_id, queue_id, parent_id) references queue_options (company_id, queue_id, id) on delete cascade,
  -- At the end of a statement two may have changed places.
  unique nulls not distinct (company_id, queue_id, parent_id, option) deferrable initially immediate
);
call protect_tenant_table('queue_options');
create index queue_options_by_forward on queue_options (company_id, forward_queue_id)
  where forward_queue_id is not null;

create table tags (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  color text not null,
  -- 1: a lane of the kanban board.
  kanban smallint not null default 0 check (kanban in (0, 1)),
  -- Its place among the lanes; null, behind all others, until people have moved one.
  kanban_order integer,
  -- Who made it.
  user_id bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
call protect_tenant_table('tags');
create unique index tags_name on tags (company_id, plain(name));
create constraint trigger feed after insert or update or delete on tags
  deferrable initially deferred for each row execute function feed_shared('tag', 'id');

-- Who is offered a quick message: with geral everybody, or the members of its queue; always its author. Those whose
-- author has gone are for whoever sees the whole company to hand on.
create function quick_message_scopes(geral boolean, queue_id bigint, user_id bigint) returns text[]
  language sql immutable parallel safe
  return case
      when geral and queue_id is null then array['a']
      when geral then array['c', 'q:' || queue_id::text]
      when user_id is null then array['c']
      else '{}'::text[] end
    || case when user_id is not null then array['u:' || user_id::text] else '{}'::text[] end;

create table quick_messages (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  shortcode text not null,
  message text not null default '',
  geral boolean not null default false,
  -- False: kept, but not offered.
  status boolean not null default true,
  user_id bigint,
  queue_id bigint,
  media_id uuid,
  created_at timestamptz not null default now(),
  scopes text[] not null generated always as (quick_message_scopes(geral, queue_id, user_id)) stored,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id)
);
call protect_tenant_table('quick_messages');
create unique index quick_messages_of_all on quick_messages (company_id, lower(shortcode)) where geral;
create unique index quick_messages_own on quick_messages (company_id, user_id, lower(shortcode)) where not geral;
create index quick_messages_list on quick_messages (company_id, lower(shortcode), id);
create index quick_messages_by_queue on quick_messages (company_id, queue_id) where queue_id is not null;

-- A person's own quick messages go with the person; those for everybody stay.
create function forget_own_quick_messages() returns trigger language plpgsql as $$
begin
  delete from quick_messages where company_id = old.company_id and user_id = old.id and not geral;
  return old;
end $$;
create trigger own_quick_messages before delete on users
  for each row execute function forget_own_quick_messages();

-- A queue that goes must not show everybody what was for its members: its quick messages become their authors' own.
create function withdraw_quick_messages() returns trigger language plpgsql as $$
begin
  update quick_messages set geral = false, queue_id = null
  where company_id = old.company_id and queue_id = old.id;
  return old;
end $$;
create trigger quick_messages_withdrawn before delete on queues
  for each row execute function withdraw_quick_messages();

create function feed_quick_messages() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform feed_write(old.company_id, 'quickMessage', old.id::text, 'delete', old.scopes);
  elsif tg_op = 'INSERT' then
    perform feed_write(new.company_id, 'quickMessage', new.id::text, 'put', new.scopes);
  else
    perform feed_write(new.company_id, 'quickMessage', new.id::text, 'put', old.scopes || new.scopes);
  end if;
  return null;
end $$;
create constraint trigger feed after insert or update or delete on quick_messages
  deferrable initially deferred for each row execute function feed_quick_messages();

-- Responders: who answers customers from outside. What a company types to reach them is sealed where it opens
-- something.

-- What an AI is told.
create table prompts (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  prompt text not null default '',
  -- Where customers wait for people when it hands them over; null: that queue is gone.
  queue_id bigint,
  -- Empty: OpenAI's own, and what shared says of a model (shared/src/features/responders/ai.ts).
  base_url text not null default '',
  model text not null default '',
  transcription_model text not null default '',
  api_key bytea,
  -- `texto`, or the name of a voice.
  voice text not null default 'texto',
  voice_key bytea,
  voice_region text not null default '',
  max_tokens int not null default 100 check (max_tokens > 0),
  max_messages int not null default 10 check (max_messages > 0),
  temperature double precision not null default 1 check (temperature between 0 and 2),
  -- Messages that follow each other within so many seconds are answered together.
  wait_seconds int not null default 3 check (wait_seconds between 0 and 10),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id)
);
call protect_tenant_table('prompts');
create unique index prompts_name on prompts (company_id, plain(name));
create index prompts_by_queue on prompts (company_id, queue_id) where queue_id is not null;
create constraint trigger feed after insert or update or delete on prompts
  deferrable initially deferred for each row execute function feed_shared('prompt', 'id');

create table queue_integrations (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  type text not null check (type in ('dialogflow', 'n8n', 'webhook', 'typebot')),
  name text not null,
  project_name text not null default '',
  -- Of Dialogflow: the service account, and the agent's language.
  json_content bytea,
  language text not null default 'pt-BR' check (language in ('pt-BR', 'en', 'es')),
  -- Where n8n, webhooks and the viewer of Typebot are.
  url text not null default '',
  -- What webhooks are signed with; the one before still signs too, until then.
  secret bytea,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- A header of the receiver's own choice.
  header_name text not null default '',
  header_value bytea,
  typebot_slug text not null default '',
  -- Minutes after which a conversation begins anew; 0: never.
  typebot_expires int not null default 1 check (typebot_expires >= 0),
  -- Milliseconds of "composing" before each message.
  typebot_delay_message int not null default 1000 check (typebot_delay_message >= 0),
  typebot_keyword_finish text not null default '',
  typebot_keyword_restart text not null default '',
  typebot_unknown_message text not null default '',
  typebot_restart_message text not null default '',
  wait_seconds int not null default 3 check (wait_seconds between 0 and 10),
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call protect_tenant_table('queue_integrations');
create unique index queue_integrations_name on queue_integrations (company_id, plain(name));
create constraint trigger feed after insert or update or delete on queue_integrations
  deferrable initially deferred for each row execute function feed_shared('queueIntegration', 'id');

alter table queues
  add foreign key (company_id, prompt_id) references prompts (company_id, id) on delete set null (prompt_id),
  add foreign key (company_id, integration_id)
    references queue_integrations (company_id, id) on delete set null (integration_id);
create index queues_by_prompt on queues (company_id, prompt_id) where prompt_id is not null;
create index queues_by_integration on queues (company_id, integration_id) where integration_id is not null;

-- What the AI has used in a month of the company's calendar.
create table ai_usage (
  company_id bigint not null references companies (id) on delete cascade,
  month date not null,
  calls int not null default 0,
  prompt_tokens bigint not null default 0,
  completion_tokens bigint not null default 0,
  primary key (company_id, month)
);
call protect_tenant_table('ai_usage');
