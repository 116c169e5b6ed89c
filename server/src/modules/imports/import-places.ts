import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as lists from '../contact-lists/contact-lists.service.ts';
import * as items from '../contact-lists/list-items.service.ts';
import * as repo from './imports.repo.ts';

/** Where imported people go. */
export interface ImportPlace {
  /** Whether there is a place for whom no campaign writes to. */
  takesOptedOut: boolean;
  /** Throws when there is no such place, or so many more do not fit. */
  assertRoom(tx: Tx, companyId: number, more: number): Promise<void>;
  /** Those who are there already, by the keys of their numbers. */
  owners(tx: Tx, companyId: number, keys: readonly string[]): Promise<Map<string, number>>;
  /** @param unchecked nobody knows whether somebody has their numbers */
  insert(
    tx: Tx,
    companyId: number,
    people: readonly repo.KeyedContact[],
    unchecked: boolean,
  ): Promise<unknown>;
  /** What the file says replaces what is known; what it does not say stays. */
  update(tx: Tx, companyId: number, people: readonly repo.KnownContact[]): Promise<void>;
}

const CONTACTS: ImportPlace = {
  takesOptedOut: true,
  assertRoom: async () => {},
  owners: repo.owners,
  insert: repo.insertContacts,
  update: repo.updateContacts,
};

const listPlace = (listId: number): ImportPlace => ({
  takesOptedOut: false,
  async assertRoom(tx, companyId, more) {
    items.assertRoom(await lists.get(tx, { companyId }, listId), more);
  },
  async owners(tx, companyId, keys) {
    await lists.lock(tx, companyId, listId);
    return items.owners(tx, companyId, listId, keys);
  },
  insert: (tx, companyId, people) =>
    items.insert(
      tx,
      companyId,
      listId,
      people.map(({ key, name, number, email }) => ({
        number: key,
        name: name || formatPhone(number),
        email,
      })),
    ),
  update: (tx, companyId, people) =>
    items.fillIn(
      tx,
      companyId,
      people.map(({ id, name, email }) => ({ id, name, email })),
    ),
});

export const placeOf = (target: repo.ImportTarget): ImportPlace =>
  target === null ? CONTACTS : listPlace(target);
