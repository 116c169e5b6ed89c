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

export async function assertSameVersion(from: Owner, to: Owner): Promise<void> {
  const [[one], [other]] = await Promise.all([version(from), version(to)]);
  if (one?.names !== other?.names)
    throw new Error(
      `${from.name} and ${to.name} have tables of different versions: start this version on both first.`,
    );
}

const version = ({ sql }: Owner) => sql<{ names: string }[]>`
  select string_agg(name || ' ' || hash, ',' order by name) as names from migrations`;
