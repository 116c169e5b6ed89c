import type { SettingRow } from '@balcao/shared/features/settings/row.ts';
import { isPublicSetting } from '@balcao/shared/features/settings/rules.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { SyncedEntity } from '../../sync/synced-entity.ts';

/** The same to every console: what only some may see they ask for. */
export async function loadSettings(
  tx: Tx,
  companyId: number,
  keys: readonly string[],
): Promise<Scoped<SettingRow>[]> {
  const rows = await tx<SettingRow[]>`
    select key as id, value from settings
    where company_id = ${companyId} and key = any (${keys.filter(isPublicSetting)}::text[])`;
  return rows.map((row) => ({ row, scopes: ['a'] }));
}

export const settingEntity = {
  table: 'settings',
  key: 'key',
  strategy: 'instant',
  load: loadSettings,
} satisfies SyncedEntity<'setting'>;
