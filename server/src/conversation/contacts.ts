import { formatPhone, phoneKey } from '@balcao/shared/domain/phone.ts';
import type { ChatAddress, Identity } from '../channels/channel.ts';
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
  const rows = identityRows(chat);
  return tx`(i.kind, i.value) in (select * from unnest(
    ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ value }) => value)}::text[]))`;
}

/** The number as the provider spells it; a LID is never shown as one. */
function numberOf(chat: ChatAddress): string {
  return chat.identities.find(({ kind }) => kind === 'phone')?.value ?? '';
}

/** Throws the database's unique violation when somebody else made the contact meanwhile: try again. */
export async function createContact(
  tx: Tx,
  companyId: number,
  chat: ChatAddress,
  name: string,
): Promise<number> {
  const number = numberOf(chat);
  const identities = identityRows(chat);
  const [created] = await tx<{ id: number }[]>`
    with contact as (
      insert into contacts (company_id, name, number, is_group)
      values (${companyId}, ${name || (number && formatPhone(number))}, ${number}, ${chat.kind === 'group'})
      returning id),
    known_by as (
      insert into contact_identities (company_id, kind, value, contact_id)
      select ${companyId}, kind, value, contact.id
      from contact, unnest(${identities.map(({ kind }) => kind)}::text[],
        ${identities.map(({ value }) => value)}::text[]) as given (kind, value))
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
      select ${companyId}, kind, value, ${contact.id}
      from unnest(${missing.map(({ kind }) => kind)}::text[],
        ${missing.map(({ value }) => value)}::text[]) as given (kind, value))
    update contacts set name = ${newName}, number = ${contact.number || numberOf(chat)}, updated_at = now()
    where company_id = ${companyId} and id = ${contact.id}`;
}

/** The contacts that an address names: more than one is one person who must be merged. Oldest first. */
export async function findContacts(tx: Tx, companyId: number, chat: ChatAddress): Promise<KnownContact[]> {
  return tx<KnownContact[]>`
    select c.id, c.name, c.name_edited, c.number, array_agg(i.kind || ':' || i.value) as identities
    from contact_identities i join contacts c on c.company_id = i.company_id and c.id = i.contact_id
    where i.company_id = ${companyId} and ${isOneOf(tx, chat)}
    group by c.company_id, c.id order by c.id`;
}
