-- People ask for what a company has about them by e-mail, CPF or CNPJ too; and some stand in lists and campaigns alone, which
-- know them by the number.
create index contacts_of_email on contacts (company_id, lower(email)) where email <> '';
create index contact_list_items_of_email on contact_list_items (company_id, lower(email)) where email <> '';
create index contact_list_items_of_number on contact_list_items (company_id, number);
-- Until now only of those whose turn had come.
drop index campaign_recipients_of_number;
create index campaign_recipients_of_number on campaign_recipients (company_id, number);

-- What looks like a CPF or CNPJ in a contact's own fields, each behind the company: an index of lists has no other place
-- for it. Whether its check digits are right is asked of whoever searches (shared, shared/src/money/tax-number.ts).
create function documents_in(company bigint, extra_info jsonb) returns text[] language sql immutable strict parallel safe
return array(
  select distinct company || '/' || regexp_replace(found[1], '[^0-9A-Z]', '', 'g')
  from jsonb_path_query(extra_info, '$[*].value') as value,
    regexp_matches(upper(value #>> '{}'),
      '(?<![0-9A-Z])(\d{3}[. ]?\d{3}[. ]?\d{3}[-./ ]?\d{2}|[0-9A-Z]{2}[. ]?[0-9A-Z]{3}[. ]?[0-9A-Z]{3}[/ ]?[0-9A-Z]{4}[- ]?\d{2})(?![0-9A-Z])',
      'g') as found);
create index contacts_of_document on contacts using gin (documents_in(company_id, extra_info))
  with (fastupdate = off) where extra_info <> '[]';

create function find_contacts_of_email(sought text, most int) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id from contacts
    where company_id = current_company() and lower(email) = sought and email <> '' limit most $$;

create function find_contacts_of_document(sought text, most int) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id from contacts
    where documents_in(company_id, extra_info) @> array[current_company() || '/' || sought] and extra_info <> '[]'
      and company_id = current_company() limit most $$;

create function find_numbers_of_email(sought text, most int) returns setof text
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select distinct number from contact_list_items
    where company_id = current_company() and lower(email) = sought and email <> '' limit most $$;

-- What somebody has written in groups, whose messages belong to the group.
create function find_group_messages(authors text[], most int) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id from messages
    where company_id = current_company() and split_part(participant, '@', 1) = any (authors) and participant <> ''
    limit most $$;

do $$
declare
  question regproc;
begin
  grant create on schema public to balcao_system;
  foreach question in array
    array[
      'find_contacts_of_email', 'find_contacts_of_document', 'find_numbers_of_email', 'find_group_messages']::regproc[]
  loop
    execute format('revoke execute on function %s from public', question);
    execute format('grant execute on function %s to balcao_app', question);
    execute format('alter function %s owner to balcao_system', question);
  end loop;
  revoke create on schema public from balcao_system;
end $$;

-- Reading a person's file is a reading. Servers of the version before ask for the others, which this index has too.
drop index audit_log_readings;
create index audit_log_readings on audit_log (company_id, at desc, id desc)
  where action in ('search', 'open', 'download', 'secret', 'read');
create or replace function find_audit(
    pattern text, whose bigint, kind text, readings boolean, since timestamptz, until timestamptz, skip int, most int)
  returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
    select id from audit_log
    where company_id = current_company() and plain(user_name || ' ' || entity_name) like pattern
      and (whose is null or user_id = whose) and (kind is null or entity = kind)
      and (not readings or action in ('search', 'open', 'download', 'secret', 'read'))
      and (since is null or at >= since) and (until is null or at < until)
    order by at desc, id desc offset skip limit most $$;
