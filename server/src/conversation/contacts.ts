import { phoneKey } from '@balcao/shared/phone/digits.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import type { ChatAddress, Identity, InboundMessage } from '../channels/channel.ts';
import { noteCause } from '../modules/ticket-timeline/causes.service.ts';
import type { Tx } from '../platform/db/client.ts';

export interface KnownContact {
  id: number;
  name: string;
  nameEdited: boolean;
  number: string;
  /** `kind:value` of each of the address's identities that it is known by. */
  identities: string[];
}

/** A name as it is stored: phone numbers by their key, so that both Brazilian spellings are one. */
export function identityRow({ kind, value }: Identity): Identity {
  return { kind, value: kind === 'phone' ? phoneKey(value) : value };
}

export function identityRows(chat: ChatAddress): Identity[] {
  return chat.identities.map(identityRow);
}

/** Condition on contact_identities `i`. */
export function isOneOf(tx: Tx, chat: ChatAddress) {
  return tx`(i.kind, i.value) in (select * from ${given(tx, identityRows(chat))})`;
}

/** The number as the provider spells it; a LID is never shown as one. */
function numberOf(chat: ChatAddress): string {
  return chat.identities.find(({ kind }) => kind === 'phone')?.value ?? '';
}

/** The address of e-mail that it is known by. */
const emailOf = (chat: ChatAddress): string =>
  chat.identities.find(({ kind }) => kind === 'email')?.value ?? '';

/** The contact of a message, made or brought up to date. */
export async function contactFor(
  tx: Tx,
  companyId: number,
  contact: KnownContact | undefined,
  {
    chat,
    ref,
    authorName,
    otherName = '',
  }: Pick<InboundMessage, 'chat' | 'ref' | 'authorName' | 'otherName'>,
): Promise<number> {
  // In a group the author is not the contact, and of our own messages we are.
  const name = chat.kind === 'group' || ref.fromMe ? '' : authorName;
  if (!contact) return createContact(tx, companyId, chat, name || otherName);
  if (hasNews(contact, chat, name)) await updateContact(tx, companyId, contact, chat, name);
  return contact.id;
}

/** Throws the database's unique violation when somebody else made the contact meanwhile: try again. */
async function createContact(tx: Tx, companyId: number, chat: ChatAddress, name: string): Promise<number> {
  const number = numberOf(chat);
  const identities = identityRows(chat);
  const [created] = await tx<{ id: number }[]>`
    with contact as (
      insert into contacts (company_id, name, number, email, is_group)
      values (${companyId}, ${name || (number && formatPhone(number)) || emailOf(chat)}, ${number}, ${emailOf(chat)},
        ${chat.kind === 'group'})
      returning id),
    known_by as (
      insert into contact_identities (company_id, kind, value, contact_id)
      select ${companyId}, kind, value, contact.id from contact, ${given(tx, identities)})
    select id from contact`;
  if (!created) throw new Error('contact not created');
  return created.id;
}

/** Whether `updateContact` would change something. */
export function hasNews(contact: KnownContact, chat: ChatAddress, name: string): boolean {
  return (
    (name !== '' && name !== contact.name && !contact.nameEdited) ||
    (contact.number === '' && numberOf(chat) !== '') ||
    identityRows(chat).some(({ kind, value }) => !contact.identities.includes(`${kind}:${value}`))
  );
}

/** Adds what a message tells of its contact: the push name, unless a person has typed one, the number, identities. */
export async function updateContact(
  tx: Tx,
  companyId: number,
  contact: KnownContact,
  chat: ChatAddress,
  name: string,
): Promise<void> {
  const missing = identityRows(chat).filter(
    ({ kind, value }) => !contact.identities.includes(`${kind}:${value}`),
  );
  const newName = name && !contact.nameEdited ? name : contact.name;
  await tx`
    with known_by as (
      insert into contact_identities (company_id, kind, value, contact_id)
      select ${companyId}, kind, value, ${contact.id} from ${given(tx, missing)})
    update contacts set name = ${newName}, number = ${contact.number || numberOf(chat)}, number_unchecked = false,
      updated_at = now()
    where company_id = ${companyId} and id = ${contact.id}`;
  if (newName !== contact.name) noteCause(tx, { contactId: contact.id });
}

/** The contacts that an address names: more than one is one person who must be merged. Oldest first. */
export async function findContacts(tx: Tx, companyId: number, chat: ChatAddress): Promise<KnownContact[]> {
  return tx<KnownContact[]>`${contactsNamed(tx, companyId, chat)} order by id`;
}

/**
 * Selects the same. Each name is looked up for itself: `limit` keeps the planner from reading all of a company's
 * contacts instead, which seems cheap to it as long as it has not counted them.
 */
export function contactsNamed(tx: Tx, companyId: number, chat: ChatAddress) {
  return tx`
    select c.id, c.name, c."nameEdited", c.number, array_agg(given.kind || ':' || given.value) as identities
    from ${given(tx, identityRows(chat))}
    cross join lateral (
      select contact_id from contact_identities i
      where i.company_id = ${companyId} and i.kind = given.kind and i.value = given.value limit 1) i
    cross join lateral (
      select id, name, name_edited as "nameEdited", number from contacts
      where company_id = ${companyId} and id = i.contact_id limit 1) c
    group by c.id, c.name, c."nameEdited", c.number`;
}

const given = (tx: Tx, rows: Identity[]) => tx`unnest(
  ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ value }) => value)}::text[]) as given (kind, value)`;
