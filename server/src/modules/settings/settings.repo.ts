import type { SettingKey } from '@balcao/shared/domain/settings.ts';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '../../platform/db/client.ts';
import { orm } from '../../platform/db/orm.ts';
import { settings } from '../../platform/db/schema.ts';

export type SettingRecord = Pick<typeof settings.$inferSelect, 'key' | 'value'>;

/** Those that somebody has set; of a secret what may be shown. */
export async function list(tx: Tx, companyId: number): Promise<SettingRecord[]> {
  const { key, value } = settings;
  return orm(tx).select({ key, value }).from(settings).where(eq(settings.companyId, companyId));
}

/** Locked: who notes what it was before must not note somebody else's. */
export async function lock(tx: Tx, companyId: number, key: SettingKey): Promise<SettingRecord | undefined> {
  const [row] = await orm(tx)
    .select({ key: settings.key, value: settings.value })
    .from(settings)
    .where(and(eq(settings.companyId, companyId), eq(settings.key, key)))
    .for('update');
  return row;
}

export async function put(
  tx: Tx,
  companyId: number,
  key: SettingKey,
  stored: { value: string; sealed: Buffer | null },
): Promise<void> {
  await orm(tx)
    .insert(settings)
    .values({ companyId, key, ...stored })
    .onConflictDoUpdate({ target: [settings.companyId, settings.key], set: stored });
}
