-- Each entry of the audit log seals the one before it: whoever changes, adds or takes out one behind the program's back
-- breaks every seal after it. `select audit_break(company)` names the first entry that does not fit.
alter table audit_log add column hash bytea not null default '';

create function audit_hash(previous bytea, entry audit_log) returns bytea language sql immutable
  return sha256(previous || convert_to(jsonb_build_array(
    entry.company_id, entry.id, entry.at at time zone 'UTC', entry.user_id, entry.user_name, entry.action,
    entry.entity, entry.entity_id, entry.entity_name, entry.changes)::text, 'UTF8'));

create function audit_chain() returns trigger language plpgsql as $$
declare
  previous bytea;
begin
  -- One entry of a company after the other, numbered in that order.
  perform pg_advisory_xact_lock(4219, (new.company_id % 2147483647)::int);
  new.id := nextval('audit_log_id_seq');
  select hash into previous from audit_log where company_id = new.company_id order by id desc limit 1;
  new.hash := audit_hash(coalesce(previous, ''), new);
  return new;
end $$;
grant usage on sequence audit_log_id_seq to balcao_app, balcao_system;
create trigger chain before insert on audit_log for each row execute function audit_chain();

create function audit_break(company bigint) returns bigint language sql stable
  return (
    select min((entry).id) from (
      select a as entry, lag(a.hash, 1, '') over (order by a.id) as previous
      from audit_log a where a.company_id = company) chain
    where (entry).hash <> audit_hash(previous, entry));

-- The newest first, within days.
drop index audit_log_by_user, audit_log_by_entity, audit_log_search;
create index audit_log_list on audit_log (company_id, at desc, id desc);
create index audit_log_by_user on audit_log (company_id, user_id, at desc, id desc);
create index audit_log_by_entity on audit_log (company_id, entity, at desc, id desc);
create index audit_log_search on audit_log
  using gin (company_id, plain(user_name || ' ' || entity_name) gin_trgm_ops);

-- Row security keeps `like` away from every index, so these questions are asked like find_contacts (0070): as
-- balcao_system, naming the company themselves.
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

drop index users_search;
create index users_search on users using gin (company_id, plain(name || ' ' || email) gin_trgm_ops);
create index users_list on users (company_id, plain(name), id);

-- Without a limit (null): all.
create function find_users(pattern text, skip int, most int) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id from users
    where company_id = current_company() and plain(name || ' ' || email) like pattern
    order by plain(name), id offset skip limit most $$;

revoke execute on function find_audit, find_users from public;
grant execute on function find_audit, find_users to balcao_app;
grant create on schema public to balcao_system;
alter function find_audit owner to balcao_system;
alter function find_users owner to balcao_system;
revoke create on schema public from balcao_system;

-- Answers may hold what is told only once (links, recovery codes), so they are sealed.
alter table idempotency_keys drop column answer;
alter table idempotency_keys add column answer bytea;
create index idempotency_keys_age on idempotency_keys (created_at);
