import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { DataSubject } from '@balcao/shared/features/data-subjects/calls.ts';
import { readTaxNumber } from '@balcao/shared/money/tax-number.ts';
import { digitsOf, phoneKey } from '@balcao/shared/phone/digits.ts';
import { withCallingCode } from '@balcao/shared/phone/phone.ts';
import type { Tx } from '../../platform/db/client.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { listContacts } from '../contacts/contacts.service.ts';
import * as repo from './data-subjects.repo.ts';

/** Fewer digits are part of a number, not a whole one. */
const LEAST_DIGITS = 8;

/** Whom a text names exactly comes first, then those whose name or number has it, page by page, each with as many of lists. */
export async function search(
  tx: Tx,
  actor: Actor,
  text = '',
  pageNumber = 1,
): Promise<{ subjects: DataSubject[]; hasMore: boolean }> {
  if (text === '') return { subjects: [], hasMore: false };
  const exact = pageNumber > 1 ? [] : await findExactly(tx, actor.companyId, text);
  // An e-mail is in no name.
  const named = text.includes('@')
    ? { people: [], hasMore: false }
    : await findNamed(tx, actor, text, pageNumber);
  const subjects = [...exact, ...named.people].map(present);
  return {
    subjects: [...new Map(subjects.map((subject) => [subject.id, subject])).values()],
    hasMore: named.hasMore,
  };
}

async function findNamed(
  tx: Tx,
  actor: Actor,
  text: string,
  pageNumber: number,
): Promise<{ people: repo.FoundSubject[]; hasMore: boolean }> {
  const contacts = pageOf(await listContacts(tx, actor, text, pageAt(pageNumber)));
  const listed = pageOf(await repo.numbersOfName(tx, text, pageAt(pageNumber)));
  const owners = await repo.ownersOf(tx, actor.companyId, listed.shown);
  const people = contacts.shown
    .filter(({ isGroup }) => !isGroup)
    .map(({ id, name, number, email, channels }) => ({ contactId: id, name, number, email, channels }));
  return {
    people: [
      ...people,
      ...(await repo.listContacts(tx, actor.companyId, owners)),
      ...(await repo.listNumbers(tx, actor.companyId, listed.shown)),
    ],
    hasMore: contacts.hasMore || listed.hasMore,
  };
}

/** By a whole e-mail, CPF, CNPJ or number, also of whoever is no contact. */
async function findExactly(tx: Tx, companyId: number, text: string): Promise<repo.FoundSubject[]> {
  if (text.includes('@')) {
    const email = text.toLowerCase();
    return [
      ...(await repo.listContacts(tx, companyId, await repo.contactsOfEmail(tx, companyId, email))),
      ...(await repo.listNumbers(tx, companyId, await repo.numbersOfEmail(tx, email))),
    ];
  }
  const document = readTaxNumber(text);
  const ids = document ? await repo.contactsOfDocument(tx, document.digits) : [];
  if (digitsOf(text).length < LEAST_DIGITS) return repo.listContacts(tx, companyId, ids);
  const whole = phoneKey(withCallingCode(text, 'BR'));
  const numbers = [phoneKey(text), whole];
  const owners = await repo.ownersOf(tx, companyId, numbers);
  return [
    ...(await repo.listContacts(tx, companyId, [...ids, ...owners])),
    ...(await repo.listNumbers(tx, companyId, numbers, whole)),
  ];
}

const present = (found: repo.FoundSubject): DataSubject => ({
  ...found,
  id: found.contactId === null ? `number:${found.number}` : `contact:${found.contactId}`,
});
