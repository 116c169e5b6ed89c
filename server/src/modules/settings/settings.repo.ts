import type { SettingKey } from '@balcao/shared/features/settings/rules.ts';
import type { Tx } from '../../platform/db/client.ts';

export interface SettingRecord {
  key: string;
  value: string;
}

/** Those that somebody has set; of a secret what may be shown. */
export async function list(tx: Tx, companyId: number): Promise<SettingRecord[]> {
  return tx<SettingRecord[]>`select key, value from settings where company_id = ${companyId}`;
}

/** Those that open accounts at services outside. */
export async function listProviders(
  tx: Tx,
  companyId: number,
): Promise<(SettingRecord & { sealed: Buffer | null })[]> {
  return tx<(SettingRecord & { sealed: Buffer | null })[]>`
    select key, value, sealed from settings where company_id = ${companyId}
      and key in ('ipixc', 'tokenixc', 'ipmkauth', 'clientidmkauth', 'clientsecretmkauth', 'asaas',
        'notificameHub')`;
}

/** Locked: who notes what it was before must not note somebody else's. */
export async function lock(tx: Tx, companyId: number, key: SettingKey): Promise<SettingRecord | undefined> {
  const [row] = await tx<SettingRecord[]>`
    select key, value from settings where company_id = ${companyId} and key = ${key} for update`;
  return row;
}

export async function put(
  tx: Tx,
  companyId: number,
  key: SettingKey,
  { value, sealed }: { value: string; sealed: Buffer | null },
): Promise<void> {
  await tx`
    insert into settings (company_id, key, value, sealed) values (${companyId}, ${key}, ${value}, ${sealed})
    on conflict (company_id, key) do update set value = excluded.value, sealed = excluded.sealed`;
}
