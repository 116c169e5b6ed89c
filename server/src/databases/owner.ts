import { openPool, type Sql } from '../platform/db/client.ts';
import type { NamedDatabase } from './names.ts';

/** A database as its owner sees it, who makes tables, and sees every company. */
export interface Owner extends NamedDatabase {
  sql: Sql;
}

/** A company of years is read and removed in one statement. */
const STATEMENT_S = 3_600;

export const openOwner = ({ name, url }: NamedDatabase): Owner => ({
  name,
  url,
  sql: openPool(url, { max: 3, name: 'balcao-operator', statementS: STATEMENT_S }),
});

/** What PostgreSQL's own replication needs. @throws an error that says what is missing */
export async function assertCanReplicate(from: Owner, to: Owner): Promise<void> {
  const [level] = await from.sql<{ walLevel: string }[]>`select current_setting('wal_level') as wal_level`;
  if (level?.walLevel !== 'logical')
    throw new Error(
      `${from.name} has wal_level = ${level?.walLevel}: set it to logical, start PostgreSQL anew, and try again.`,
    );
  for (const { name, sql } of [from, to]) {
    const [role] = await sql<{ name: string; may: boolean }[]>`
      select rolname as name, rolsuper as may from pg_roles where rolname = current_user`;
    if (!role?.may)
      throw new Error(
        `${role?.name} may not replicate in ${name}: run this command with the address of a superuser.`,
      );
  }
  const [[one], [other]] = await Promise.all([identity(from), identity(to)]);
  if (one?.id === other?.id) throw new Error(`${from.name} and ${to.name} are the same database.`);
}

const identity = ({ sql }: Owner) => sql<{ id: string }[]>`
  select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as id
  from pg_control_system()`;

export async function assertSameVersion(from: Owner, to: Owner): Promise<void> {
  const [[one], [other]] = await Promise.all([version(from), version(to)]);
  if (one?.names !== other?.names)
    throw new Error(
      `${from.name} and ${to.name} have tables of different versions: start this version on both first.`,
    );
}

const version = ({ sql }: Owner) => sql<{ names: string }[]>`
  select string_agg(name || ' ' || hash, ',' order by name) as names from migrations`;
