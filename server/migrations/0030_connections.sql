create table connections (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  status text not null default 'DISCONNECTED'
    check (status in ('OPENING', 'qrcode', 'PAIRING', 'connected', 'DISCONNECTED', 'TIMEOUT')),
  reason text,
  qrcode text,
  retries int not null default 0,
  is_default boolean not null default false,
  -- The account it is linked with, once known.
  number text,
  -- What people asked for. The session's owner brings the state there; a request survives every crash.
  desired text not null default 'stopped' check (desired in ('running', 'stopped')),
  -- Rises with every wish for a new QR code: the owner forgets the stored session of an older generation.
  generation int not null default 1,
  logout_requested boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name)
);
call protect_tenant_table('connections');
create unique index connections_one_default on connections (company_id) where is_default;
create index connections_wanted on connections (company_id, id) where desired = 'running' or logout_requested;

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

-- Exactly one process owns a session. Every write of session state carries the epoch, so a frozen owner that wakes up
-- late writes nothing.
create table connection_leases (
  company_id bigint not null,
  connection_id bigint not null,
  owner text not null,
  epoch bigint not null default 1,
  expires_at timestamptz not null,
  primary key (company_id, connection_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('connection_leases');

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

-- Stanzas that WhatsApp believes delivered and that are not stored yet (hazard H1).
create table inbound_journal (
  company_id bigint not null,
  connection_id bigint not null,
  chat text not null,
  wa_id text not null,
  received_at timestamptz not null default now(),
  primary key (company_id, connection_id, chat, wa_id),
  foreign key (company_id, connection_id) references connections (company_id, id) on delete cascade
);
call protect_tenant_table('inbound_journal');
