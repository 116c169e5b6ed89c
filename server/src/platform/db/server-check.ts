import type { Sql } from './client.ts';

/** `server_version_num` of the oldest PostgreSQL that has what the migrations ask for. */
const OLDEST = 150_000;

/**
 * Whether this PostgreSQL lets its user make what the program needs, asked before anything is made.
 *
 * @throws Error that says in one sentence what to change
 */
export async function checkServer(sql: Sql): Promise<void> {
  const [server] = await sql<[Server]>`
    select current_setting('server_version_num')::int as version, current_setting('server_version') as name,
      current_user::text as "user", current_database()::text as database,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as may_make_tables,
      (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as may_make_roles`;
  const { version, name, user, database, mayMakeTables, mayMakeRoles } = server;
  if (version < OLDEST)
    throw new Error(`This is PostgreSQL ${name}: Balcão needs version 15 or newer. Update it first.`);
  if (!mayMakeRoles)
    throw new Error(
      `PostgreSQL's user ${user} may not make roles: run "alter role ${user} createrole" there.`,
    );
  if (!mayMakeTables)
    throw new Error(
      `PostgreSQL's user ${user} may not make tables: run "alter database ${database} owner to ${user}" there.`,
    );
}

interface Server {
  version: number;
  name: string;
  user: string;
  database: string;
  mayMakeTables: boolean;
  mayMakeRoles: boolean;
}
