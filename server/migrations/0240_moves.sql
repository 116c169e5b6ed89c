-- A move is one command's while it holds it, which it does only as long as it says so again. Once nobody holds a company
-- that is quiet, the processes that serve it end that.
alter table company_places
  add column holder uuid,
  add column held_until timestamptz;
create index company_places_quiet on company_places (held_until) where quiet;

-- Companies that come to this database: their rows are seen when all are there, at once.
create table arriving_companies (
  company bigint primary key,
  shown boolean not null default false
);
grant select on arriving_companies to balcao_app, balcao_system;

-- Whoever holds it says so every second; that is no news.
drop trigger told on company_places;
create trigger told after insert or update of database, quiet on company_places
  for each statement execute function tell_places();
