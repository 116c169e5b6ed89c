import type { ContactListItemView } from '@balcao/shared/features/contact-lists/items.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page, PlaceByName } from '../../platform/db/page.ts';
import { containing } from '../../platform/db/search.ts';

export type ItemRecord = Omit<ContactListItemView, 'createdAt' | 'updatedAt'> & {
  createdAt: Date;
  updatedAt: Date;
};

const columns = (tx: Tx) => tx`
  id, company_id, contact_list_id, name, number, email, is_whatsapp_valid, created_at, updated_at`;

/** By name. @param text a part of name, number or e-mail; @param digits those of the text */
export async function list(
  tx: Tx,
  companyId: number,
  listId: number,
  sought: { text: string; digits: string } | null,
  { offset, limit, after }: Page<PlaceByName>,
): Promise<(ItemRecord & { sortName: string })[]> {
  const matching = sought
    ? tx`and (sort_name like ${containing(tx, sought.text)} or email like ${containing(tx, sought.text)}
        or ${sought.digits} <> '' and strpos(number, ${sought.digits}) > 0)`
    : tx``;
  const isBehind = after ? tx`and (sort_name, id) > (${after[0]}, ${after[1]})` : tx``;
  return tx<(ItemRecord & { sortName: string })[]>`
    select ${columns(tx)}, sort_name from contact_list_items
    where company_id = ${companyId} and contact_list_id = ${listId} ${matching} ${isBehind}
    order by sort_name, id offset ${offset} limit ${limit}`;
}

export async function find(tx: Tx, companyId: number, id: number): Promise<ItemRecord | undefined> {
  const [found] = await tx<ItemRecord[]>`
    select ${columns(tx)} from contact_list_items where company_id = ${companyId} and id = ${id}`;
  return found;
}

/** The people of a list who have these numbers, by them. */
export async function owners(
  tx: Tx,
  companyId: number,
  listId: number,
  numbers: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx<{ number: string; id: number }[]>`
    select number, id from contact_list_items
    where company_id = ${companyId} and contact_list_id = ${listId} and number = any (${numbers as string[]}::text[])`;
  return new Map(rows.map(({ number, id }) => [number, id]));
}

export interface ListedPerson {
  name: string;
  /** Its key. */
  number: string;
  email: string;
}

/** Those whose number is in the list already are passed over. What is known of a number need not be asked. */
export async function insert(
  tx: Tx,
  companyId: number,
  listId: number,
  people: readonly ListedPerson[],
): Promise<ItemRecord[]> {
  if (people.length === 0) return [];
  return tx<ItemRecord[]>`
    insert into contact_list_items (company_id, contact_list_id, name, number, email, is_whatsapp_valid,
      whatsapp_number, check_due)
    select ${companyId}, ${listId}, given.name, given.number, given.email, k.exists, k.whatsapp_number,
      k.number is null
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as given (name text, number text, email text)
    left join number_checks k on k.company_id = ${companyId} and k.number = given.number
    on conflict (company_id, contact_list_id, number) do nothing
    returning ${columns(tx)}`;
}

/** What is empty stays as it is. */
export async function fillIn(
  tx: Tx,
  companyId: number,
  people: readonly (Omit<ListedPerson, 'number'> & { id: number })[],
): Promise<void> {
  if (people.length === 0) return;
  await tx`
    update contact_list_items i set name = coalesce(nullif(given.name, ''), i.name),
      email = coalesce(nullif(given.email, ''), i.email), updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as given (id bigint, name text, email text)
    where i.company_id = ${companyId} and i.id = given.id`;
}

/** Throws the database's unique violation when another one of the list has the number. */
export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  { name, number, email }: ListedPerson,
): Promise<ItemRecord | undefined> {
  const [changed] = await tx<ItemRecord[]>`
    update contact_list_items i set name = ${name}, email = ${email}, updated_at = now(), number = ${number},
      is_whatsapp_valid = case when i.number = ${number} then i.is_whatsapp_valid else known.exists end,
      whatsapp_number = case when i.number = ${number} then i.whatsapp_number else known.whatsapp_number end,
      check_due = case when i.number = ${number} then i.check_due else known.number is null end
    from (select) one left join number_checks known on known.company_id = ${companyId} and known.number = ${number}
    where i.company_id = ${companyId} and i.id = ${id}
    returning i.id, i.company_id, i.contact_list_id, i.name, i.number, i.email, i.is_whatsapp_valid, i.created_at,
      i.updated_at`;
  return changed;
}

export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`delete from contact_list_items where company_id = ${companyId} and id = ${id}`;
}

/** Those of whose numbers nothing is known (any more) wait for WhatsApp. */
export async function makeDue(tx: Tx, companyId: number, listId: number): Promise<void> {
  await tx`
    update contact_list_items i set check_due = true
    where i.company_id = ${companyId} and i.contact_list_id = ${listId} and not i.check_due
      and not exists (select from number_checks k where k.company_id = i.company_id and k.number = i.number)`;
}
