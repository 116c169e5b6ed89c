import type { DataFile, DataSubject } from '@balcao/shared/features/data-subjects/calls.ts';
import { DATA_KINDS, type DataKind } from '@balcao/shared/features/data-subjects/kinds.ts';
import { bothSpellings } from '@balcao/shared/phone/digits.ts';
import type { Tx } from '../../platform/db/client.ts';
import { hadOptedOut } from '../../platform/db/opt-outs.ts';
import type { Page } from '../../platform/db/page.ts';
import { rowNames } from '../../platform/db/row-names.ts';
import { contactColumns, contactItemColumns } from '../contacts/contacts.sync.ts';

/** So many share an e-mail or a document at most. */
const SAME_MOST = 40;
/** What somebody has written in groups is counted no further. */
const GROUP_MESSAGES_MOST = 100_000;

export type FoundSubject = Omit<DataSubject, 'id'>;

/** Noted at the contact, filled in on a page with a chat, or the address of its mails. */
export async function contactsOfEmail(tx: Tx, companyId: number, email: string): Promise<number[]> {
  const found = await tx<{ id: number }[]>`
    select id from find_contacts_of_email(${email}, ${SAME_MOST}) as found (id)
    union select contact_id from contact_identities
    where company_id = ${companyId} and kind = 'email' and value = ${email}`;
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

/** Of people whom lists, campaigns or phone books call so, and no contact with their number, by name. */
export async function numbersOfName(tx: Tx, name: string, page: Page): Promise<string[]> {
  const found = await tx<{ number: string }[]>`
    select number from find_numbers_of_name(${name}, ${page.offset}::int, ${page.limit}::int) as found (number)`;
  return found.map(({ number }) => number);
}

export const listContacts = (tx: Tx, companyId: number, ids: readonly number[]): Promise<FoundSubject[]> =>
  tx<FoundSubject[]>`
    select c.id as contact_id, c.name, c.number, c.email, c.channels
    from (
      select ${contactItemColumns(tx)}, c.sort_name from contacts c
      where c.company_id = ${companyId} and c.id = any (${ids as number[]}::bigint[]) and not c.is_group) c
    order by c.sort_name, c.id`;

/**
 * Those of these numbers that lists, campaigns, phone books or imported files have, or that have written in groups, and no
 * contact, as they call them, by name.
 *
 * @param imported which of them is sought in files too, where a number is known by its end alone
 */
export const listNumbers = (
  tx: Tx,
  companyId: number,
  numbers: readonly string[],
  imported: string | null = null,
): Promise<FoundSubject[]> => {
  const spelt = numbers.flatMap((number) => bothSpellings(number).map((author) => ({ number, author })));
  const inFiles = imported
    ? tx`
      union all
      select 4, ${imported}, coalesce(r.cells[array_position(i.meanings, 'name')], ''), ''
      from contact_import_rows r join contact_imports i on i.company_id = r.company_id and i.id = r.import_id
      where r.company_id = ${companyId} and ${rowNames(tx, tx`r.cells`, tx`array[${imported}]`)}`
    : tx``;
  return tx<FoundSubject[]>`
    select null::bigint as contact_id, one.name, one.number, one.email, '{}'::text[] as channels
    from (select distinct on (s.number) s.name, s.number, s.email from (
      select 1 as place, number, name, email from contact_list_items
      where company_id = ${companyId} and number = any (${numbers as string[]}::text[])
      union all
      select 2, number, name, '' from campaign_recipients
      where company_id = ${companyId} and number = any (${numbers as string[]}::text[])
      union all
      select 3, key, name, '' from phone_contacts
      where company_id = ${companyId} and key = any (${numbers as string[]}::text[])
      ${inFiles}
      union all
      select 5, said.number, m.participant_name, ''
      from unnest(${spelt.map(({ number }) => number)}::text[], ${spelt.map(({ author }) => author)}::text[]) as said (number, author),
        find_group_messages(array[said.author], 'infinity', 1) as found
      join messages m on m.company_id = ${companyId} and m.id = found) s
    where not exists (
      select from contact_identities i
      where i.company_id = ${companyId} and i.kind in ('phone', 'lid') and i.value = s.number)
    order by s.number, s.place, s.name desc) one
    order by plain(one.name), one.number`;
};

/** The contacts that messengers know by these numbers or addresses, or by what WhatsApp says in their place. */
export async function ownersOf(tx: Tx, companyId: number, numbers: readonly string[]): Promise<number[]> {
  const owners = await tx<{ contactId: number }[]>`
    select contact_id from contact_identities
    where company_id = ${companyId} and kind in ('phone', 'lid', 'email')
      and value = any (${numbers as string[]}::text[])`;
  return owners.map(({ contactId }) => contactId);
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

export interface Counted {
  counts: Record<DataKind, number>;
  /** In groups that are on hold: they stay. */
  heldGroupMessages: number;
  firstAt: Date | null;
  lastAt: Date | null;
  keptOptOut: boolean;
  /** Of the things themselves: another one where one has come and another one has gone, or its words are others. */
  fingerprint: string;
}

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
  const known = tx`any (${numbers as string[]}::text[])`;
  const ofCompany = tx`company_id = ${companyId}`;
  const rows = await tx<(Omit<Counted, 'counts'> & { kind: DataKind; count: number })[]>`
    with ticket as materialized (select id from tickets where ${ofCompany} and contact_id = ${these}),
    message as materialized (
      select id, media_type, media_id, created_at, is_edited, is_deleted from messages
      where ${ofCompany} and contact_id = ${these} and media_type <> 'event'),
    author as materialized (
      select coalesce(array_agg(number), '{}') as numbers, coalesce(array_agg(number) filter (where number ~ '^[0-9]+$'), '{}') as digits,
        array(select email from contacts where ${ofCompany} and id = ${these} and email <> ''
          union select value from contact_identities where ${ofCompany} and contact_id = ${these} and kind = 'email') as emails
      from (
        select unnest(${numbers.flatMap(bothSpellings)}::text[]) as number
        union
        select value from contact_identities where ${ofCompany} and contact_id = ${these} and kind in ('phone', 'lid')
        union
        select number from contacts where ${ofCompany} and id = ${these} and number <> '') known),
    thing (kind, what) as (
      select 'tickets', id::text from ticket
      union all
      select case media_type when 'note' then 'notes' when 'call_log' then 'calls' else 'messages' end,
        concat_ws(' ', id, is_edited, is_deleted) from message
      union all
      select 'groupMessages', found::text
      from author, find_group_messages(author.numbers, 'infinity', ${GROUP_MESSAGES_MOST}, false) as found
      union all
      select distinct 'files', media_id::text from message where media_id is not null
      union all
      select 'ratings', id::text from ticket_tracking
      where ${ofCompany} and rate is not null and ticket_id in (select id from ticket)
      union all
      select 'questions', id::text from unanswered_questions where ${ofCompany} and ticket_id in (select id from ticket)
      union all
      select 'aiRequests', id::text from ai_requests where ${ofCompany} and ticket_id in (select id from ticket)
      union all
      select 'schedules', concat_ws(' ', id, send_at, body) from schedules where ${ofCompany} and contact_id = ${these}
      union all
      select distinct 'lists', contact_list_id::text from contact_list_items where ${ofCompany} and number = ${known}
      union all
      select distinct 'campaigns', campaign_id::text from campaign_recipients, author
      where ${ofCompany} and (number = ${known} or number = any (author.emails) or number = any (array(
        select lower(email) from contact_list_items where ${ofCompany} and number = ${known} and email <> '')))
      union all
      select distinct 'phoneBooks', connection_id::text from phone_contacts where ${ofCompany} and key = ${known}
      union all
      select 'numberChecks', number from number_checks where ${ofCompany} and number = ${known}
      union all
      select 'imports', concat_ws(' ', import_id, row) from contact_import_rows
      where ${ofCompany} and ${rowNames(tx, tx`cells`, tx`(select digits || emails from author)`)}
      union all
      select 'deliveries', id::text from deliveries where ${ofCompany} and contact_id = ${these}
      union all
      select 'visits', v.name from web_visitors v
      join contact_identities i on i.company_id = v.company_id and i.kind = 'web' and i.value = v.name
      where v.company_id = ${companyId} and i.contact_id = ${these}
      union all
      select 'holds', id::text from holds
      where ${ofCompany} and (contact_id = ${these} or ticket_id in (select id from ticket))),
    kind as (
      select kind, count(*)::int as count, sum(hashtextextended(what, 0))::text as fingerprint from thing group by kind)
    select kind.kind, kind.count, kind.fingerprint, about.*
    from (
      select
        (select count(*) from author, find_group_messages(author.numbers, 'infinity', ${GROUP_MESSAGES_MOST}, true))::int
          as held_group_messages,
        (select min(created_at) from message) as first_at,
        (select max(created_at) from message) as last_at,
        exists (
          select from unnest(${numbers as string[]}::text[]) as number
          where ${hadOptedOut(tx, companyId, tx`number`)}) as kept_opt_out) about
    left join kind on true
    order by kind.kind`;
  const [about] = rows;
  if (!about) throw new Error('unreachable');
  const { heldGroupMessages, firstAt, lastAt, keptOptOut } = about;
  const countOf = (kind: DataKind) => rows.find((row) => row.kind === kind)?.count ?? 0;
  return {
    counts: Object.fromEntries(DATA_KINDS.map((kind) => [kind, countOf(kind)])) as Counted['counts'],
    heldGroupMessages,
    firstAt,
    lastAt,
    keptOptOut,
    fingerprint: rows.map(({ fingerprint }) => fingerprint).join(' '),
  };
}
