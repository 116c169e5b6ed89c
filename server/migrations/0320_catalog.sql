-- What a queue says by itself, when it is there, what it sends along, and its menu of options.
alter table queues
  add column completion_message text not null default '',
  add column out_of_hours_message text not null default '',
  add column rating_message text not null default '',
  -- The company's own word for the queue, for programs that call the API.
  add column token text not null default '',
  add column integration_id bigint,
  add column prompt_id bigint,
  add column media_id uuid,
  -- Null: the default business hours (shared, domain/business-hours.ts).
  add column schedules jsonb,
  add foreign key (company_id, media_id) references media (company_id, id);
create index queues_by_media on queues (company_id, media_id) where media_id is not null;

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
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, queue_id, id),
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade,
  foreign key (company_id, queue_id, parent_id) references queue_options (company_id, queue_id, id) on delete cascade,
  foreign key (company_id, media_id) references media (company_id, id),
  -- At the end of a statement two may have changed places.
  unique nulls not distinct (company_id, queue_id, parent_id, option) deferrable initially immediate
);
call protect_tenant_table('queue_options');
create index queue_options_by_media on queue_options (company_id, media_id) where media_id is not null;

create table tags (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  color text not null,
  -- 1: a lane of the kanban board.
  kanban smallint not null default 0 check (kanban in (0, 1)),
  -- Who made it.
  user_id bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id)
);
call protect_tenant_table('tags');
create unique index tags_name on tags (company_id, plain(name));

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

-- Who is offered a quick message: with geral everybody, or the members of its queue; always its author.
create function quick_message_scopes(geral boolean, queue_id bigint, user_id bigint) returns text[]
  language sql immutable parallel safe
  return case
      when geral and queue_id is null then array['a']
      when geral then array['c', 'q:' || queue_id::text]
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
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id),
  foreign key (company_id, media_id) references media (company_id, id)
);
call protect_tenant_table('quick_messages');
create unique index quick_messages_of_all on quick_messages (company_id, lower(shortcode)) where geral;
create unique index quick_messages_own on quick_messages (company_id, user_id, lower(shortcode)) where not geral;
create index quick_messages_list on quick_messages (company_id, lower(shortcode), id);
create index quick_messages_by_media on quick_messages (company_id, media_id) where media_id is not null;

-- A person's own quick messages go with the person; those for everybody stay.
create function forget_own_quick_messages() returns trigger language plpgsql as $$
begin
  delete from quick_messages where company_id = old.company_id and user_id = old.id and not geral;
  return old;
end $$;
create trigger own_quick_messages before delete on users
  for each row execute function forget_own_quick_messages();

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

create constraint trigger feed after insert or update or delete on tags
  deferrable initially deferred for each row execute function feed_shared('tag', 'id');
create constraint trigger feed after insert or delete on ticket_tags
  deferrable initially deferred for each row execute function feed_ticket_tags();
create constraint trigger feed after insert or update or delete on quick_messages
  deferrable initially deferred for each row execute function feed_quick_messages();
