import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core';
import type { PgDatabase as Orm } from 'drizzle-orm/pg-core/db';
import { type PostgresJsQueryResultHKT, PostgresJsSession } from 'drizzle-orm/postgres-js';
import type { Sql, Tx } from './client.ts';

const dialect = new PgDialect();

/**
 * Typed queries on a transaction, for plain reading and writing of rows; hot paths use tagged SQL.
 * Made by hand because drizzle's own constructor replaces the client's parsers for everybody.
 */
export function orm(tx: Tx): Orm<PostgresJsQueryResultHKT, Record<string, never>> {
  const session = new PostgresJsSession<Sql, Record<string, never>, Record<string, never>>(
    tx as unknown as Sql,
    dialect,
    undefined,
  );
  return new PgDatabase(dialect, session, undefined);
}

/** Fields to change; what is absent or undefined stays as it is. */
export type Change<T> = { [K in keyof T]?: T[K] | undefined };
