import { isSettingKey, settingRule } from '@balcao/shared/domain/settings.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { SettingRow } from '@balcao/shared/sync/entities.ts';
import type { Tx } from '../../platform/db/client.ts';

/** What every console may know: no secrets, not even their masks. */
export const isPublicSetting = (key: string): boolean => isSettingKey(key) && !settingRule(key).secret;

export async function loadSettings(tx: Tx, actor: Actor, keys: readonly string[]): Promise<SettingRow[]> {
  const rows = await tx<SettingRow[]>`
    select key as id, value from settings
    where company_id = ${actor.companyId} and key = any (${keys.filter(isPublicSetting)}::text[])`;
  return [...rows];
}
