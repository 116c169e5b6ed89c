import type { DataFile, DataSubject } from '@balcao/shared/features/data-subjects/calls.ts';
import type { DataKind } from '@balcao/shared/features/data-subjects/kinds.ts';
import type { Tx } from '../../platform/db/client.ts';
import { hadOptedOut } from '../../platform/db/opt-outs.ts';
import { contactColumns, contactItemColumns } from '../contacts/contacts.sync.ts';

/** So many share an e-mail or a document at most. */
const SAME_MOST = 40;
/** What somebody has written in groups is counted no further. */
const GROUP_MESSAGES_MOST = 100_000;

export type FoundSubject = Omit<DataSubject, 'id'>;

export async function contactsOfEmail(tx: Tx, email: string): Promise<number[]> {
  const found = await tx<{ id: number }[]>`
    select id from find_contacts_of_email(${email}, ${SAME_MOST}) as found (id)`;
  return found.map(({ id }) => id);
}

/** @param document without what only helps reading it */
export async function contactsOfDocument(tx: Tx, document: string): Promise<number[]> {
  const found = await tx<{ id: number }[]>`
    select id from find_contacts_of_document(${document}, ${SAME_MOST}) as found (id)`;
  return found.map(({ id }) => id);
}

/** Of people in lists. */
export async function numbersOfEmail(tx: Tx, email: string): Promise<string[]> {
  const found = await tx<{ number: string }[]>`
    select number from find_numbers_of_email(${email}, ${SAME_MOST}) as found (number)`;
  return found.map(({ number }) => number);
}

export const listContacts = (tx: Tx, companyId: number, ids: readonly number[]): Promise<FoundSubject[]> =>
  tx<FoundSubject[]>`
    select c.id as contact_id, c.name, c.number, c.email, c.channels
    from (
      select ${contactItemColumns(tx)}, c.sort_name from contacts c
      where c.company_id = ${companyId} and c.id = any (${ids as number[]}::bigint[]) and not c.is_group) c
    order by c.sort_name, c.id`;

/** Those of these numbers that lists, campaigns or phone books have and no contact, as they call them. */
export const listNumbers = (tx: Tx, companyId: number, numbers: readonly string[]): Promise<FoundSubject[]> =>
  tx<FoundSubject[]>`
    select distinct on (s.number) null::bigint as contact_id, s.name, s.number, s.email, '{}'::text[] as channels
    from (
      select 1 as place, number, name, email from contact_list_items
      where company_id = ${companyId} and number = any (${numbers as string[]}::text[])
      union all
      select 2, number, name, '' from campaign_recipients
      where company_id = ${companyId} and number = any (${numbers as string[]}::text[])
      union all
      select 3, key, name, '' from phone_contacts
      where company_id = ${companyId} and key = any (${numbers as string[]}::text[])) s
    where not exists (
      select from contact_identities i
      where i.company_id = ${companyId} and i.kind = 'phone' and i.value = s.number)
    order by s.number, s.place, s.name desc`;

export async function ownerOf(tx: Tx, companyId: number, number: string): Promise<number | undefined> {
  const [owner] = await tx<{ contactId: number }[]>`
    select contact_id from contact_identities
    where company_id = ${companyId} and kind = 'phone' and value = ${number}`;
  return owner?.contactId;
}

export type KnownAs = Omit<DataFile['contacts'][number], 'createdAt' | 'returnedAt'> & {
  createdAt: Date;
  returnedAt: Date | null;
  isGroup: boolean;
};

export const listKnownAs = (tx: Tx, companyId: number, ids: readonly number[]): Promise<KnownAs[]> =>
  tx<KnownAs[]>`
    select ${contactColumns(tx)}, c.created_at, c.returned_at, exists (
      select from holds h
      where h.company_id = c.company_id and (h.contact_id = c.id or h.ticket_id in (
        select id from tickets t where t.company_id = c.company_id and t.contact_id = c.id))) as held
    from contacts c
    where c.company_id = ${companyId} and c.id = any (${ids as number[]}::bigint[])
    order by c.created_at, c.id`;

/** The keys of the phone numbers by which messengers know these contacts. */
export async function numbersOf(tx: Tx, companyId: number, ids: readonly number[]): Promise<string[]> {
  const found = await tx<{ value: string }[]>`
    select value from contact_identities
    where company_id = ${companyId} and contact_id = any (${ids as number[]}::bigint[]) and kind = 'phone'
    order by value`;
  return found.map(({ value }) => value);
}

export type Counted = Record<DataKind, number> & {
  firstAt: Date | null;
  lastAt: Date | null;
  keptOptOut: boolean;
};

/**
 * How much of each kind there is.
 *
 * @param ids every contact of the person
 * @param numbers the keys of every number
 */
export async function count(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  numbers: readonly string[],
): Promise<Counted> {
  const these = tx`any (${ids as number[]}::bigint[])`;
  const [row] = await tx<Counted[]>`
    with number as (select unnest(${numbers as string[]}::text[]) as number),
    ticket as materialized (
      select id from tickets where company_id = ${companyId} and contact_id = ${these}),
    message as materialized (
      select media_type, media_id, created_at from messages
      where company_id = ${companyId} and contact_id = ${these} and media_type <> 'event'),
    author as (
      select number from number
      union
      select value from contact_identities
      where company_id = ${companyId} and contact_id = ${these} and kind in ('phone', 'lid')
      union
      select number from contacts where company_id = ${companyId} and id = ${these} and number <> '')
    select
      (select count(*) from ticket)::int as tickets,
      (select count(*) from message where media_type not in ('note', 'call_log'))::int as messages,
      (select count(*) from find_group_messages(array(select number from author), 'infinity', ${GROUP_MESSAGES_MOST}))::int
        as group_messages,
      (select count(distinct media_id) from message)::int as files,
      (select count(*) from message where media_type = 'note')::int as notes,
      (select count(*) from message where media_type = 'call_log')::int as calls,
      (select count(*) from ticket_tracking
        where company_id = ${companyId} and rate is not null and ticket_id in (select id from ticket))::int as ratings,
      (select count(*) from schedules where company_id = ${companyId} and contact_id = ${these})::int as schedules,
      (select count(distinct contact_list_id) from contact_list_items
        where company_id = ${companyId} and number in (select number from number))::int as lists,
      (select count(distinct campaign_id) from campaign_recipients
        where company_id = ${companyId} and number in (select number from number))::int as campaigns,
      (select count(distinct connection_id) from phone_contacts
        where company_id = ${companyId} and key in (select number from number))::int as phone_books,
      (select count(*) from deliveries
        where company_id = ${companyId} and contact_id = ${these})::int as deliveries,
      (select count(*) from web_visitors v
        join contact_identities i on i.company_id = v.company_id and i.kind = 'web' and i.value = v.name
        where v.company_id = ${companyId} and i.contact_id = ${these})::int as visits,
      (select min(created_at) from message) as first_at,
      (select max(created_at) from message) as last_at,
      exists (select from number where ${hadOptedOut(tx, companyId, tx`number.number`)}) as kept_opt_out`;
  if (!row) throw new Error('unreachable');
  return row;
}
