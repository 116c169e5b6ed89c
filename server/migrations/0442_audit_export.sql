-- A file of the log goes on behind its last line, however long it is.
drop function find_audit(text, bigint, text, boolean, timestamptz, timestamptz, int, int);
create function find_audit(
    pattern text, whose bigint, kind text, readings boolean, since timestamptz, until timestamptz,
    behind_at timestamptz, behind_id bigint, skip int, most int)
  returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  set plan_cache_mode = force_custom_plan
  as $$
    select id from audit_log
    where company_id = current_company() and plain(user_name || ' ' || entity_name) like pattern
      and (whose is null or user_id = whose) and (kind is null or entity = kind)
      and (not readings or action in ('search', 'open', 'download', 'secret', 'read'))
      and (since is null or at >= since) and (until is null or at < until)
      and (behind_at is null or (at, id) < (behind_at, behind_id))
    order by at desc, id desc offset skip limit most $$;

do $$
declare
  question constant regprocedure :=
    'find_audit(text, bigint, text, boolean, timestamptz, timestamptz, timestamptz, bigint, int, int)'::regprocedure;
begin
  grant create on schema public to balcao_system;
  execute format('revoke execute on function %s from public', question);
  execute format('grant execute on function %s to balcao_app', question);
  execute format('alter function %s owner to balcao_system', question);
  revoke create on schema public from balcao_system;
end $$;
