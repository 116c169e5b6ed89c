import type { Actor } from '@balcao/shared/contract/roles.ts';
import {
  BY_ADDRESS,
  BY_NUMBER,
  CHANNEL_OF,
  type Channel,
  kindsThat,
} from '@balcao/shared/features/connections/channel.ts';
import type { ContactItem } from '@balcao/shared/features/contacts/calls.ts';
import type { OptOut } from '@balcao/shared/features/contacts/opt-out.ts';
import type { ContactRow, WrittenFields } from '@balcao/shared/features/contacts/row.ts';
import type { TicketReferral } from '@balcao/shared/features/messages/referral.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isVisible, seesAll } from '../../platform/db/contact-scopes.ts';
import type { Page, PlaceByName } from '../../platform/db/page.ts';
import { insertInto, updateIn } from '../../platform/db/rows.ts';
import { searchPage } from '../../platform/db/search-page.ts';
import { contactColumns, contactItemColumns } from './contacts.sync.ts';

export interface Narrowing {
  /** Carried by one of their tickets that the actor sees. */
  tagId?: number | undefined;
  /** They have a name there. */
  channel?: Channel | undefined;
}

/**
 * Visible contacts by name.
 *
 * @param text words, whatever their accents: any part of a word of the name, or of the number
 */
export function listContacts(
  tx: Tx,
  actor: Actor,
  text: string | undefined,
  page: Page<PlaceByName>,
  narrow: Narrowing = {},
): Promise<ListedContact[]> {
  const { companyId } = actor;
  const listed = tx`from contacts c where c.company_id = ${companyId} ${isBehind(tx, page.after)}`;
  // For agents who see all, each row is at hand when its name is: nothing to read twice. What is left out is not read.
  const isNarrowed = narrow.tagId !== undefined || narrow.channel !== undefined;
  if (!text && !isNarrowed && page.offset === 0 && seesAll(actor))
    return tx<ListedContact[]>`select ${listedColumns(tx)} ${listed} ${byName(tx)} limit ${page.limit}`;
  const walk = (steps?: number) => tx`from (${inOrder(tx, actor, page.after, steps)}) c`;
  if (!text && !isNarrowed) return readPage(tx, walk(page.offset + page.limit), page);
  const isNamed = text ? tx`and c.terms @@ (select contact_query(${companyId}, ${text}))` : tx``;
  const isMeant = isAmong(tx, actor, narrow);
  return searchPage(page, {
    walk: (steps) => readPage(tx, tx`${walk(steps)} where true ${isNamed} ${isMeant}`, page),
    find: async (most) => {
      const found = await tx<{ id: number }[]>`
        select id from (${text ? tx`select * from find_contacts(${text}, ${most})` : ofNarrowest(tx, companyId, narrow)})
          as found (id) limit ${most}`;
      return found.map(({ id }) => id);
    },
    // Apart from its order, or the planner would rather walk down the whole list to meet them sorted.
    read: (ids) => {
      const found = tx`
        select c.* ${listed} and c.id = any (${ids}::bigint[]) and ${isVisible(tx, actor)} ${isMeant} offset 0`;
      return readPage(tx, tx`from (${found}) c`, page);
    },
    endsBefore: (steps) => hasFewer(tx, actor, page.after, steps),
  });
}

/** Asked of each contact, as `isVisible` is. */
function isAmong(tx: Tx, actor: Actor, { tagId, channel }: Narrowing) {
  const carries = tx`and (select true from tickets t
    join ticket_tags k on k.company_id = t.company_id and k.ticket_id = t.id and k.tag_id = ${tagId ?? 0}
    where t.company_id = c.company_id and t.contact_id = c.id and t.scopes && ${actorScopes(actor)}::text[] limit 1)`;
  const isThere = tx`and (select true from contact_identities i
    where i.company_id = c.company_id and i.contact_id = c.id and i.kind = any (${kindsOf(channel)}::text[]) limit 1)`;
  return tx`${tagId === undefined ? tx`` : carries} ${channel === undefined ? tx`` : isThere}`;
}

/** Selects by the index of tags, or of names on a channel: more than are meant, and some more than once. */
const ofNarrowest = (tx: Tx, companyId: number, { tagId, channel }: Narrowing) =>
  tagId === undefined
    ? tx`select i.contact_id from contact_identities i
        where i.company_id = ${companyId} and i.kind = any (${kindsOf(channel)}::text[])`
    : tx`select t.contact_id from ticket_tags k
        join tickets t on t.company_id = k.company_id and t.id = k.ticket_id
        where k.company_id = ${companyId} and k.tag_id = ${tagId}`;

const kindsOf = (channel: Channel | undefined) =>
  Object.entries(CHANNEL_OF).flatMap(([kind, own]) => (own === channel ? [kind] : []));

/**
 * Selects visible contacts behind a place in the order of the list. For an agent the lists of their scopes are merged,
 * each in order by itself or the planner would sort them all: how many contacts of others lie between does not matter.
 */
function inOrder(tx: Tx, actor: Actor, after: PlaceByName | undefined, most?: number) {
  const { companyId } = actor;
  const first = tx`${byName(tx)} ${most ? tx`limit ${most}` : tx``}`;
  if (seesAll(actor))
    return tx`select c.* from contacts c where c.company_id = ${companyId} ${isBehind(tx, after)} ${first}`;
  const lists = actorScopes(actor).map(
    (scope) => tx`(
      select c.id, c.sort_name from (select *, contact_id as id from contact_sight) c
      where c.company_id = ${companyId} and c.scope = ${scope} ${isBehind(tx, after)} ${byName(tx)})`,
  );
  return tx`
    select ${companyId}::bigint as company_id, c.id, c.sort_name,
      (select terms from contacts n where n.company_id = ${companyId} and n.id = c.id) as terms
    from (
      select distinct c.id, c.sort_name from (${lists.reduce((some, list) => tx`${some} union all ${list}`)}) c
      ${first}) c`;
}

/** Whether fewer contacts than that are behind a place in an agent's list. Those of a whole company are not counted. */
async function hasFewer(
  tx: Tx,
  actor: Actor,
  after: PlaceByName | undefined,
  most: number,
): Promise<boolean> {
  if (seesAll(actor)) return false;
  const [seen] = await tx<{ count: number }[]>`
    select count(*)::int from (${inOrder(tx, actor, after, most)}) c`;
  return (seen?.count ?? 0) < most;
}

/**
 * The page is cut from the index, which knows nothing but names; only its own rows are read, each by its key: `limit`
 * keeps the planner from comparing all of a company's contacts, which seems cheap to it while they are few.
 *
 * @param contacts from where to take contacts `c`, in any order
 */
async function readPage(
  tx: Tx,
  contacts: ReturnType<typeof byName>,
  { offset, limit }: Page<PlaceByName>,
): Promise<ListedContact[]> {
  const rows = await tx<ListedContact[]>`
    select c.*
    from (
      select c.company_id, c.id, c.sort_name ${contacts} ${byName(tx)} offset ${offset} limit ${limit}) page
    cross join lateral (
      select ${listedColumns(tx)} from contacts c
      where c.company_id = page.company_id and c.id = page.id limit 1) c
    order by page.sort_name, page.id`;
  return [...rows];
}

interface ListedContact extends ContactItem {
  sortName: string;
}

const listedColumns = (tx: Tx) => tx`${contactItemColumns(tx)}, c.sort_name`;

const byName = (tx: Tx) => tx`order by c.sort_name, c.id`;

const isBehind = (tx: Tx, after: PlaceByName | undefined) =>
  after ? tx`and (c.sort_name, c.id) > (${after[0]}, ${after[1]})` : tx``;

const EXPORT_ROWS = 1_000;

/** The next people of an export, by name: those who have a number or an e-mail, by which an import knows them. @param after the last one of the page before */
export function exportPage(tx: Tx, actor: Actor, after: PlaceByName | undefined): Promise<ExportedContact[]> {
  return tx<ExportedContact[]>`
    select ${contactColumns(tx)}, c.sort_name,
      (select t.referral from tickets t
        where t.company_id = c.company_id and t.contact_id = c.id and t.referral is not null
          and t.scopes && ${actorScopes(actor)}::text[]
        order by t.referred_at desc limit 1) as referral
    from contacts c
    where c.company_id = ${actor.companyId} ${isBehind(tx, after)} and not c.is_group and (c.number <> '' or c.email <> '')
      and ${isVisible(tx, actor)}
    ${byName(tx)} limit ${EXPORT_ROWS}`;
}

interface ExportedContact extends ContactRow {
  sortName: string;
  /** Of the tickets that the actor sees, the latest. */
  referral: TicketReferral | null;
}

/** People whom an export leaves out. */
export async function countNumberless(tx: Tx, actor: Actor): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int from contacts c
    where c.company_id = ${actor.companyId} and not c.is_group and c.number = '' and c.email = ''
      and ${isVisible(tx, actor)}`;
  return row?.count ?? 0;
}

/** The language in which an export is written that names none. */
export async function languageOf(tx: Tx, companyId: number): Promise<Language> {
  const [company] = await tx<
    { language: Language }[]
  >`select language from companies where id = ${companyId}`;
  return company?.language ?? 'pt';
}

export interface ContactRecord extends ContactRow {
  uuid: string;
  createdAt: Date;
  nameEdited: boolean;
  /** Counts the tickets that the actor sees. */
  ticketCount: number;
}

/** A contact that the actor sees. */
export async function find(tx: Tx, actor: Actor, id: number): Promise<ContactRecord | undefined> {
  const [row] = await tx<ContactRecord[]>`
    select ${contactColumns(tx)}, c.uuid, c.created_at, c.name_edited,
      (select count(*)::int from tickets t
        where t.company_id = c.company_id and t.contact_id = c.id
          and t.scopes && ${actorScopes(actor)}::text[]) as ticket_count
    from contacts c where c.company_id = ${actor.companyId} and c.id = ${id} and ${isVisible(tx, actor)}`;
  return row;
}

export async function isSeen(tx: Tx, actor: Actor, id: number): Promise<boolean> {
  const found = await tx`
    select from contacts c where c.company_id = ${actor.companyId} and c.id = ${id} and ${isVisible(tx, actor)}`;
  return found.count === 1;
}

/** The same, and nobody else changes it until the end of the transaction. */
export async function lock(tx: Tx, actor: Actor, id: number): Promise<ContactRecord | undefined> {
  await tx`select from contacts where company_id = ${actor.companyId} and id = ${id} for update`;
  return find(tx, actor, id);
}

/** Contacts with one of these identities: several until it is known that they are one. By id. */
export async function ownersOf(
  tx: Tx,
  companyId: number,
  identities: readonly ContactIdentity[],
): Promise<number[]> {
  const rows = await tx<{ contactId: number }[]>`
    select distinct i.contact_id from ${given(tx, identities)}
    join contact_identities i on i.company_id = ${companyId} and i.kind = given.kind and i.value = given.value
    order by i.contact_id`;
  return rows.map(({ contactId }) => contactId);
}

/** A name that somebody is written to by; a phone number by its key. */
export interface ContactIdentity {
  kind: 'phone' | 'lid' | 'email';
  value: string;
}

export type Written = WrittenFields & OptOut;

export interface NewContact extends Written {
  number: string;
  identities: readonly ContactIdentity[];
  numberUnchecked: boolean;
  addedBy: readonly number[];
  /** A person has chosen the name. */
  nameEdited: boolean;
}

export async function insert(
  tx: Tx,
  companyId: number,
  { identities, ...contact }: NewContact,
): Promise<number> {
  const id = await insertInto(tx, 'contacts', { companyId, ...contact });
  await addIdentities(tx, companyId, id, identities);
  return id;
}

/** Programs that write to one number find or make its contact one after the other, until the transaction ends. */
export async function lockNumber(tx: Tx, companyId: number, key: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(4221, hashtext(${`${companyId}/${key}`}))`;
}

/** Names somebody who is called by the number, or by nothing. */
export async function nameUnnamed(tx: Tx, companyId: number, id: number, name: string): Promise<void> {
  await tx`
    update contacts set name = ${name}, name_edited = true, updated_at = now()
    where company_id = ${companyId} and id = ${id} and not name_edited
      and regexp_replace(name, '[^0-9]', '', 'g') in (number, '') and name !~ '[[:alpha:]]'`;
}

/** An agent who adds a contact that is there already sees it from now on. */
export async function addAdder(tx: Tx, { companyId, userId }: Actor, id: number): Promise<void> {
  await tx`
    update contacts set added_by = added_by || ${userId}::bigint, updated_at = now()
    where company_id = ${companyId} and id = ${id} and not ${userId} = any (added_by)`;
}

/** What is absent stays as it is. A name that somebody wrote is theirs from now on. */
export async function update(tx: Tx, companyId: number, id: number, change: Partial<Written>): Promise<void> {
  if (Object.keys(change).length === 0) return;
  const nameEdited = change.name === undefined ? undefined : true;
  await updateIn(tx, 'contacts', { companyId, id }, { ...change, nameEdited, updatedAt: new Date() });
}

/** Another number is another person on WhatsApp: what the old one was known by is not this contact's any more. */
export async function setNumber(
  tx: Tx,
  companyId: number,
  { id, number: before }: Pick<ContactRow, 'id' | 'number'>,
  { number, unchecked }: { number: string; unchecked: boolean },
  identities: readonly ContactIdentity[],
): Promise<void> {
  const kinds = before ? ['phone', 'lid'] : ['phone'];
  await tx`
    delete from contact_identities
    where company_id = ${companyId} and contact_id = ${id} and kind = any (${kinds}::text[])
      and (kind, value) not in (select kind, value from ${given(tx, identities)})`;
  await addIdentities(tx, companyId, id, identities);
  await tx`
    update contacts set number = ${number}, number_unchecked = ${unchecked}, updated_at = now()
    where company_id = ${companyId} and id = ${id}`;
}

/** Stores how WhatsApp spells a number that was typed, and what else its owner is known by. */
export async function confirmNumber(
  tx: Tx,
  companyId: number,
  id: number,
  number: string,
  identities: readonly ContactIdentity[],
): Promise<void> {
  await addIdentities(tx, companyId, id, identities);
  await tx`
    update contacts set number = ${number}, number_unchecked = false, updated_at = now()
    where company_id = ${companyId} and id = ${id}`;
}

/** The connection through which numbers are looked up: the actor's own, the default, or any that a process holds. */
export async function answeringConnection(tx: Tx, { companyId, userId }: Actor): Promise<number | undefined> {
  const [found] = await tx<{ id: number }[]>`
    select c.id from connections c
    join held_connections l on l.company_id = c.company_id and l.connection_id = c.id
    left join users u on u.company_id = c.company_id and u.id = ${userId} and u.connection_id = c.id
    where c.company_id = ${companyId} and c.deleted_at is null and c.status = 'connected'
      and c.kind = any (${BY_NUMBER.kinds})
    order by u.id is null, not c.is_default, c.id limit 1`;
  return found?.id;
}

/** The number, when nobody could be asked about it yet, of a contact that the actor sees. */
export async function uncheckedNumber(tx: Tx, actor: Actor, id: number): Promise<string | undefined> {
  const [row] = await tx<{ number: string }[]>`
    select number from contacts c
    where c.company_id = ${actor.companyId} and c.id = ${id} and number_unchecked and ${isVisible(tx, actor)}`;
  return row?.number;
}

/** Throws the database's unique violation when one of them is another contact's. */
export async function addIdentities(
  tx: Tx,
  companyId: number,
  id: number,
  identities: readonly ContactIdentity[],
): Promise<void> {
  await tx`
    insert into contact_identities (company_id, kind, value, contact_id)
    select ${companyId}, given.kind, given.value, ${id} from ${given(tx, identities)}
    where not exists (
      select from contact_identities i
      where i.company_id = ${companyId} and i.contact_id = ${id} and i.kind = given.kind and i.value = given.value)`;
}

/** Whom a mailbox writes to at the address that stands in the contact is known by it, unless somebody is already. */
export async function nameByAddress(
  tx: Tx,
  companyId: number,
  { contactId, connectionId }: { contactId: number; connectionId: number },
): Promise<void> {
  await tx`
    insert into contact_identities (company_id, kind, value, contact_id)
    select p.company_id, 'email', lower(p.email), p.id from contacts p
    join connections c on c.company_id = p.company_id and c.id = ${connectionId} and c.kind = any (${BY_ADDRESS})
    where p.company_id = ${companyId} and p.id = ${contactId} and p.email <> '' and not p.is_group
    on conflict do nothing`;
}

const given = (tx: Tx, rows: readonly ContactIdentity[]) => tx`unnest(
  ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ value }) => value)}::text[]) as given (kind, value)`;

export async function setBlocked(tx: Tx, companyId: number, id: number, blocked: boolean): Promise<void> {
  await tx`
    update contacts set blocked = ${blocked}, updated_at = now() where company_id = ${companyId} and id = ${id}`;
  await tx`
    insert into block_orders (company_id, connection_id, contact_id, blocked)
    select ${companyId}, id, ${id}, ${blocked} from connections
    where company_id = ${companyId} and deleted_at is null and kind = any (${kindsThat(({ blocks }) => blocks)})
    on conflict (company_id, connection_id, contact_id)
      do update set blocked = excluded.blocked, state = 'due', at = now()`;
}

/** More changes than consoles should read one by one: beyond it they fetch everything again. */
const MANY_MESSAGES = 2_000;

/** Removes a contact with tickets and messages. Housekeeping finds the files that nothing else shows. */
export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`
    select set_config('app.feed_muted', 'on', true) from messages
    where company_id = ${companyId} and contact_id = ${id} having count(*) > ${MANY_MESSAGES}`;
  await tx`delete from contacts where company_id = ${companyId} and id = ${id}`;
}
