-- Lists find contacts by any part of a name or number, whatever the accents.
create extension if not exists btree_gin;

alter table contacts add column search text not null
  generated always as (plain(name) || E'\n' || number) stored;
create index contacts_search on contacts using gin (company_id, search gin_trgm_ops);

-- Row security keeps `like`, which could leak rows through errors, away from every index. So this one question is asked
-- as balcao_system, which may see all rows, and names the company itself; what it finds is read again by the caller.
create function find_contacts(pattern text, most int) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$ select id from contacts where company_id = current_company() and search like pattern limit most $$;
revoke execute on function find_contacts from public;
grant execute on function find_contacts to balcao_app;
grant create on schema public to balcao_system;
alter function find_contacts owner to balcao_system;
revoke create on schema public from balcao_system;
