-- What companies buy, in cents (BRL) a month.
alter table plans
  add column value int not null default 0,
  add column campaigns int not null default 10,
  add column schedules int not null default 100;
create unique index plans_name on plans (plain(name));

alter table companies
  add column email text not null default '',
  add column phone text not null default '',
  -- False: blocked by the operator.
  add column status boolean not null default true,
  add column recurrence text not null default 'MENSAL'
    check (recurrence in ('MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL')),
  add column grace_days int not null default 0,
  -- Null: the default business hours (shared, domain/business-hours.ts).
  add column schedules jsonb,
  add column billing_name text not null default '',
  add column address_zip_code text not null default '',
  add column address_street text not null default '',
  add column address_state text not null default '',
  add column address_city text not null default '',
  add column address_district text not null default '',
  -- The company whose link brought this one.
  add column recommended_by bigint;
create unique index companies_name on companies (plain(name));
-- The list of the operator: by id, found by a part of the name or the e-mail.
create index companies_search on companies using gin (plain(name || ' ' || email) gin_trgm_ops);

-- The value of a secret: encrypted; `value` then holds what may be shown of it.
alter table settings add column sealed bytea;

alter table users
  -- Encrypted secret of the authenticator; it counts once confirmed.
  add column totp_secret bytea,
  add column totp_confirmed_at timestamptz,
  -- The newest 30-second step that was used: a code works once (RFC 6238, section 5.2).
  add column totp_step bigint;

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
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
call protect_tenant_table('password_resets');
create index password_resets_open on password_resets (requested_at desc, id desc) where used_at is null;
create index password_resets_by_user on password_resets (company_id, user_id);

create table helps (
  id bigint generated always as identity primary key,
  title text not null,
  description text not null default '',
  video text not null,
  created_at timestamptz not null default now()
);
create unique index helps_title on helps (plain(title));
grant select on helps to balcao_app;
grant select, insert, update, delete on helps to balcao_system;

-- Who did what. Nobody changes an entry or takes one away; they go with their company alone.
create table audit_log (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity unique,
  at timestamptz not null default now(),
  user_id bigint,
  user_name text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_name text not null default '',
  changes jsonb not null default '[]',
  primary key (company_id, id)
);
call protect_tenant_table('audit_log');
revoke update, delete on audit_log from balcao_app, balcao_system;
create index audit_log_by_user on audit_log (company_id, user_id, id desc);
create index audit_log_by_entity on audit_log (company_id, entity, id desc);
create index audit_log_search on audit_log using gin (plain(user_name || ' ' || entity_name) gin_trgm_ops);

-- The operator's list of people's names in a company's own list.
create index users_search on users using gin (plain(name || ' ' || email) gin_trgm_ops);
