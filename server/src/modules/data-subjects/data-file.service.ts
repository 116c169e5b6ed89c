import { createHash } from 'node:crypto';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { DataFile } from '@balcao/shared/features/data-subjects/calls.ts';
import { phoneKey } from '@balcao/shared/phone/digits.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { noteFileRead } from '../audit/readings.service.ts';
import { idsOfPerson } from '../contacts/contact-links.service.ts';
import * as repo from './data-subjects.repo.ts';
import { presentErasure } from './erasures.presenter.ts';
import { findOpen, type StoredErasure } from './erasures.repo.ts';

/** Who is meant: a contact, with those that are linked to it, or the key of a number. */
export type Subject = { contactId: number } | { number: string };

/** What there is about a person. `contactId` null: only lists have the person. */
export interface Described extends Omit<DataFile, 'backups' | 'erasure'> {
  contactId: number | null;
  /** One that has not begun. */
  erasure: StoredErasure | undefined;
}

/** That it was read is noted. ERR_NO_CONTACT_FOUND, ERR_NO_DATA_SUBJECT_FOUND, ERR_CONTACT_IS_GROUP. */
export async function readFile(
  tx: Tx,
  actor: Actor,
  subject: Subject,
  now: Date,
): Promise<Omit<DataFile, 'backups'>> {
  const { contactId, erasure, ...file } = await describe(tx, actor.companyId, subject);
  await noteFileRead(tx, actor, { contactId, name: file.name }, now);
  return { ...file, erasure: erasure ? presentErasure(erasure, actor) : null };
}

/** The same, noted nowhere. */
export async function describe(tx: Tx, companyId: number, subject: Subject): Promise<Described> {
  if ('contactId' in subject) return ofContact(tx, companyId, subject.contactId);
  const [owner] = await repo.ownersOf(tx, companyId, [subject.number]);
  return owner === undefined ? ofNumber(tx, companyId, subject.number) : ofContact(tx, companyId, owner);
}

async function ofContact(tx: Tx, companyId: number, contactId: number): Promise<Described> {
  const ids = await idsOfPerson(tx, companyId, contactId);
  const known = await repo.listKnownAs(tx, companyId, ids);
  const contact = orNotFound(
    known.find(({ id }) => id === contactId),
    'ERR_NO_CONTACT_FOUND',
  );
  if (contact.isGroup) throw new AppError('ERR_CONTACT_IS_GROUP');
  const numbers = await repo.numbersOf(tx, companyId, ids);
  const typed = known.flatMap(({ number }) => (number ? [phoneKey(number)] : []));
  const content = await contentOf(tx, companyId, known, [...new Set([...numbers, ...typed])]);
  return { contactId, name: displayName(contact), ...content };
}

async function ofNumber(tx: Tx, companyId: number, number: string): Promise<Described> {
  const content = await contentOf(tx, companyId, [], [number]);
  const isEmpty =
    content.heldGroupMessages === 0 && Object.values(content.counts).every((count) => count === 0);
  if (isEmpty && !content.keptOptOut) throw new AppError('ERR_NO_DATA_SUBJECT_FOUND');
  const [listed] = await repo.listNumbers(tx, companyId, [number], number);
  return { contactId: null, name: displayName({ name: listed?.name ?? '', number }), ...content };
}

async function contentOf(
  tx: Tx,
  companyId: number,
  known: readonly repo.KnownAs[],
  numbers: readonly string[],
): Promise<Omit<Described, 'contactId' | 'name'>> {
  const ids = known.map(({ id }) => id);
  const { counts, heldGroupMessages, firstAt, lastAt, keptOptOut, fingerprint } = await repo.count(
    tx,
    companyId,
    ids,
    numbers,
  );
  return {
    contacts: known.map(({ createdAt, returnedAt, isGroup: _, ...contact }) => ({
      ...contact,
      createdAt: createdAt.toISOString(),
      returnedAt: returnedAt?.toISOString() ?? null,
    })),
    numbers: [...numbers],
    counts,
    heldGroupMessages,
    firstAt: firstAt?.toISOString() ?? null,
    lastAt: lastAt?.toISOString() ?? null,
    keptOptOut,
    digest: digestOf([known, numbers, counts, heldGroupMessages, fingerprint]),
    erasure: await findOpen(tx, companyId, ids, numbers),
  };
}

/** Another one where there is something else. */
const digestOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex');
