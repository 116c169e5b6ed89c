-- A search wants the newest messages that say something, and the index of words (0130) knows no order: of a word that is
-- neither common nor rare, all that was ever said was read for one page. So each word is also stored behind the period
-- that the first three bytes of its message's id name: those of UUIDv7 change every 4.7 hours.
create function dated_terms(id uuid, terms tsvector) returns tsvector
  language sql immutable strict parallel safe
  -- Words hold neither spaces nor quotes.
  as $$ select replace(' ' || terms::text, ' ''', ' ''' || left(id::text, 6) || '/')::tsvector $$;
create index messages_dated on messages using gin (dated_terms(id, terms)) with (fastupdate = off);

-- Newest first: in the newest period in which anybody said anything, then in twice as many before it, and so on. When it
-- would take more than 512 of them if it went on like this, few say it: then the index of words finds all there are. The
-- caller reads them again: it knows who sees what.
drop function find_messages;
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
revoke execute on function find_messages from public;
grant execute on function find_messages to balcao_app;
grant create on schema public to balcao_system;
alter function find_messages owner to balcao_system;
revoke create on schema public from balcao_system;
