import type postgres from 'postgres';

const HEAD = `-- The whole schema on one page, as the migrations make it: written by \`pnpm schema\`, compared with the database by a test.
-- Why things are as they are stands in the migrations.

`;

/** Tables, functions and everything on them, in an order that only their names decide. */
export async function describeSchema(sql: postgres.Sql): Promise<string> {
  const extensions = await sql<{ line: string }[]>`
    select format('create extension %I;', extname) as line from pg_extension where extname <> 'plpgsql' order by extname`;
  const tables = await sql<
    { name: string; columns: string[]; constraints: string[]; settings: string; after: string[] }[]
  >`
    select o.relname as name, ${columns(sql)} as columns, ${constraints(sql)} as constraints,
      ${security(sql)} || ${grants(sql)} || ${indexes(sql)} || ${triggers(sql)} as after,
      coalesce(' with (' || array_to_string(o.reloptions, ', ') || ')', '') as settings
    from pg_class o where o.relnamespace = 'public'::regnamespace and o.relkind = 'r' order by o.relname`;
  const functions = await sql<{ text: string }[]>`
    select rtrim(pg_get_functiondef(o.oid), E'\n') || ';' || coalesce(E'\n' || nullif(array_to_string(${rights(sql)}, E'\n'), ''), '') as text
    from pg_proc o
    where o.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = o.oid and d.deptype = 'e')
    order by o.proname, pg_get_function_identity_arguments(o.oid)`;
  const parts = [
    HEAD + extensions.map(({ line }) => line).join('\n'),
    ...tables.map(({ name, columns: own, constraints: rules, after, settings }) =>
      [
        `create table ${name} (`,
        [...own, ...rules].map((line) => `  ${line}`).join(',\n'),
        `)${settings};`,
        ...after,
      ].join('\n'),
    ),
    ...functions.map(({ text }) => text),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Each of these is the lines of what the relation or function `o` has. */
const columns = (sql: postgres.Sql) => sql`array(
  select concat_ws(' ', quote_ident(a.attname),
    regexp_replace(format_type(a.atttypid, a.atttypmod), '^timestamp(.*) with time zone', 'timestamptz\\1'),
    case when a.attnotnull then 'not null' end,
    case when a.attidentity <> '' then 'generated always as identity' end,
    case when a.attgenerated <> '' then 'generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
      else 'default ' || pg_get_expr(d.adbin, d.adrelid) end)
  from pg_attribute a left join pg_attrdef d on d.adrelid = o.oid and d.adnum = a.attnum
  where a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped order by a.attnum)`;

const constraints = (sql: postgres.Sql) => sql`array(
  select format('constraint %I %s', c.conname, pg_get_constraintdef(c.oid))
  from pg_constraint c where c.conrelid = o.oid and c.contype in ('p', 'u', 'c', 'f')
  order by position(c.contype in 'pucf'), c.conname)`;

const security = (sql: postgres.Sql) => sql`array(
  select format('alter table %I enable row level security, force row level security;', o.relname)
  where o.relrowsecurity and o.relforcerowsecurity
  union all (
    select concat_ws(' ', format('create policy %I on %I for %s to %s', p.policyname, p.tablename, lower(p.cmd),
      array_to_string(p.roles, ', ')), 'using (' || p.qual || ')', 'with check (' || p.with_check || ')') || ';'
    from pg_policies p where p.schemaname = 'public' and p.tablename = o.relname order by p.policyname))`;

/** The owner's own rights are left out. */
const grants = (sql: postgres.Sql) => sql`array(
  select format('grant %s on %s to %s;', what, target, string_agg(role, ', ' order by role)) from (
    select lower(string_agg(g.privilege_type, ', ' order by g.privilege_type)) as what,
      case when r.relkind = 'S' then 'sequence ' else '' end || r.relname as target, g.grantee::regrole::text as role
    from pg_class r, aclexplode(r.relacl) g
    where g.grantee <> r.relowner and (r.oid = o.oid or r.relkind = 'S' and exists (
      select from pg_depend d where d.objid = r.oid and d.refobjid = o.oid and d.deptype in ('a', 'i')))
    group by r.relkind, r.relname, g.grantee
    union all
    select format('%s (%s)', lower(g.privilege_type), string_agg(a.attname, ', ' order by a.attnum)), o.relname,
      g.grantee::regrole::text
    from pg_attribute a, aclexplode(a.attacl) g where a.attrelid = o.oid group by g.privilege_type, g.grantee) given
  group by what, target order by target, min(role), what)`;

const indexes = (sql: postgres.Sql) => sql`array(
  select replace(pg_get_indexdef(i.indexrelid), ' ON public.', ' ON ') || ';'
  from pg_index i join pg_class r on r.oid = i.indexrelid
  where i.indrelid = o.oid and not exists (select from pg_constraint c where c.conindid = r.oid and c.conrelid = o.oid)
  order by r.relname)`;

const triggers = (sql: postgres.Sql) => sql`array(
  select replace(pg_get_triggerdef(t.oid), ' ON public.', ' ON ') || ';'
  from pg_trigger t where t.tgrelid = o.oid and not t.tgisinternal order by t.tgname)`;

/** The rights to a function, where they are not public. */
const rights = (sql: postgres.Sql) => sql`array(
  select format('alter function %s owner to %s;', o.oid::regprocedure, o.proowner::regrole)
  where o.proowner <> (select relowner from pg_class where oid = 'public.companies'::regclass)
  union all (
    select format('grant %s on function %s to %s;', lower(g.privilege_type), o.oid::regprocedure, g.grantee::regrole)
    from aclexplode(o.proacl) g where g.grantee <> o.proowner order by g.grantee::regrole::text))`;
