create table plans (
  id bigint generated always as identity primary key,
  name text not null,
  users int not null default 10,
  connections int not null default 3,
  queues int not null default 10,
  use_campaigns boolean not null default true,
  use_kanban boolean not null default true,
  use_open_ai boolean not null default true,
  use_integrations boolean not null default true,
  use_schedules boolean not null default true,
  use_internal_chat boolean not null default true,
  use_external_api boolean not null default true
);
grant select on plans to balcao_app;
grant select, insert, update, delete on plans to balcao_system;

create table companies (
  id bigint generated always as identity primary key,
  name text not null,
  plan_id bigint references plans (id),
  -- The last day that is paid; null never ends (company 1).
  due_date date,
  timezone text not null default 'America/Sao_Paulo',
  language text not null default 'pt' check (language in ('pt', 'en', 'es')),
  created_at timestamptz not null default now()
);
alter table companies enable row level security;
alter table companies force row level security;
create policy tenant on companies to balcao_app using (id = (select current_company()));
create policy system on companies to balcao_system using (true) with check (true);
grant select, update on companies to balcao_app;
grant select, insert, update, delete on companies to balcao_system;

create table settings (
  company_id bigint not null references companies (id) on delete cascade,
  key text not null,
  value text not null,
  primary key (company_id, key)
);
call protect_tenant_table('settings');

create table queues (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  color text not null,
  order_queue int not null default 0,
  greeting_message text not null default '',
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, name),
  unique (company_id, color)
);
call protect_tenant_table('queues');

create table users (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity unique,
  name text not null,
  email text not null check (email = lower(email)),
  password_hash text not null,
  profile text not null default 'user' check (profile in ('admin', 'supervisor', 'user')),
  super boolean not null default false,
  all_ticket boolean not null default false,
  connection_id bigint,
  online boolean not null default false,
  -- Rises when what this person may see changes as a whole; consoles then fetch everything again (sync-protocol 4.4).
  view_version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  -- People sign in by e-mail alone, so it is unique over all companies.
  unique (email)
);
call protect_tenant_table('users');

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

-- One row for each sign-in; at most one is alive for each user.
create table sessions (
  company_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by text check (ended_by in ('logout', 'taken_over', 'reuse', 'expired', 'revoked')),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  check ((ended_at is null) = (ended_by is null))
);
call protect_tenant_table('sessions');
create unique index sessions_one_alive on sessions (company_id, user_id) where ended_at is null;

-- Refresh tokens are rows, stored hashed. A used one that comes back ends its whole session.
create table refresh_tokens (
  company_id bigint not null,
  hash bytea not null,
  session_id uuid not null,
  issued_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The token that replaced this one.
  successor bytea,
  primary key (company_id, hash),
  unique (hash),
  foreign key (company_id, session_id) references sessions (company_id, id) on delete cascade
);
call protect_tenant_table('refresh_tokens');
create index refresh_tokens_by_session on refresh_tokens (company_id, session_id);

-- Answers to write requests that carried an Idempotency-Key, given again on repetition.
create table idempotency_keys (
  company_id bigint not null references companies (id) on delete cascade,
  user_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status int,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, key)
);
call protect_tenant_table('idempotency_keys');
