-- Connections: what people want of them, what became of it, and the sessions themselves.

create table connections (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  is_default boolean not null default false,
  -- What it is, for ever: the way to a messenger, and which one (shared, shared/src/features/connections/channel.ts).
  kind text not null default 'whatsapp',
  channel text not null default 'whatsapp',
  -- The account it is linked with, once known: its number, or what customers call it.
  number text,
  account text,
  -- What the messenger thinks of it, and how many customers it may write to first in a day, where it says so.
  quality text check (quality in ('green', 'yellow', 'red')),
  daily_customers int,
  -- What the account's owner gave to link it, encrypted; null: it is linked in another way.
  credentials bytea,

  -- How it is.
  status text not null default 'DISCONNECTED'
    check (status in ('OPENING', 'qrcode', 'PAIRING', 'connected', 'DISCONNECTED', 'TIMEOUT')),
  reason text,
  -- How long a state lasts, where that is known: until the next attempt, or the end of WhatsApp's restriction.
  until timestamptz,
  qrcode text,
  -- Whom to link with by a code instead of a QR code, and the code to be typed into the phone.
  pairing_number text,
  pairing_code text,
  retries int not null default 0,

  -- What people asked for. The session's owner brings the state there; a request survives every crash.
  desired text not null default 'stopped' check (desired in ('running', 'stopped')),
  -- Rises with every wish for a new QR code: the owner forgets the stored session of an older generation.
  generation int not null default 1,
  logout_requested boolean not null default false,
  -- Rises with every wish to try now: the owner that waits for its next attempt does not wait any longer.
  nudges int not null default 0,

  -- What it says by itself.
  greeting_message text not null default '',
  completion_message text not null default '',
  out_of_hours_message text not null default '',
  rating_message text not null default '',
  inactivity_message text not null default '',
  -- How it behaves.
  redirect_queue_id bigint,
  redirect_minutes int not null default 0 check (redirect_minutes >= 0),
  bot_sends int not null default 3 check (bot_sends > 0),
  bot_interval_minutes int not null default 0 check (bot_interval_minutes >= 0),
  -- A customer who says nothing to the bot for so long waits for people, or is told goodbye. 0: never.
  bot_silence_minutes int not null default 30 check (bot_silence_minutes >= 0),
  bot_silence_action text not null default 'wait' check (bot_silence_action in ('wait', 'close')),
  close_after_minutes int not null default 0 check (close_after_minutes >= 0),
  -- From when on the phone's history is taken over at the next linking.
  import_since date,
  -- What answers first, before its queues' own.
  prompt_id bigint,
  integration_id bigint,
  -- Of the public API; only its hash is kept, and one token opens one connection of all companies.
  api_token_hash bytea,

  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A connection that people delete leaves their lists; its conversations stay, and its session is logged out by its
  -- owner like any other.
  deleted_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, redirect_queue_id)
    references queues (company_id, id) on delete set null (redirect_queue_id),
  foreign key (company_id, prompt_id) references prompts (company_id, id) on delete set null (prompt_id),
  foreign key (company_id, integration_id)
    references queue_integrations (company_id, id) on delete set null (integration_id)
);
call protect_tenant_table('connections');
create index connections_by_prompt on connections (company_id, prompt_id) where prompt_id is not null;
create index connections_by_integration on connections (company_id, integration_id)
  where integration_id is not null;
create unique index connections_name on connections (company_id, name) where deleted_at is null;
create unique index connections_one_default on connections (company_id) where is_default;
create unique index connections_api_token on connections (api_token_hash);
create index connections_wanted on connections (company_id, id) where desired = 'running' or logout_requested;
create index connections_by_redirect_queue on connections (company_id, redirect_queue_id)
  where redirect_queue_id is not null;
create constraint trigger feed after insert or update or delete on connections
  deferrable initially deferred for each row execute function feed_shared('connection', 'id');

-- Where a person's new conversations go out.
alter table users add foreign key (company_id, connection_id)
  references connections (company_id, id) on delete set null (connection_id);

create table connection_queues (
  company_id bigint not null,
  connection_id bigint not null,
  queue_id bigint not null,
  primary key (company_id, connection_id, queue_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade,
  foreign key (company_id, queue_id) references queues (company_id, id) on delete cascade
);
call protect_tenant_table('connection_queues');
create index connection_queues_by_queue on connection_queues (company_id, queue_id, connection_id);

-- Which connections lead to a queue is a part of that queue.
create function feed_connection_queues() returns trigger language plpgsql as $$
declare
  changed connection_queues := case when tg_op = 'DELETE' then old else new end;
begin
  -- The queue may be going too: that entry stands already.
  if exists (select from queues where company_id = changed.company_id and id = changed.queue_id) then
    perform feed_write(changed.company_id, 'queue', changed.queue_id::text, 'put', array['a']);
  end if;
  return null;
end $$;
create constraint trigger feed after insert or delete on connection_queues
  deferrable initially deferred for each row execute function feed_connection_queues();

-- Exactly one process owns a session. Every write of session state carries the epoch, so a frozen owner that wakes up
-- late writes nothing. A lease is worth something while the process lives that owns it.
create table connection_leases (
  company_id bigint not null,
  connection_id bigint not null,
  -- The id of a process; null: nobody's.
  owner text,
  epoch bigint not null default 1,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('connection_leases');
create index connection_leases_by_owner on connection_leases (owner, connection_id);
create index connection_leases_by_connection on connection_leases (connection_id);

-- Connections whose session somebody is.
create view held_connections with (security_invoker = true) as
  select l.company_id, l.connection_id, l.owner, l.epoch
  from connection_leases l join processes p on p.id = l.owner
  where p.expires_at > clock_timestamp();
grant select on held_connections to balcao_app, balcao_system;

-- The WhatsApp session itself, encrypted: whoever holds it is the company's phone.
create table session_credentials (
  company_id bigint not null,
  connection_id bigint not null,
  generation int not null,
  value bytea not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('session_credentials');

create table session_keys (
  company_id bigint not null,
  connection_id bigint not null,
  type text not null,
  id text not null,
  value bytea not null,
  primary key (company_id, connection_id, type, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('session_keys');

-- Texts that the messenger has approved for a connection, as it told last. Only those that can be sent from here.
create table message_templates (
  company_id bigint not null,
  connection_id bigint not null,
  name text not null,
  language text not null,
  category text not null,
  header text not null,
  body text not null,
  footer text not null,
  buttons text[] not null,
  primary key (company_id, connection_id, name, language),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('message_templates');

-- What happened to a connection, for people: connected, dropped with reason, recovered n messages.
create table connection_events (
  company_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  kind text not null,
  details jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('connection_events');
create index connection_events_latest on connection_events (company_id, connection_id, id desc);

-- Stanzas that WhatsApp believes delivered and that are not stored yet. What one said is encrypted, and written together
-- with the key step that opened it, which works only once.
create table inbound_journal (
  company_id bigint not null,
  connection_id bigint not null,
  chat text not null,
  wa_id text not null,
  stanza bytea not null,
  received_at timestamptz not null default now(),
  primary key (company_id, connection_id, chat, wa_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('inbound_journal');

-- What messengers told at a connection's public address and whoever runs it has not read yet, oldest first. Told twice
-- while it waits, it stands here once.
create table channel_notices (
  company_id bigint not null,
  id bigint generated always as identity,
  connection_id bigint not null,
  body bytea not null,
  sha256 bytea not null generated always as (sha256(body)) stored,
  at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('channel_notices');
create index channel_notices_waiting on channel_notices (company_id, connection_id, id);
create index channel_notices_by_time on channel_notices (at);
create unique index channel_notices_once on channel_notices (company_id, connection_id, sha256);
