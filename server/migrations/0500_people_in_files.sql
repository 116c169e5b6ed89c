-- The pattern of an address in a text, where it is no part of another one. In JSON a break before it is a letter.
create function whole_address(address text) returns text language sql immutable strict parallel safe
return case
  when address like '%@%' then
    '(^|[^[:alnum:]._%+-]|\\[nrt]|\\u[0-9a-fA-F]{4})' || regexp_replace(address, '([^[:alnum:]])', '\\\1', 'g') || '($|[^[:alnum:]._-]|\.($|[^[:alnum:]]))'
  -- In bytes that are shown as text a letter with an accent ends in three digits.
  else '(^|[^0-9]|\\[0-7]{3}|\\u[0-9a-fA-F]{4})' || regexp_replace(address, '([^[:alnum:]])', '\\\1', 'g') || '($|[^[:alnum:]])' end;

-- The pattern of whoever has one of these addresses in the rows of files: of numbers as people write them, so of their last
-- eight digits, and of e-mails.
create function written_in_rows(addresses text[]) returns text language sql immutable parallel safe
return (
  select string_agg(
    case when address like '%@%' then whole_address(address)
    else regexp_replace(right(address, 8), '(\d)(?=\d)', '\1[ ().-]{0,3}', 'g') || '($|[^0-9])' end, '|')
  from unnest(addresses) as address where address like '%@%' or address ~ '^\d{8,}$');

-- As programs have it (shared, shared/src/phone/digits.ts, phoneKey).
create function phone_key(digits text) returns text language sql immutable strict parallel safe
return regexp_replace(digits, '^55([1-9]\d)([6-9]\d{7})$', '55\19\2');

-- Also whoever has written in groups alone.
create or replace function find_marked_numbers(hashes bytea[], before timestamptz) returns setof text
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select number from (
      select number from contact_list_items where company_id = current_company() and created_at < before
      union select r.number from campaign_recipients r
        join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
        where r.company_id = current_company() and c.created_at < before
      union select key from phone_contacts where company_id = current_company() and at < before
      union select phone_key(author) from (
        select distinct split_part(participant, '@', 1) as author from messages
        where company_id = current_company() and participant <> '' and created_at < before) said) known
    where address_hash(current_company(), case when strpos(number, '@') > 0 then 'email' else 'phone' end, number)
      = any (hashes) $$;
