import type { Sql } from '../platform/db/client.ts';
import { currentRange, giveIds } from './ids.ts';
import type { NamedDatabase } from './names.ts';
import { openOwner } from './owner.ts';

/**
 * Other databases are used once `balcao add-database` has made them ready. A version may have brought tables since, which
 * then also give ids of their database's own. @throws an error for whoever starts the program
 */
export async function assertReady(first: NamedDatabase, others: readonly NamedDatabase[]): Promise<void> {
  const owners = [first, ...others].map(openOwner);
  const [directory, ...ready] = owners;
  try {
    for (const owner of ready) {
      const known = await nameOf(owner.sql);
      if (known === null)
        throw new Error(
          `DATABASES: ${owner.name} is not ready. Run "balcao add-database ${owner.name}" first.`,
        );
      if (known !== owner.name)
        throw new Error(`DATABASES: what you call ${owner.name} was made as ${known}.`);
      if (directory) await giveIds(owner, await currentRange(directory, owner.name));
    }
  } finally {
    await Promise.all(owners.map(({ sql }) => sql.end({ timeout: 5 })));
  }
}

/** Null for a first one, and for one that has not been made ready. */
export async function nameOf(sql: Sql): Promise<string | null> {
  const [made] = await sql<{ isMade: boolean }[]>`
    select to_regclass('public.this_database') is not null as is_made`;
  const [row] = made?.isMade ? await sql<{ name: string }[]>`select name from this_database` : [];
  return row?.name ?? null;
}
