import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/client.ts';
import { orm } from '../../platform/db/orm.ts';
import { connections } from '../../platform/db/schema.ts';

export type ConnectionRecord = typeof connections.$inferSelect;
export type ConnectionChange = Partial<typeof connections.$inferInsert>;

const is = (companyId: number, id: number) =>
  and(eq(connections.companyId, companyId), eq(connections.id, id));

export async function list(tx: Tx, companyId: number): Promise<ConnectionRecord[]> {
  return orm(tx)
    .select()
    .from(connections)
    .where(eq(connections.companyId, companyId))
    .orderBy(asc(connections.id));
}

export async function find(tx: Tx, companyId: number, id: number): Promise<ConnectionRecord | undefined> {
  const [row] = await orm(tx).select().from(connections).where(is(companyId, id));
  return row;
}

/** Changes to the set of connections, one after the other: which one is the default depends on all of them. */
export async function lockAll(tx: Tx, companyId: number): Promise<void> {
  await orm(tx).execute(sql`select pg_advisory_xact_lock(4218, ${companyId % 2_147_483_647}::int)`);
}

export async function insert(
  tx: Tx,
  row: { companyId: number; name: string; isDefault: boolean },
): Promise<ConnectionRecord | undefined> {
  const [created] = await orm(tx).insert(connections).values(row).returning();
  return created;
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: ConnectionChange,
): Promise<ConnectionRecord | undefined> {
  const [changed] = await orm(tx)
    .update(connections)
    .set({ ...change, updatedAt: sql`now()` })
    .where(is(companyId, id))
    .returning();
  return changed;
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await orm(tx).delete(connections).where(is(companyId, id));
}

/** The default connection is another one from now on. */
export async function clearOtherDefaults(tx: Tx, companyId: number, id: number): Promise<void> {
  await orm(tx)
    .update(connections)
    .set({ isDefault: false })
    .where(and(eq(connections.companyId, companyId), ne(connections.id, id), connections.isDefault));
}
