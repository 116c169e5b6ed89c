-- How the installation is, for whoever runs it.

-- What a program says of itself and its machine, each time it says that it lives.
alter table processes
  add column consoles int,
  add column memory bigint,
  -- Of the disk with its DATA_DIR, in bytes.
  add column disk bigint,
  add column disk_free bigint;

-- Each minute of the last day: what is drawn for operators.
create table health_moments (
  at timestamptz primary key,
  connected int not null,
  wanted int not null,
  unsent_seconds int not null,
  unstored_seconds int not null,
  consoles int not null
);
grant select, insert, update, delete on health_moments to balcao_system;

-- What was found outside of the database when somebody looked last, by what it was.
create table health_looks (
  name text primary key,
  found jsonb not null,
  at timestamptz not null default now()
);
grant select, insert, update, delete on health_looks to balcao_system;
