create table contacts (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  -- A person has typed the name: push names no longer change it.
  name_edited boolean not null default false,
  number text not null default '',
  email text not null default '',
  profile_pic_url text,
  is_group boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id)
);
call protect_tenant_table('contacts');

-- Everything a contact is known by. A phone number is stored by its key (domain/phone.ts), a LID never as a number.
create table contact_identities (
  company_id bigint not null,
  kind text not null check (kind in ('phone', 'lid', 'group')),
  value text not null,
  contact_id bigint not null,
  primary key (company_id, kind, value),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
call protect_tenant_table('contact_identities');
create index contact_identities_by_contact on contact_identities (company_id, contact_id);

-- A ticket's scopes say who sees it: c the company, q its queue, pq its queue while pending, u its agent (sync-protocol 4.4).
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
  user_id bigint,
  last_message text not null default '',
  -- Whole milliseconds, because consoles page by it.
  last_message_at timestamptz(3) not null default now(),
  unread_messages int not null default 0 check (unread_messages >= 0),
  is_group boolean not null default false,
  channel text not null default 'whatsapp',
  chatbot boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  closed_at timestamptz,
  scopes text[] not null generated always as (ticket_scopes(status, queue_id, user_id)) stored,
  primary key (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references queues (company_id, id) on delete set null (queue_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete set null (user_id),
  check (status <> 'open' or user_id is not null)
);
call protect_tenant_table('tickets');
-- At most one conversation under way for a contact on a connection (behaviours, section 3).
create unique index tickets_one_under_way on tickets (company_id, contact_id, connection_id) where status <> 'closed';
create index tickets_latest_of_contact on tickets (company_id, contact_id, connection_id, id desc);
create index tickets_list on tickets (company_id, status, last_message_at desc, id desc);
create index tickets_all on tickets (company_id, last_message_at desc, id desc);
create index tickets_of_user on tickets (company_id, user_id, status, last_message_at desc, id desc);
create index tickets_of_queue on tickets (company_id, queue_id, status, last_message_at desc, id desc);

-- One row for each service cycle of a ticket: the figures of the dashboard come from here alone.
create table ticket_tracking (
  company_id bigint not null,
  id bigint generated always as identity,
  ticket_id bigint not null,
  connection_id bigint not null,
  user_id bigint,
  created_at timestamptz not null default now(),
  queued_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  rated_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade
);
call protect_tenant_table('ticket_tracking');
create unique index ticket_tracking_one_cycle on ticket_tracking (company_id, ticket_id) where finished_at is null;

create table media (
  company_id bigint not null references companies (id) on delete cascade,
  id uuid not null,
  state text not null check (state in ('pending', 'stored', 'failed', 'gone')),
  mime text not null,
  name text not null default '',
  size bigint,
  width int,
  height int,
  seconds int,
  sha256 bytea,
  -- Where the store keeps it, under the company's own folder, with an unguessable name.
  path text,
  -- What the channel needs to fetch it, encrypted; null for files that we sent or have fetched.
  source bytea,
  attempts int not null default 0,
  next_attempt_at timestamptz,
  uploaded_by bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call protect_tenant_table('media');
create index media_to_fetch on media (company_id, next_attempt_at) where state = 'pending' and source is not null;

create table messages (
  company_id bigint not null references companies (id) on delete cascade,
  -- UUIDv7, made by the console that wrote it or by the server.
  id uuid not null,
  ticket_id bigint not null,
  contact_id bigint not null,
  connection_id bigint not null,
  user_id bigint,
  from_me boolean not null,
  body text not null default '',
  media_type text not null default 'chat',
  media_id uuid,
  quoted_id uuid,
  -- The author inside a group, as the channel addresses him; empty in a chat of two.
  participant text not null default '',
  participant_name text not null default '',
  -- WhatsApp's id: of an incoming message its own, of an outgoing one chosen before it is sent.
  wa_id text,
  -- received; or the outbox: queued, sending, sent, failed.
  state text not null check (state in ('received', 'queued', 'sending', 'sent', 'failed')),
  ack smallint not null default 1 check (ack between 0 and 5),
  error_code text,
  -- Holds the place of a message that could not be decrypted yet.
  placeholder boolean not null default false,
  read boolean not null default false,
  is_deleted boolean not null default false,
  is_edited boolean not null default false,
  -- What was sent, for the recipient's phone that asks again; what came, when we do not understand it.
  payload bytea,
  attempts int not null default 0,
  not_before timestamptz,
  -- Whole milliseconds, because consoles page by it.
  created_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references tickets (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, media_id) references media (company_id, id)
);
call protect_tenant_table('messages');
-- The remote id alone is not unique: two of our own numbers in one chat share it. The chat is the contact here, because
-- WhatsApp names one person by number or by LID as it pleases (behaviours, section 3.2).
create unique index messages_remote on messages (company_id, connection_id, contact_id, participant, from_me, wa_id)
  where wa_id is not null;
create index messages_by_wa_id on messages (company_id, connection_id, wa_id) where wa_id is not null;
create index messages_of_ticket on messages (company_id, ticket_id, created_at desc, id desc);
create index messages_outbox on messages (company_id, connection_id, created_at, id) where state in ('queued', 'sending');
create index messages_unread on messages (company_id, ticket_id) where not from_me and not read;
create index messages_by_media on messages (company_id, media_id) where media_id is not null;

-- Acknowledgements that came before their message (behaviours, section 3).
create table early_acks (
  company_id bigint not null,
  connection_id bigint not null,
  wa_id text not null,
  ack smallint not null,
  error_code text,
  at timestamptz not null default now(),
  primary key (company_id, connection_id, wa_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('early_acks');
