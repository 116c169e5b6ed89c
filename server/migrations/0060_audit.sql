-- Who did what. Nobody changes an entry or takes one away; they go with their company alone. Each seals the one before
-- it: whoever changes, adds or takes out one behind the program's back breaks every seal after it.

create table audit_log (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity unique,
  at timestamptz not null default now(),
  user_id bigint,
  user_name text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  entity_name text not null default '',
  changes jsonb not null default '[]',
  hash bytea not null default '',
  primary key (company_id, id)
);
call protect_tenant_table('audit_log');
revoke update, delete on audit_log from balcao_app, balcao_system;
grant usage on sequence audit_log_id_seq to balcao_app, balcao_system;

-- The newest first, within days.
create index audit_log_list on audit_log (company_id, at desc, id desc);
create index audit_log_by_user on audit_log (company_id, user_id, at desc, id desc);
create index audit_log_by_entity on audit_log (company_id, entity, at desc, id desc);
create index audit_log_search on audit_log
  using gin (company_id, plain(user_name || ' ' || entity_name) gin_trgm_ops);

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
create trigger chain before insert on audit_log for each row execute function audit_chain();

-- The first entry that does not fit: `select audit_break(company)`.
create function audit_break(company bigint) returns bigint language sql stable
  return (
    select min((entry).id) from (
      select a as entry, lag(a.hash, 1, '') over (order by a.id) as previous
      from audit_log a where a.company_id = company) chain
    where (entry).hash <> audit_hash(previous, entry));
