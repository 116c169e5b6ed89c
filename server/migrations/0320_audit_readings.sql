-- The log also knows who has read what.

-- What counts once an hour: who, what and when. Null: it counts each time.
alter table audit_log add column once text;
create unique index audit_log_once on audit_log (company_id, once) where once is not null;
create index audit_log_readings on audit_log (company_id, at desc, id desc)
  where action in ('search', 'open', 'download', 'secret');

-- Entries of a company are written one after the other. Whoever asks first whether there is one already asks behind this.
create function audit_turn(company bigint) returns void language sql as $$
  select pg_advisory_xact_lock(4219, (company % 2147483647)::int) $$;

-- Beside the one without `readings`, which servers of the version before call.
create function find_audit(
    pattern text, whose bigint, kind text, readings boolean, since timestamptz, until timestamptz, skip int, most int)
  returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  -- Planned anew for what is asked: an absent filter must not keep the others from their index.
  set plan_cache_mode = force_custom_plan
  as $$
    select id from audit_log
    where company_id = current_company() and plain(user_name || ' ' || entity_name) like pattern
      and (whose is null or user_id = whose) and (kind is null or entity = kind)
      and (not readings or action in ('search', 'open', 'download', 'secret'))
      and (since is null or at >= since) and (until is null or at < until)
    order by at desc, id desc offset skip limit most $$;

do $$
declare
  question regprocedure := 'find_audit(text,bigint,text,boolean,timestamptz,timestamptz,int,int)';
begin
  grant create on schema public to balcao_system;
  execute format('revoke execute on function %s from public', question);
  execute format('grant execute on function %s to balcao_app', question);
  execute format('alter function %s owner to balcao_system', question);
  revoke create on schema public from balcao_system;
end $$;
