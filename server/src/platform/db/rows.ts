import { given } from '@balcao/shared/contract/given.ts';
import type { Tx } from './client.ts';

/** Fields to change; what is absent or undefined stays as it is. */
export type Change<T> = { [K in keyof T]?: T[K] | undefined };

/** A row's key; of the platform's own tables, which belong to no company, the id alone. */
type Key = { companyId: number; id: number } | { id: number };

/** What is undefined is left to its column's default. @returns the id of the new row */
export async function insertInto<Row extends object>(tx: Tx, table: string, row: Row): Promise<number> {
  const [made] = await tx<
    { id: number }[]
  >`insert into ${tx(table)} ${tx(given(row) as Record<string, string>)} returning id`;
  if (!made) throw new Error(`nothing was inserted into ${table}`);
  return made.id;
}

export async function updateIn<Row extends object>(
  tx: Tx,
  table: string,
  key: Key,
  change: Change<Row>,
): Promise<void> {
  const fields = given(change) as Record<string, string>;
  if (Object.keys(fields).length === 0) return;
  const ofCompany = 'companyId' in key ? tx`company_id = ${key.companyId} and` : tx``;
  await tx`update ${tx(table)} set ${tx(fields)} where ${ofCompany} id = ${key.id}`;
}
