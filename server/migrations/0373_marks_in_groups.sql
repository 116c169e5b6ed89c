-- What somebody has left on the words of others in groups: reactions, votes, ticks, and the number where it is called by.
create function marked_by(company bigint, reactions jsonb, poll jsonb) returns text[] language sql immutable parallel safe
return array(
  select distinct company || '/' || split_part(who, '@', 1)
  from (
    select jsonb_array_elements(reactions) ->> 'by' union select jsonb_object_keys(poll -> 'votes')) as marks (who)
  where who not in ('', 'me'));
create index messages_marked_by on messages using gin (marked_by(company_id, reactions, poll))
  with (fastupdate = off) where reactions <> '[]' or poll is not null;
create index message_receipts_of_member on message_receipts (company_id, split_part(participant, '@', 1));

create function find_marked_messages(authors text[], before timestamptz, most int) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id from messages
    where marked_by(company_id, reactions, poll) && array(
        select current_company() || '/' || author from unnest(authors) as author)
      and (reactions <> '[]' or poll is not null)
      and company_id = current_company() and created_at < before
    limit most $$;

-- How somebody is called by the number: `@5511987654321`. Null: by none of these.
create function calling(names text[]) returns text language sql immutable parallel safe
return (select '@(' || string_agg(name, '|') || ')\M' from unnest(names) as name where name ~ '^[0-9]+$');

-- In groups alone.
create function find_calling_messages(authors text[], before timestamptz, most int) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select m.id
    from (
      select company_id, id, contact_id, body, created_at from messages
      where terms @@ (
        select string_agg(format('''%s/%s''', current_company(), author), ' | ')::tsquery
        from unnest(authors) as author where author ~ '^[0-9]+$')
      offset 0) m
    join contacts c on c.company_id = m.company_id and c.id = m.contact_id and c.is_group
    where m.company_id = current_company() and m.created_at < before
      and m.body ~ calling(authors)
    limit most $$;

create function find_member_receipts(authors text[], most int) returns setof message_receipts
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select * from message_receipts
    where company_id = current_company() and split_part(participant, '@', 1) = any (authors) limit most $$;

do $$
declare
  question regproc;
begin
  grant create on schema public to balcao_system;
  foreach question in array
    array['find_marked_messages', 'find_calling_messages', 'find_member_receipts']::regproc[]
  loop
    execute format('revoke execute on function %s from public', question);
    execute format('grant execute on function %s to balcao_app', question);
    execute format('alter function %s owner to balcao_system', question);
  end loop;
  revoke create on schema public from balcao_system;
end $$;
