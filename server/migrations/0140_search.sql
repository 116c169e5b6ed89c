-- What is asked of the indexes of words. Row security keeps `@@` and `like`, which could leak rows through errors, away
-- from every index. So these questions are asked as balcao_system, which may see all rows, and name the company
-- themselves; what they find is read again by the caller, who knows who sees what.

-- The company after the index has answered (offset 0), or all of a company would be compared with what was found.
create function find_contacts(sought text, most int) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id
    from (
      select company_id, id from contacts
      where terms @@ (select contact_query(current_company(), sought)) offset 0) found
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

-- Newest first: in the newest period in which anybody said anything, then in twice as many before it, and so on. When it
-- would take more than 512 of them if it went on like this, few say it: then the index of words finds all there are.
create function find_messages(sought text, most int) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  -- A limit makes the planner hope that any thousand rows hold enough of them.
  set enable_seqscan = off
  as $$
declare
  company constant bigint := current_company();
  query constant tsquery := search_query(company, sought);
  below uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  missing int := most;
  periods int := 1;
  newest int;
  oldest int;
  these int;
begin
  loop
    newest := (
      select ('x' || left(id::text, 6))::bit(24)::int from messages
      where company_id = company and id < below order by id desc limit 1);
    exit when newest is null;
    if periods >= 8 and periods * most::bigint > 512 * (most - missing) then
      return query
        select id from (select company_id, id from messages where terms @@ query offset 0) found
        where company_id = company and id < below order by id desc limit missing;
      exit;
    end if;
    oldest := greatest(newest - periods + 1, 0);
    return query
      select id
      from (
        select company_id, id from messages
        where dated_terms(id, terms) @@ (
          select string_agg(replace(' ' || query::text, ' ''', ' ''' || lpad(to_hex(period), 6, '0') || '/'), '|')::tsquery
          from generate_series(oldest, newest) as period) offset 0) found
      where company_id = company and id < below order by id desc limit missing;
    get diagnostics these = row_count;
    missing := missing - these;
    exit when missing = 0;
    below := rpad(lpad(to_hex(oldest), 6, '0'), 32, '0')::uuid;
    periods := 2 * periods;
  end loop;
end $$;

-- Without a limit (null): all.
create function find_users(pattern text, skip int, most int) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id from users
    where company_id = current_company() and plain(name || ' ' || email) like pattern
    order by plain(name), id offset skip limit most $$;

create function find_audit(
    pattern text, whose bigint, kind text, since timestamptz, until timestamptz, skip int, most int)
  returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  -- Planned anew for what is asked: an absent filter must not keep the others from their index.
  set plan_cache_mode = force_custom_plan
  as $$
    select id from audit_log
    where company_id = current_company() and plain(user_name || ' ' || entity_name) like pattern
      and (whose is null or user_id = whose) and (kind is null or entity = kind)
      and (since is null or at >= since) and (until is null or at < until)
    order by at desc, id desc offset skip limit most $$;

do $$
declare
  question regproc;
begin
  grant create on schema public to balcao_system;
  foreach question in array
    array['find_contacts', 'find_tickets', 'find_messages', 'find_users', 'find_audit']::regproc[]
  loop
    execute format('revoke execute on function %s from public', question);
    execute format('grant execute on function %s to balcao_app', question);
    execute format('alter function %s owner to balcao_system', question);
  end loop;
  revoke create on schema public from balcao_system;
end $$;
