-- What the platform has: plans, companies, help videos; and what a company has set.

-- What companies buy. The value is in cents (BRL) a month.
create table plans (
  id bigint generated always as identity primary key,
  name text not null,
  value int not null default 0,
  users int not null default 10,
  connections int not null default 3,
  queues int not null default 10,
  campaigns int not null default 10,
  schedules int not null default 100,
  use_campaigns boolean not null default true,
  use_kanban boolean not null default true,
  use_open_ai boolean not null default true,
  use_integrations boolean not null default true,
  use_schedules boolean not null default true,
  use_internal_chat boolean not null default true,
  use_external_api boolean not null default true
);
create unique index plans_name on plans (plain(name));
grant select on plans to balcao_app;
grant select, insert, update, delete on plans to balcao_system;

create table companies (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null default '',
  phone text not null default '',
  plan_id bigint references plans (id),
  -- The last day that is paid; null never ends (company 1).
  due_date date,
  -- The last day of the trial that it began with; null: it began without one.
  trial_expiration date,
  -- Days past the due date in which nothing is closed yet.
  grace_days int not null default 0,
  recurrence text not null default 'MENSAL'
    check (recurrence in ('MENSAL', 'BIMESTRAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL')),
  -- False: blocked by the operator.
  status boolean not null default true,
  -- The due date is reckoned in it with every question about a session, of everybody at once: a name that this database
  -- does not know would fail them all, so it refuses to be stored.
  timezone text not null default 'America/Sao_Paulo'
    constraint companies_timezone check (timezone(timezone, timestamptz 'epoch') is not null),
  language text not null default 'pt' check (language in ('pt', 'en', 'es')),
  -- Null: the default business hours (shared, domain/business-hours.ts).
  schedules jsonb,
  -- Days that the weekly hours do not decide (shared, domain/holidays.ts).
  holidays jsonb not null default '[]',
  billing_name text not null default '',
  address_zip_code text not null default '',
  address_street text not null default '',
  address_state text not null default '',
  address_city text not null default '',
  address_district text not null default '',
  -- The company whose link brought this one.
  recommended_by bigint,
  created_at timestamptz not null default now()
);
alter table companies enable row level security;
alter table companies force row level security;
create policy tenant on companies to balcao_app using (id = (select current_company()));
create policy system on companies to balcao_system using (true) with check (true);
-- What only the platform's operators decide, no request of a company can write, whatever a route forgets: its plan, its
-- due date and whether it is blocked.
grant select, update (timezone, language, schedules, holidays) on companies to balcao_app;
grant select, insert, update, delete on companies to balcao_system;
-- The operator's company has a number that rules know. A set-up that failed has used one up, so the next begins anew.
grant update on sequence companies_id_seq to balcao_system;
create unique index companies_name on companies (plain(name));
-- The list of the operator: by id, found by a part of the name or the e-mail.
create index companies_search on companies using gin (plain(name || ' ' || email) gin_trgm_ops);

-- Companies that are gone and whose files may still be there (housekeeping.ts).
create table removed_companies (
  id bigint primary key,
  at timestamptz not null default now()
);
grant select, insert, delete on removed_companies to balcao_system;

create table settings (
  company_id bigint not null references companies (id) on delete cascade,
  key text not null,
  value text not null,
  -- The value of a secret: encrypted; `value` then holds what may be shown of it.
  sealed bytea,
  primary key (company_id, key)
);
call protect_tenant_table('settings');

-- Help videos: the platform's, for everybody.
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
