import { NAME } from '@balcao/shared/contract/limits.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ListBasis } from '@balcao/shared/features/contact-lists/basis.ts';
import type { ContactListRow } from '@balcao/shared/features/contact-lists/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as tags from '../tags/tags.service.ts';
import * as repo from './contact-lists.repo.ts';
import { makeDue } from './list-items.repo.ts';
import { fillFromContacts, fillFromTag } from './list-sources.repo.ts';

/** Each contact list of a company. All that name one throw ERR_NO_CONTACT_LIST_FOUND. */

export async function get(
  tx: Tx,
  { companyId }: Pick<Actor, 'companyId'>,
  id: number,
): Promise<ContactListRow> {
  return orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_CONTACT_LIST_FOUND');
}

/** Nobody else changes it, or who is in it, until the end of the transaction. */
export async function lock(tx: Tx, companyId: number, id: number): Promise<ContactListRow> {
  return orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_CONTACT_LIST_FOUND');
}

export interface NewContactList {
  name: string;
  /** Undefined: nobody was asked. */
  basis?: ListBasis | undefined;
  /** Those whom the page of contacts finds under this search. */
  contacts?: { searchParam?: string | undefined } | undefined;
}

export function create(tx: Tx, actor: Actor, list: NewContactList): Promise<ContactListRow> {
  return make(tx, actor, list, async () => {});
}

/** The people whose tickets carry the tag; without a name the list has the tag's. ERR_NO_TAG_FOUND. */
export async function createListFromTag(
  tx: Tx,
  actor: Actor,
  tagId: number,
  { name, ...given }: Partial<NewContactList> = {},
): Promise<ContactListRow> {
  const tag = await tags.get(tx, actor, tagId);
  const list = { name: name ?? tag.name.slice(0, NAME.max).toWellFormed(), ...given };
  return make(tx, actor, list, (id) => fillFromTag(tx, actor.companyId, id, tagId));
}

async function make(
  tx: Tx,
  actor: Actor,
  { name, basis, contacts }: NewContactList,
  fill: (id: number) => Promise<void>,
): Promise<ContactListRow> {
  const { companyId } = actor;
  const id = await repo.insert(tx, companyId, { name, basis: basis ?? null });
  await fill(id);
  if (contacts) await fillFromContacts(tx, companyId, id, contacts.searchParam);
  const created = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, null, created);
  return created;
}

export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  change: Change<repo.ContactListFields>,
): Promise<ContactListRow> {
  const before = await lock(tx, actor.companyId, id);
  await repo.update(tx, actor.companyId, id, change);
  const after = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return after;
}

/** The numbers of which nothing is known any more wait for WhatsApp again. */
export async function check(tx: Tx, actor: Actor, id: number): Promise<ContactListRow> {
  const before = await lock(tx, actor.companyId, id);
  await makeDue(tx, actor.companyId, id);
  const after = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return after;
}

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const contactList = await lock(tx, actor.companyId, id);
  await repo.remove(tx, actor.companyId, id);
  await recordChange(tx, actor, AUDITED, contactList, null);
}

const AUDITED: Audited<ContactListRow> = {
  entity: 'contactList',
  name: ({ name }) => name,
  fields: ({ name, contactsCount, pendingCount, basis }) => ({ name, contactsCount, pendingCount, basis }),
};
