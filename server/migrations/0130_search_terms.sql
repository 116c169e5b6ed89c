-- Search goes by words, whatever their accents: of names and numbers any part of a word, of messages its beginning. Each
-- word is stored behind its company, so that one look into the index finds it; a key for the company alone would be
-- compared row by row, and patterns (0070) had to weigh all numbers that begin alike.
create function words_of(text) returns text[]
  language sql immutable strict parallel safe
  as $$ select array_remove(regexp_split_to_array(plain($1), '[[:space:][:punct:]]+'), '') $$;

-- What a word is found by: itself and what is left of it without its first letters.
create function parts_of(words text[]) returns text[]
  language sql immutable strict parallel safe
  as $$
    select array(select substr(word, start)
      from unnest(words) as word, generate_series(1, greatest(length(word) - 1, 1)) as start)
  $$;

create function search_terms(company bigint, words text[]) returns tsvector
  language sql immutable strict parallel safe
  as $$ select array_to_tsvector(array(select distinct company || '/' || left(word, 40) from unnest(words) as word)) $$;

-- All words of a text, each as it begins. Null, which matches nothing, when there is no word.
create function search_query(company bigint, sought text) returns tsquery
  language sql immutable strict parallel safe
  as $$
    select string_agg(format('''%s/%s'':*', company, left(word, 40)), ' & ')::tsquery from unnest(words_of(sought)) as word
  $$;

drop function find_contacts;
drop index contacts_search;
alter table contacts
  drop column search,
  -- Strangers choose names of any length.
  add column terms tsvector not null
    generated always as (search_terms(company_id, parts_of(words_of(left(name, 100)) || left(number, 40)))) stored,
  add column sort_name text not null generated always as (left(plain(name), 100)) stored;
alter table messages add column terms tsvector not null
  generated always as (search_terms(company_id, words_of(left(body, 4000)))) stored;

-- Written at once: what waits in a list is read by every search.
create index contacts_terms on contacts using gin (terms) with (fastupdate = off);
create index messages_terms on messages using gin (terms) with (fastupdate = off);
create index contacts_by_name on contacts (company_id, sort_name, id);

-- Row security keeps `@@`, which could leak rows through errors, away from every index. So these questions are asked as
-- balcao_system, which may see all rows; what they find is read again by the caller. Each takes the company after the
-- index has answered (offset 0), or all of a company would be compared with what was found.
create function find_contacts(sought text, most int) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id
    from (
      select company_id, id from contacts
      where terms @@ (select search_query(current_company(), sought)) offset 0) found
    where company_id = current_company() limit most
  $$;

-- A ticket once for each message that says it.
create function find_tickets(sought text, most int) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id from tickets
    where company_id = current_company() and contact_id = any (array(select find_contacts(sought, most)))
    union all
    select ticket_id
    from (
      select company_id, ticket_id from messages
      where terms @@ (select search_query(current_company(), sought)) offset 0) found
    where company_id = current_company()
    limit most
  $$;

do $$
declare
  question regprocedure;
begin
  grant create on schema public to balcao_system;
  foreach question in array array['find_contacts(text, int)', 'find_tickets(text, int)']::regprocedure[] loop
    execute format('revoke execute on function %s from public', question);
    execute format('grant execute on function %s to balcao_app', question);
    execute format('alter function %s owner to balcao_system', question);
  end loop;
  revoke create on schema public from balcao_system;
end $$;
