-- A group that must not go, or one of whose conversations must not, keeps what a person who is erased said and left there.
create function in_held_group(company bigint, contact bigint, ticket bigint) returns boolean
  language sql stable parallel safe
  return exists (
    select from holds h where h.company_id = company and (h.contact_id = contact or h.ticket_id = ticket));

-- `held`: only where it must not go; false: only where it may. Without it both.
drop function find_group_messages(text[], timestamptz, int);
create function find_group_messages(authors text[], before timestamptz, most int, held boolean default null)
  returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id from messages
    where company_id = current_company() and split_part(participant, '@', 1) = any (authors) and participant <> ''
      and created_at < before and (held is null or in_held_group(company_id, contact_id, ticket_id) = held)
    limit most $$;

create or replace function find_marked_messages(authors text[], before timestamptz, most int) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id from messages
    where marked_by(company_id, reactions, poll) && array(
        select current_company() || '/' || author from unnest(authors) as author)
      and (reactions <> '[]' or poll is not null)
      and company_id = current_company() and created_at < before
      and not in_held_group(company_id, contact_id, ticket_id)
    limit most $$;

create or replace function find_calling_messages(authors text[], before timestamptz, most int) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select m.id
    from (
      select company_id, id, contact_id, ticket_id, body, created_at from messages
      where terms @@ (
        select string_agg(format('''%s/%s''', current_company(), author), ' | ')::tsquery
        from unnest(authors) as author where author ~ '^[0-9]+$')
      offset 0) m
    join contacts c on c.company_id = m.company_id and c.id = m.contact_id and c.is_group
    where m.company_id = current_company() and m.created_at < before
      and m.body ~ calling(authors) and not in_held_group(m.company_id, m.contact_id, m.ticket_id)
    limit most $$;

create or replace function find_member_receipts(authors text[], most int) returns setof message_receipts
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select r.* from message_receipts r
    join messages m on m.company_id = r.company_id and m.id = r.message_id
    where r.company_id = current_company() and split_part(r.participant, '@', 1) = any (authors)
      and not in_held_group(m.company_id, m.contact_id, m.ticket_id)
    limit most $$;

do $$
declare
  question constant regproc := 'find_group_messages';
begin
  grant create on schema public to balcao_system;
  execute format('revoke execute on function %s from public', question);
  execute format('grant execute on function %s to balcao_app', question);
  execute format('alter function %s owner to balcao_system', question);
  revoke create on schema public from balcao_system;
end $$;
