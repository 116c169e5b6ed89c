-- People, how they sign in, and what they have asked for once already.

create table users (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity unique,
  name text not null,
  -- People sign in by e-mail alone, so it is unique over all companies.
  email text not null unique check (email = lower(email)),
  password_hash text not null,
  profile text not null default 'user' check (profile in ('admin', 'supervisor', 'user')),
  super boolean not null default false,
  all_ticket boolean not null default false,
  connection_id bigint,
  -- What all of presences says together.
  online boolean not null default false,
  -- Rises when what this person may see changes as a whole; consoles then fetch everything again.
  view_version int not null default 1,
  -- Encrypted secret of the authenticator; it counts once confirmed.
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The newest 30-second step that was used: a code works once (RFC 6238, section 5.2).
  totp_step bigint,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
call protect_tenant_table('users');
-- That somebody is an operator no request of a company can write, whatever a route forgets.
revoke insert, update on users from balcao_app;
grant insert (company_id, name, email, password_hash, profile, all_ticket, connection_id) on users to balcao_app;
grant update (name, email, password_hash, profile, all_ticket, connection_id, online, view_version,
  totp_secret, totp_confirmed_at, totp_step) on users to balcao_app;
create index users_list on users (company_id, plain(name), id);
create index users_search on users using gin (company_id, plain(name || ' ' || email) gin_trgm_ops);
create index users_online on users (company_id, id) where online;

-- Another profile, or tickets without a queue, change the whole view.
create function view_changed_by_rights() returns trigger language plpgsql as $$
begin
  new.view_version := old.view_version + 1;
  return new;
end $$;
create trigger view_version before update on users for each row
  when (old.profile is distinct from new.profile or old.all_ticket is distinct from new.all_ticket)
  execute function view_changed_by_rights();

-- Who is online, and at which process: each says it anew from time to time, so that the word of one that crashed ends by
-- itself.
create table presences (
  company_id bigint not null references companies (id) on delete cascade,
  user_id bigint not null,
  process uuid not null,
  until timestamptz not null,
  primary key (company_id, user_id, process),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('presences');

-- The accounts of a demo and the password that they began with: whoever keeps it is offered where people sign in.
create table demo_accounts (
  company_id bigint not null,
  user_id bigint not null,
  password_hash text not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
grant select, insert on demo_accounts to balcao_system;

-- One row for each sign-in; at most one is alive for each user.
create table sessions (
  company_id bigint not null,
  id uuid not null,
  user_id bigint not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  ended_by text check (ended_by in ('logout', 'taken_over', 'reuse', 'expired', 'revoked', 'password')),
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
  -- The word that a console brought when it used this one, stored hashed: whoever has it hears the same answer again.
  word bytea,
  primary key (company_id, hash),
  unique (hash),
  foreign key (company_id, session_id) references sessions (company_id, id) on delete cascade
);
call protect_tenant_table('refresh_tokens');
create index refresh_tokens_by_session on refresh_tokens (company_id, session_id);

-- Refresh tokens of people who were deleted, until they would have expired: a console that shows one learns that nobody
-- will come back, and removes what was written and not sent.
create table deleted_user_tokens (
  company_id bigint not null references companies (id) on delete cascade,
  hash bytea not null,
  expires_at timestamptz not null,
  primary key (company_id, hash),
  unique (hash)
);
call protect_tenant_table('deleted_user_tokens');
create index deleted_user_tokens_by_end on deleted_user_tokens (expires_at);

-- Hashes; a used one is gone.
create table recovery_codes (
  company_id bigint not null,
  user_id bigint not null,
  hash bytea not null,
  primary key (company_id, user_id, hash),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('recovery_codes');

-- Requests for a new password. The token is stored hashed; without one no link has been made yet.
create table password_resets (
  company_id bigint not null,
  id bigint generated always as identity unique,
  user_id bigint not null,
  hash bytea unique,
  requested_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at timestamptz,
  -- When the link went out by mail: the operator need not make one.
  mailed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('password_resets');
create index password_resets_open on password_resets (requested_at desc, id desc) where used_at is null;
create index password_resets_by_user on password_resets (company_id, user_id);

-- Answers to write requests that carried an Idempotency-Key, given again on repetition. Sealed, because they may hold
-- what is told only once: links, recovery codes.
create table idempotency_keys (
  company_id bigint not null references companies (id) on delete cascade,
  -- Of a person or a token: `user:7`.
  owner text not null,
  key text not null,
  request_hash bytea not null,
  status int,
  answer bytea,
  created_at timestamptz not null default now(),
  -- A request that waits for more than the database claims its key in one transaction and is answered in another. Until
  -- this moment whoever repeats it is told to come back; afterwards the claim is a dead process's, and may be taken anew.
  deadline timestamptz,
  primary key (company_id, owner, key)
);
call protect_tenant_table('idempotency_keys');
create index idempotency_keys_age on idempotency_keys (created_at);
