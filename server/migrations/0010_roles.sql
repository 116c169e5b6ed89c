-- Two roles stand between the program and the rows. Neither is a superuser, owns a table or may bypass row security.
-- balcao_app works for one company at a time: the one in app.company_id. balcao_system works across companies: sign-in,
-- leases, start-up. The program chooses the role when it connects.
do $$
begin
  if not exists (select from pg_roles where rolname = 'balcao_app') then
    create role balcao_app nologin nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'balcao_system') then
    create role balcao_system nologin nobypassrls;
  end if;
  execute format('grant balcao_app, balcao_system to %I', current_user);
exception
  -- Roles belong to the whole cluster: another database's migration may have made them a moment ago.
  when duplicate_object or unique_violation then null;
end $$;

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

grant usage on schema public to balcao_app, balcao_system;

-- Without a company no row matches: a forgotten setting shows nothing instead of everything.
create function current_company() returns bigint
  language sql stable parallel safe
  return nullif(current_setting('app.company_id', true), '')::bigint;

-- PostgreSQL looks after a table when a fifth of it has changed: of one that grows for years that is a matter of months,
-- and until then plans are made for what it was, and reads look up rows that their index could answer for.
create procedure tend_often(target regclass) language plpgsql as $$
begin
  execute format('alter table %s set (autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)', target);
end $$;

-- Makes a table a tenant table: row security for everybody, one policy for each role.
create procedure protect_tenant_table(target regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant on %s to balcao_app using (company_id = (select current_company()))
     with check (company_id = (select current_company()))', target);
  execute format('create policy system on %s to balcao_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to balcao_app, balcao_system', target);
end $$;
