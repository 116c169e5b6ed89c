import type { Contact, WASocket } from '@whiskeysockets/baileys';
import type { BookEntry } from '../channel.ts';
import { addressOf, type Self } from './identity.ts';

/** Entries in one event, which is one transaction. */
const BATCH = 500;
const NAME_CHARACTERS = 200;

/**
 * Imports the phone's address book: it comes with the history after linking, and whenever the phone changes it. It is
 * a copy, and comes again with the next linking.
 */
export function listenForPhoneBook(
  sock: WASocket,
  self: () => Self,
  tell: (entries: BookEntry[]) => void,
): void {
  const pass = (contacts: Partial<Contact>[]) => {
    const entries = contacts.flatMap((contact) => entryOf(contact, self()) ?? []);
    for (let from = 0; from < entries.length; from += BATCH) tell(entries.slice(from, from + BATCH));
  };
  sock.ev.on('messaging-history.set', ({ contacts }) => pass(contacts));
  sock.ev.on('contacts.upsert', pass);
}

/** Null for groups, for ourselves, and for people whom only WhatsApp names. */
function entryOf(contact: Partial<Contact>, self: Self): BookEntry | null {
  const { id, lid, phoneNumber, name, notify, verifiedName } = contact;
  const chat = addressOf([id, lid, phoneNumber], self);
  const named = (kind: 'phone' | 'lid') => chat?.identities.find((identity) => identity.kind === kind)?.value;
  const number = named('phone');
  if (chat?.kind !== 'direct' || !number) return null;
  const called = name || verifiedName || notify || '';
  return { number, lid: named('lid') ?? null, name: called.slice(0, NAME_CHARACTERS) };
}
