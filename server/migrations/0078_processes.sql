-- The programs that are at work. Each says every few seconds that it lives; one that has not for a while holds nothing
-- any more.
create table processes (
  id text primary key,
  kind text not null check (kind in ('api', 'sessions')),
  -- Where it runs, as operators call it.
  machine text not null,
  version text not null,
  -- Sessions of connections that it may hold.
  capacity int not null,
  -- It takes nothing new, and hands over what it has.
  draining boolean not null default false,
  started_at timestamptz not null default now(),
  expires_at timestamptz not null
);
grant select on processes to balcao_app;
grant select, insert, update, delete on processes to balcao_system;
