-- Several databases, each with the whole application on it (server/src/databases). The first one knows where companies are.

-- What this one is called; no row: it is the first one.
create table this_database (
  id int primary key default 1 check (id = 1),
  name text not null
);
grant select on this_database to balcao_system;

-- In the first one: which database gives the ids of each hundred thousand million, so that a company may move without new
-- ones. The first one begins with those before all of these; a company may come to a database only from one that gives
-- smaller ids, so what is newer has a greater one.
create table id_ranges (
  number int generated always as identity primary key,
  database text not null
);
grant select on id_ranges to balcao_system;

-- In the first one: companies that are not where their number was given, or that move.
create table company_places (
  company bigint primary key,
  database text not null,
  -- Where it moves to; null: it stays.
  moving_to text,
  -- It has left the one and has not come to the other: nobody works for it in these seconds.
  quiet boolean not null default false
);
grant select on company_places to balcao_system;
create function tell_places() returns trigger language plpgsql as $$
begin
  perform pg_notify('balcao_places', '');
  return null;
end $$;
create trigger told after insert or update on company_places for each statement execute function tell_places();
create trigger told after insert on id_ranges for each statement execute function tell_places();

-- In the first one: what is being written in one of them and must not be in another, like an address of a person.
create table claims (
  what text primary key,
  holder uuid not null,
  until timestamptz not null
);
grant select, insert, update, delete on claims to balcao_system;

-- Companies that are about to leave this one: whoever holds their sessions lets go of them.
create table leaving_companies (
  company bigint primary key
);
grant select on leaving_companies to balcao_system;

-- While a company is under way a trigger on each table that has rows of it keeps them as they are.
create function refuse_leaving() returns trigger language plpgsql as $$
begin
  raise exception 'the company is on its way to another database' using errcode = 'BL003';
end $$;

-- What all share is written in the first one and replicated to the others, where it is told like anything else.
alter table announcements enable always trigger feed;
create function tell_plan() returns trigger language plpgsql as $$
begin
  perform pg_notify('balcao_plan', new.id::text);
  return null;
end $$;
create trigger told after update on plans for each row execute function tell_plan();
alter table plans enable replica trigger told;

-- Where rows are replicated, and where a backup is loaded, no name is looked for but in pg_catalog.
create or replace function words_of(text) returns text[]
  language sql immutable strict parallel safe
  as $$ select array_remove(regexp_split_to_array(public.plain($1), '[[:space:][:punct:]]+'), '') $$;
create or replace function feed_announcements() returns trigger language plpgsql as $$
begin
  insert into public.announcement_news as news (announcement_id, op)
  values (case when tg_op = 'DELETE' then old.id else new.id end, case when tg_op = 'DELETE' then 'delete' else 'put' end)
  on conflict (announcement_id) do update
    set op = excluded.op, version = news.version + 1, told_up_to = 0;
  return null;
end $$;
