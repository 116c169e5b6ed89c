-- Somebody may delete the contact by hand before the day is over: whose erasure it is stays known, and what it looks for.
alter table erasures drop constraint erasures_company_id_contact_id_fkey;

-- By what the person is known again in a copy of the database from before: ids with the moment of their making, and keyed
-- hashes of the addresses. Until it is done or taken back.
alter table erasures add column marks jsonb;
-- Nobody has asked for one that is done again.
alter table erasures alter column asked_by_name drop not null;

-- People in lists, by the hashes of their numbers. It reads all of them, after a restore alone.
create function find_marked_numbers(hashes bytea[], before timestamptz) returns setof text
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select number from (
      select number from contact_list_items where company_id = current_company() and created_at < before
      union select r.number from campaign_recipients r
        join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
        where r.company_id = current_company() and c.created_at < before
      union select key from phone_contacts where company_id = current_company() and at < before) known
    where address_hash(current_company(), 'phone', number) = any (hashes) $$;

do $$
declare
  question constant regproc := 'find_marked_numbers';
begin
  grant create on schema public to balcao_system;
  execute format('revoke execute on function %s from public', question);
  execute format('grant execute on function %s to balcao_app', question);
  execute format('alter function %s owner to balcao_system', question);
  revoke create on schema public from balcao_system;
end $$;
