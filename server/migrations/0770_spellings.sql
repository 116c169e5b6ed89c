-- WhatsApp names many Brazilian mobiles without the ninth digit that people say, and some with it. So digits are sought in
-- both spellings, as in shared/src/domain/phone.ts: in the question, so that no row is written for it.
create function spellings_of(word text) returns text[]
  language sql immutable strict parallel safe
  as $$
    select array(select distinct spelling from unnest(array[
      word,
      regexp_replace(word, '^9([6-9]\d{3,7})$', '\1'),
      regexp_replace(word, '^((?:55)?[1-9]\d)9([6-9]\d{3,7})$', '\1\2'),
      regexp_replace(word, '^((?:55)?[1-9]\d)([6-9]\d{3,7})$', '\19\2')]) as spelling order by spelling)
  $$;

-- search_query (0130) for people. A ninth digit that stands alone belongs to what follows it.
create function contact_query(company bigint, sought text) returns tsquery
  language sql immutable strict parallel safe
  as $$
    select string_agg('(' || (
      select string_agg(format('''%s/%s'':*', company, left(spelling, 40)), ' | ')
      from unnest(spellings_of(word)) as spelling) || ')', ' & ')::tsquery
    from unnest(words_of(regexp_replace(sought, '\m9[ .-]([6-9]\d{3})', '9\1', 'g'))) as word
  $$;

create or replace function find_contacts(sought text, most int) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id
    from (
      select company_id, id from contacts
      where terms @@ (select contact_query(current_company(), sought)) offset 0) found
    where company_id = current_company() limit most
  $$;
