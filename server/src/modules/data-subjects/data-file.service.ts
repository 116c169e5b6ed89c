import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { DataFile } from '@balcao/shared/features/data-subjects/calls.ts';
import { phoneKey } from '@balcao/shared/phone/digits.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import type { Tx } from '../../platform/db/client.ts';
import { noteFileRead } from '../audit/readings.service.ts';
import { idsOfPerson } from '../contacts/contact-links.service.ts';
import * as contacts from '../contacts/contacts.service.ts';
import * as repo from './data-subjects.repo.ts';

/** Who is meant: a contact, with those that are linked to it, or the key of a number. */
export type Subject = { contactId: number } | { number: string };

type Content = Omit<DataFile, 'backup'>;

/** That it was read is noted. ERR_NO_CONTACT_FOUND, ERR_NO_DATA_SUBJECT_FOUND, ERR_CONTACT_IS_GROUP. */
export async function readFile(tx: Tx, actor: Actor, subject: Subject, now: Date): Promise<Content> {
  const { contactId, ...file } = await describe(tx, actor, subject);
  await noteFileRead(tx, actor, { contactId, name: file.name }, now);
  return file;
}

/** The same, noted nowhere. `contactId` null: only lists have the person. */
async function describe(
  tx: Tx,
  actor: Actor,
  subject: Subject,
): Promise<Content & { contactId: number | null }> {
  if ('contactId' in subject) return ofContact(tx, actor, subject.contactId);
  const owner = await repo.ownerOf(tx, actor.companyId, subject.number);
  return owner === undefined ? ofNumber(tx, actor.companyId, subject.number) : ofContact(tx, actor, owner);
}

async function ofContact(tx: Tx, actor: Actor, contactId: number): Promise<Content & { contactId: number }> {
  const contact = await contacts.get(tx, actor, contactId);
  if (contact.isGroup) throw new AppError('ERR_CONTACT_IS_GROUP');
  const { companyId } = actor;
  const ids = await idsOfPerson(tx, companyId, contactId);
  const known = await repo.listKnownAs(tx, companyId, ids);
  const numbers = await repo.numbersOf(tx, companyId, ids);
  const typed = known.flatMap(({ number }) => (number ? [phoneKey(number)] : []));
  const content = await contentOf(tx, companyId, known, [...new Set([...numbers, ...typed])]);
  return { contactId, name: displayName(contact), ...content };
}

async function ofNumber(tx: Tx, companyId: number, number: string): Promise<Content & { contactId: null }> {
  const content = await contentOf(tx, companyId, [], [number]);
  const isEmpty = Object.values(content.counts).every((count) => count === 0);
  if (isEmpty && !content.keptOptOut) throw new AppError('ERR_NO_DATA_SUBJECT_FOUND');
  const [listed] = await repo.listNumbers(tx, companyId, [number]);
  return { contactId: null, name: displayName({ name: listed?.name ?? '', number }), ...content };
}

async function contentOf(
  tx: Tx,
  companyId: number,
  known: readonly repo.KnownAs[],
  numbers: readonly string[],
): Promise<Omit<Content, 'name'>> {
  const ids = known.map(({ id }) => id);
  const { firstAt, lastAt, keptOptOut, ...counts } = await repo.count(tx, companyId, ids, numbers);
  return {
    contacts: known.map(({ createdAt, ...contact }) => ({ ...contact, createdAt: createdAt.toISOString() })),
    numbers: [...numbers],
    counts,
    firstAt: firstAt?.toISOString() ?? null,
    lastAt: lastAt?.toISOString() ?? null,
    keptOptOut,
  };
}
