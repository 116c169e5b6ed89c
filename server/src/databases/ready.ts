import type { Sql } from '../platform/db/client.ts';
import { currentRange, giveIds } from './ids.ts';
import type { NamedDatabase } from './names.ts';
import { openOwner } from './owner.ts';

/**
 * Another database is used once `balcao add-database` has made it ready. A version may have brought tables since, which
 * then also give ids of their database's own. @throws an error for whoever starts the program
 */
export async function assertReady(first: NamedDatabase, database: NamedDatabase): Promise<void> {
  const { name } = database;
  const [directory, owner] = [openOwner(first), openOwner(database)];
  try {
    const known = await nameOf(owner.sql);
    if (known === null)
      throw new Error(`DATABASES: ${name} is not ready. Run "balcao add-database ${name}" first.`);
    if (known !== name) throw new Error(`DATABASES: what you call ${name} was made as ${known}.`);
    await giveIds(owner, await currentRange(directory, name));
  } finally {
    await Promise.all([directory, owner].map(({ sql }) => sql.end({ timeout: 5 })));
  }
}

/** Null for a first one, and for one that has not been made ready. */
export async function nameOf(sql: Sql): Promise<string | null> {
  const [made] = await sql<{ isMade: boolean }[]>`
    select to_regclass('public.this_database') is not null as is_made`;
  const [row] = made?.isMade ? await sql<{ name: string }[]>`select name from this_database` : [];
  return row?.name ?? null;
}
