import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { ContactListItemView } from '@balcao/shared/features/contact-lists/items.ts';
import type { ContactListRow } from '@balcao/shared/features/contact-lists/row.ts';
import { CONTACT_LIST_MAX } from '@balcao/shared/features/contact-lists/rules.ts';
import { maskName } from '@balcao/shared/money/tax-number.ts';
import { digitsOf, phoneKey } from '@balcao/shared/phone/digits.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { Page, PlaceByName } from '../../platform/db/page.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as lists from './contact-lists.service.ts';
import * as repo from './list-items.repo.ts';

/** The people of a list. Whoever changes one locks the list first: all wait in one order. */

export const presentItem = ({ createdAt, updatedAt, ...item }: repo.ItemRecord): ContactListItemView => ({
  ...item,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** ERR_NO_CONTACT_LIST_FOUND. */
export async function list(
  tx: Tx,
  actor: Actor,
  listId: number,
  text: string | undefined,
  page: Page<PlaceByName>,
): Promise<(repo.ItemRecord & { sortName: string })[]> {
  await lists.get(tx, actor, listId);
  // A name with a digit in it is no number.
  const sought = text ? { text, digits: /\p{L}/u.test(text) ? '' : digitsOf(text) } : null;
  return repo.list(tx, actor.companyId, listId, sought, page);
}

/** ERR_NO_CONTACT_LIST_ITEM_FOUND. */
export async function get(tx: Tx, { companyId }: Actor, id: number): Promise<ContactListItemView> {
  return presentItem(orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_CONTACT_LIST_ITEM_FOUND'));
}

export interface ItemFields {
  name: string;
  number: string;
  email?: string | undefined;
}

/** ERR_NO_CONTACT_LIST_FOUND, ERR_CONTACT_LIST_FULL, ERR_DUPLICATED_CONTACT_LIST_ITEM by the number, in either spelling. */
export async function create(
  tx: Tx,
  actor: Actor,
  { contactListId, name, number, email = '' }: ItemFields & { contactListId: number },
): Promise<ContactListItemView> {
  const { companyId } = actor;
  const found = await lists.lock(tx, companyId, contactListId);
  assertRoom(found, 1);
  const person = { name, number: phoneKey(number), email };
  const [created] = await repo.insert(tx, companyId, contactListId, [person]);
  if (!created) throw new AppError('ERR_DUPLICATED_CONTACT_LIST_ITEM');
  await recordChange(tx, actor, AUDITED, null, created);
  return presentItem(created);
}

/** ERR_NO_CONTACT_LIST_ITEM_FOUND, ERR_DUPLICATED_CONTACT_LIST_ITEM. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  change: Change<ItemFields>,
): Promise<ContactListItemView> {
  const before = await lockList(tx, actor, id);
  const number = change.number === undefined ? before.number : phoneKey(change.number);
  const { name = before.name, email = before.email } = change;
  const changed = await numberIsFree(repo.update(tx, actor.companyId, id, { name, number, email }));
  const after = orNotFound(changed, 'ERR_NO_CONTACT_LIST_ITEM_FOUND');
  await recordChange(tx, actor, AUDITED, before, after);
  return presentItem(after);
}

async function numberIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'contact_list_items_number')
      ? new AppError('ERR_DUPLICATED_CONTACT_LIST_ITEM')
      : error;
  }
}

/** ERR_NO_CONTACT_LIST_ITEM_FOUND. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const before = await lockList(tx, actor, id);
  await repo.remove(tx, actor.companyId, id);
  await recordChange(tx, actor, AUDITED, before, null);
}

async function lockList(tx: Tx, { companyId }: Actor, id: number): Promise<repo.ItemRecord> {
  const found = orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_CONTACT_LIST_ITEM_FOUND');
  await lists.lock(tx, companyId, found.contactListId);
  return orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_CONTACT_LIST_ITEM_FOUND');
}

/** ERR_CONTACT_LIST_FULL. */
export function assertRoom({ contactsCount }: ContactListRow, more: number): void {
  if (contactsCount + more > CONTACT_LIST_MAX)
    throw new AppError('ERR_CONTACT_LIST_FULL', { limit: CONTACT_LIST_MAX });
}

const AUDITED: Audited<repo.ItemRecord> = {
  entity: 'contactListItem',
  name: ({ name }) => maskName(name),
  fields: ({ name, number, email, contactListId }) => ({ name, number, email, contactListId }),
  hides: ['name', 'number', 'email'],
};

/** Imports use these, which have locked the list. */
export const { owners, insert, fillIn } = repo;
