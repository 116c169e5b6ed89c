-- Messages that say something, by the index of words (0130). The caller reads them again: it knows who sees what.
create function find_messages(sought text, most int) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id
    from (
      select company_id, id from messages
      where terms @@ (select search_query(current_company(), sought)) offset 0) found
    where company_id = current_company() limit most
  $$;
revoke execute on function find_messages from public;
grant execute on function find_messages to balcao_app;
grant create on schema public to balcao_system;
alter function find_messages owner to balcao_system;
revoke create on schema public from balcao_system;
