-- A campaign by e-mail knows its recipients by their addresses, which stand where others have the key of a number.
create or replace function find_marked_numbers(hashes bytea[], before timestamptz) returns setof text
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select number from (
      select number from contact_list_items where company_id = current_company() and created_at < before
      union select r.number from campaign_recipients r
        join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
        where r.company_id = current_company() and c.created_at < before
      union select key from phone_contacts where company_id = current_company() and at < before) known
    where address_hash(current_company(), case when strpos(number, '@') > 0 then 'email' else 'phone' end, number)
      = any (hashes) $$;

-- Of people whom a mail alone has reached: of a list that is gone, for example.
create or replace function find_numbers_of_email(sought text, most int) returns setof text
  language sql stable security definer set search_path = public, pg_temp
  as $$
    (select distinct number from contact_list_items
      where company_id = current_company() and lower(email) = sought and email <> '' limit most)
    union
    (select number from campaign_recipients
      where company_id = current_company() and number = sought limit 1) $$;
