import type { ContactListRow } from '@balcao/shared/features/contact-lists/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page, PlaceByName } from '../../platform/db/page.ts';
import { type Change, insertInto, updateIn } from '../../platform/db/rows.ts';
import { containing } from '../../platform/db/search.ts';

const columns = (tx: Tx) => tx`id, name, contacts_count, valid_count, pending_count, basis`;

export type ContactListFields = Pick<ContactListRow, 'name' | 'basis'>;

export async function find(tx: Tx, companyId: number, id: number): Promise<ContactListRow | undefined> {
  const [found] = await tx<ContactListRow[]>`
    select ${columns(tx)} from contact_lists where company_id = ${companyId} and id = ${id}`;
  return found;
}

/** Nobody else changes it, or who is in it, until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<ContactListRow | undefined> {
  const [found] = await tx<ContactListRow[]>`
    select ${columns(tx)} from contact_lists where company_id = ${companyId} and id = ${id} for update`;
  return found;
}

export async function load(tx: Tx, companyId: number, ids: readonly string[]): Promise<ContactListRow[]> {
  return tx<ContactListRow[]>`
    select ${columns(tx)} from contact_lists
    where company_id = ${companyId} and id = any (${ids as string[]}::bigint[])`;
}

/** Lists them by name. */
export async function list(
  tx: Tx,
  companyId: number,
  searchParam: string | undefined,
  { offset, limit, after }: Page<PlaceByName>,
): Promise<(ContactListRow & { sortName: string })[]> {
  const matching = searchParam ? tx`and sort_name like ${containing(tx, searchParam)}` : tx``;
  const isBehind = after ? tx`and (sort_name, id) > (${after[0]}, ${after[1]})` : tx``;
  return tx<(ContactListRow & { sortName: string })[]>`
    select ${columns(tx)}, sort_name from contact_lists where company_id = ${companyId} ${matching} ${isBehind}
    order by sort_name, id offset ${offset} limit ${limit}`;
}

export async function insert(tx: Tx, companyId: number, fields: ContactListFields): Promise<number> {
  return insertInto(tx, 'contact_lists', { companyId, ...fields });
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: Change<ContactListFields>,
): Promise<void> {
  await updateIn(tx, 'contact_lists', { companyId, id }, { ...change, updatedAt: new Date() });
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from contact_lists where company_id = ${companyId} and id = ${id}`;
}
