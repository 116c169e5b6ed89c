-- People are sought by the names that lists, campaigns and the phone's address books call them, and by the e-mail that they
-- have filled in beside the chat of a page.
create index contact_list_items_of_name on contact_list_items using gin (company_id, plain(name) gin_trgm_ops);
create index campaign_recipients_of_name on campaign_recipients using gin (company_id, plain(name) gin_trgm_ops);
create index phone_contacts_of_name on phone_contacts using gin (company_id, plain(name) gin_trgm_ops);
create index web_visitors_of_email on web_visitors (company_id, lower(facts ->> 'email')) where facts ->> 'email' <> '';

-- The words of a name in their order; null without one of three letters, which is what the indexes go by.
create function pattern_of(sought text) returns text
  language sql immutable strict parallel safe
  as $$
    select '%' || string_agg(word, '%' order by place) || '%' from unnest(words_of(sought)) with ordinality as one (word, place)
    having max(length(word)) > 2
  $$;

-- Left out is whom the name of a contact leads to. A thousand of each kind are looked at, or half a campaign could be a "Maria".
create function find_numbers_of_name(sought text, skip int, most int) returns setof text
  language sql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
    with named (number, name) as (
      (select number, name from contact_list_items
        where company_id = current_company() and plain(name) like pattern_of(sought) limit 1000)
      union all
      (select number, name from campaign_recipients
        where company_id = current_company() and plain(name) like pattern_of(sought) limit 1000)
      union all
      (select key, name from phone_contacts
        where company_id = current_company() and plain(name) like pattern_of(sought) limit 1000))
    select number from named
    where number <> '' and not exists (
      select from contact_identities i join contacts c on c.company_id = i.company_id and c.id = i.contact_id
      where i.company_id = current_company() and i.kind = 'phone' and i.value = named.number
        and c.terms @@ contact_query(current_company(), sought))
    group by number order by min(plain(name)), number offset skip limit most $$;

do $$
declare
  question constant regproc := 'find_numbers_of_name';
begin
  grant create on schema public to balcao_system;
  execute format('revoke execute on function %s from public', question);
  execute format('grant execute on function %s to balcao_app', question);
  execute format('alter function %s owner to balcao_system', question);
  revoke create on schema public from balcao_system;
end $$;

create or replace function find_contacts_of_email(sought text, most int) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    (select id from contacts
      where company_id = current_company() and lower(email) = sought and email <> '' limit most)
    union
    (select i.contact_id from web_visitors v
      join contact_identities i on i.company_id = v.company_id and i.kind = 'web' and i.value = v.name
      where v.company_id = current_company() and lower(v.facts ->> 'email') = sought and v.facts ->> 'email' <> ''
      limit most) $$;
