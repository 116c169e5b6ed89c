import type { ImportedContact } from '@balcao/shared/features/contacts/import-columns.ts';
import type { ColumnMeaning, RowProblem } from '@balcao/shared/features/contacts/import-meanings.ts';
import type { ImportView } from '@balcao/shared/features/contacts/imports.ts';
import { IMPORT_LIMITS } from '@balcao/shared/features/contacts/limits.ts';
import type { Country } from '@balcao/shared/phone/countries.ts';
import { digitsOf } from '@balcao/shared/phone/digits.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import { hadOptedOut } from '../../platform/db/opt-outs.ts';
import type { Page, PlaceByName } from '../../platform/db/page.ts';

/** The list into which people are imported; null: among the contacts. */
export type ImportTarget = number | null;

export interface ImportRecord extends Omit<ImportView, 'preview' | 'createdAt' | 'finishedAt'> {
  contactListId: ImportTarget;
  updateExisting: boolean;
  createdAt: Date;
  finishedAt: Date | null;
}

const columns = (tx: Tx) => tx`
  id, user_id, contact_list_id, file_name, state, headings, meanings, country, update_existing, has_formulas, total, created, updated,
  skipped, failed, opted_out, created_at, finished_at`;

/** Newest first. */
export async function list(
  tx: Tx,
  companyId: number,
  target: ImportTarget,
  { offset, limit, after }: Page<string>,
): Promise<ImportRecord[]> {
  const isInto = target === null ? tx`contact_list_id is null` : tx`contact_list_id = ${target}`;
  const isBehind = after
    ? tx`and (created_at, id) < (
        select created_at, id from contact_imports where company_id = ${companyId} and id = ${after})`
    : tx``;
  return tx<ImportRecord[]>`
    select ${columns(tx)} from contact_imports where company_id = ${companyId} and ${isInto} ${isBehind}
    order by created_at desc, id desc offset ${offset} limit ${limit}`;
}

export async function find(tx: Tx, companyId: number, id: string): Promise<ImportRecord | undefined> {
  const [row] = await tx<ImportRecord[]>`
    select ${columns(tx)} from contact_imports where company_id = ${companyId} and id = ${id}`;
  return row;
}

export async function lock(tx: Tx, companyId: number, id: string): Promise<ImportRecord | undefined> {
  const [row] = await tx<ImportRecord[]>`
    select ${columns(tx)} from contact_imports where company_id = ${companyId} and id = ${id} for update`;
  return row;
}

const PREVIEW_ROWS = 8;

export async function preview(tx: Tx, companyId: number, id: string): Promise<string[][]> {
  const rows = await tx<{ cells: string[] }[]>`
    select cells from contact_import_rows where company_id = ${companyId} and import_id = ${id}
    order by row limit ${PREVIEW_ROWS}`;
  return rows.map(({ cells }) => cells);
}

export interface NewImport {
  id: string;
  userId: number | null;
  contactListId: ImportTarget;
  fileName: string;
  headings: readonly string[];
  meanings: readonly ColumnMeaning[];
  country: Country | null;
  rows: readonly (readonly string[])[];
  hasFormulas: boolean;
  /** Hash of what a call brought. */
  digest: Buffer | null;
}

/** Rows of one statement. */
const AT_ONCE = 5_000;

/** False when the id is taken. */
export async function insert(tx: Tx, companyId: number, made: NewImport): Promise<boolean> {
  const created = await tx`
    insert into contact_imports (company_id, id, user_id, contact_list_id, file_name, headings, meanings, country, total,
      has_formulas, digest)
    values (${companyId}, ${made.id}, ${made.userId}, ${made.contactListId}, ${made.fileName},
      ${made.headings as string[]}, ${made.meanings as string[]}, ${made.country}, ${made.rows.length},
      ${made.hasFormulas}, ${made.digest})
    on conflict (company_id, id) do nothing`;
  if (created.count === 0) return false;
  for (let from = 0; from < made.rows.length; from += AT_ONCE) {
    const some = made.rows.slice(from, from + AT_ONCE);
    // The first row below the headings is number two.
    await tx`
      insert into contact_import_rows (company_id, import_id, row, cells)
      select ${companyId}, ${made.id}, ${from + 1} + place::int, array(select jsonb_array_elements_text(cells))
      from jsonb_array_elements(${JSON.stringify(some)}::jsonb) with ordinality as given (cells, place)`;
  }
  return true;
}

/** Whether the import with this id was made of that; of an old one nobody knows. */
export async function isOf(tx: Tx, companyId: number, id: string, digest: Buffer): Promise<boolean> {
  const found = await tx`
    select from contact_imports
    where company_id = ${companyId} and id = ${id} and coalesce(digest = ${digest}, true)`;
  return found.count === 1;
}

export type ImportChoice = Pick<NewImport, 'meanings' | 'country'> & { updateExisting: boolean };

export async function start(
  tx: Tx,
  companyId: number,
  id: string,
  { meanings, country, updateExisting }: ImportChoice,
): Promise<void> {
  await tx`
    update contact_imports
    set state = 'running', meanings = ${meanings as string[]}, country = ${country}, update_existing = ${updateExisting}
    where company_id = ${companyId} and id = ${id}`;
}

/** In which the company's own words are written. */
export async function languageOf(tx: Tx, companyId: number): Promise<Language> {
  const [company] = await tx<
    { language: Language }[]
  >`select language from companies where id = ${companyId}`;
  return company?.language ?? 'pt';
}

/** The company's own number, as far as a connection knows one: the default one's before others. */
export async function ownNumber(tx: Tx, companyId: number): Promise<string | undefined> {
  const [found] = await tx<{ number: string }[]>`
    select number from connections where company_id = ${companyId} and number is not null and deleted_at is null
    order by not is_default, id limit 1`;
  return found?.number;
}

export async function finish(
  tx: Tx,
  companyId: number,
  id: string,
  state: 'done' | 'cancelled' | 'failed',
): Promise<void> {
  await tx`
    update contact_imports set state = ${state}, finished_at = now()
    where company_id = ${companyId} and id = ${id}`;
}

export async function problems(
  tx: Tx,
  companyId: number,
  id: string,
  { offset, limit, after }: { offset: number; limit: number; after: number },
): Promise<{ row: number; problem: RowProblem; cells: string[] }[]> {
  return tx<{ row: number; problem: RowProblem; cells: string[] }[]>`
    select row, problem, cells from contact_import_rows
    where company_id = ${companyId} and import_id = ${id} and problem is not null and row > ${after}
    order by row offset ${offset} limit ${limit}`;
}

export interface WaitingRow {
  row: number;
  cells: string[];
}

export async function waiting(tx: Tx, companyId: number, id: string, limit: number): Promise<WaitingRow[]> {
  return tx<WaitingRow[]>`
    select row, cells from contact_import_rows
    where company_id = ${companyId} and import_id = ${id} and outcome is null order by row limit ${limit}`;
}

/** The contacts that have these numbers, by their keys, or these e-mails. */
export async function owners(
  tx: Tx,
  companyId: number,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx<{ value: string; contactId: number }[]>`
    select i.value, i.contact_id from unnest(${keys as string[]}::text[]) as given (value)
    join contact_identities i on i.company_id = ${companyId} and i.kind in ('phone', 'email') and i.value = given.value`;
  return new Map(rows.map(({ value, contactId }) => [value, contactId]));
}

/** Which of these numbers, given by their keys, and e-mails campaigns leave out. */
export async function optedOut(tx: Tx, companyId: number, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ value: string }[]>`
    select distinct given.value from unnest(${keys as string[]}::text[]) as given (value)
    left join contact_identities i on i.company_id = ${companyId} and i.kind in ('phone', 'email') and i.value = given.value
    left join contacts k on k.company_id = i.company_id and k.id = i.contact_id
    where k.opted_out_at is not null or ${hadOptedOut(tx, companyId, tx`given.value`)}`;
  return new Set(rows.map(({ value }) => value));
}

export interface KeyedContact extends ImportedContact {
  key: string;
}

/**
 * Without a name they are called by their number or e-mail, until they tell theirs.
 * Throws the database's unique violation when somebody wrote to us in this moment: try again.
 */
export async function insertContacts(
  tx: Tx,
  companyId: number,
  contacts: readonly KeyedContact[],
  unchecked: boolean,
): Promise<void> {
  if (contacts.length === 0) return;
  const named = contacts.map((contact) => ({
    ...contact,
    name: contact.name || (contact.number ? formatPhone(contact.number) : contact.email),
    nameEdited: contact.name !== '',
  }));
  await tx`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
        as g (key text, name text, "nameEdited" boolean, number text, email text, "extraInfo" jsonb, notes text)),
    made as (
      insert into contacts (company_id, name, name_edited, number, number_unchecked, email, extra_info, notes)
      select ${companyId}, name, "nameEdited", number, ${unchecked} and number <> '', email, "extraInfo", notes from given
      returning id, number, email)
    insert into contact_identities (company_id, kind, value, contact_id)
    select ${companyId}, case given.number when '' then 'email' else 'phone' end, given.key, made.id
    from made join given on given.number = made.number and (given.number <> '' or given.email = made.email)`;
}

export interface KnownContact extends ImportedContact {
  id: number;
}

/** What the file says replaces what is known; what it does not say stays. */
export async function updateContacts(
  tx: Tx,
  companyId: number,
  contacts: readonly KnownContact[],
): Promise<void> {
  if (contacts.length === 0) return;
  await tx`
    update contacts c set name = coalesce(nullif(given.name, ''), c.name),
      name_edited = c.name_edited or given.name <> '',
      email = coalesce(nullif(given.email, ''), c.email),
      notes = coalesce(nullif(given.notes, ''), c.notes),
      extra_info = coalesce((
        select jsonb_agg(pair) from jsonb_array_elements(c.extra_info) pair
        where not exists (
          select from jsonb_array_elements(given."extraInfo") newer where newer ->> 'name' = pair ->> 'name')), '[]')
        || given."extraInfo",
      updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb)
      as given (id bigint, name text, email text, "extraInfo" jsonb, notes text)
    where c.company_id = ${companyId} and c.id = given.id`;
}

export interface RowOutcome {
  row: number;
  outcome: 'created' | 'updated' | 'skipped' | 'failed';
  problem: RowProblem | null;
}

export async function record(
  tx: Tx,
  companyId: number,
  id: string,
  outcomes: readonly RowOutcome[],
  optedOut: number,
): Promise<void> {
  await tx`
    update contact_import_rows r set outcome = given.outcome, problem = given.problem
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as given (row int, outcome text, problem text)
    where r.company_id = ${companyId} and r.import_id = ${id} and r.row = given.row`;
  const count = (wanted: RowOutcome['outcome']) =>
    outcomes.filter(({ outcome }) => outcome === wanted).length;
  await tx`
    update contact_imports set created = created + ${count('created')}, updated = updated + ${count('updated')},
      skipped = skipped + ${count('skipped')}, failed = failed + ${count('failed')}, opted_out = opted_out + ${optedOut}
    where company_id = ${companyId} and id = ${id}`;
}

export interface RunningImport {
  companyId: number;
  id: string;
}

/** What anybody has started, of whatever company. */
export async function running(tx: Tx, limit: number): Promise<RunningImport[]> {
  return tx<RunningImport[]>`
    select company_id, id from contact_imports where state = 'running' order by created_at limit ${limit}`;
}

export interface PhoneContact {
  id: number;
  name: string;
  number: string;
}

export interface Chosen {
  only?: readonly number[] | undefined;
  except?: readonly number[] | undefined;
}

/** People of linked phones' address books whose number nobody has yet, each once: as the newest book has them. */
const newcomers = (tx: Tx, companyId: number) => tx`
  from phone_contacts p
  where p.company_id = ${companyId}
    and not exists (
      select from contact_identities i
      where i.company_id = p.company_id and i.kind = 'phone' and i.value = p.key)
    and not exists (
      select from phone_contacts newer
      where newer.company_id = p.company_id and newer.key = p.key and (newer.at, newer.id) > (p.at, p.id))`;

/** Those without a name last. */
const byName = (tx: Tx) => tx`order by (p.sort_name = ''), p.sort_name, p.id`;

export async function phoneContacts(
  tx: Tx,
  companyId: number,
  { only, except }: Chosen,
): Promise<PhoneContact[]> {
  return tx<PhoneContact[]>`
    select p.id, p.name, p.number ${newcomers(tx, companyId)}
      and p.id <> all (${(except ?? []) as number[]}::bigint[])
      ${only ? tx`and p.id = any (${only as number[]}::bigint[])` : tx``}
    ${byName(tx)} limit ${IMPORT_LIMITS.rows}`;
}

function matching(tx: Tx, text: string | undefined) {
  if (!text) return tx``;
  // Numbers are shown in groups, and looked for as they are shown; a name with a digit in it is no number.
  const digits = /\p{L}/u.test(text) ? '' : digitsOf(text);
  return tx`and (strpos(plain(p.name), plain(${text})) > 0
    or ${digits} <> '' and strpos(p.number, ${digits}) > 0)`;
}

/** @param text any part of a name or number */
export async function listPhoneContacts(
  tx: Tx,
  companyId: number,
  text: string | undefined,
  { offset, limit, after }: Page<PlaceByName>,
): Promise<(PhoneContact & { sortName: string })[]> {
  const isBehind = after
    ? tx`and ((p.sort_name = ''), p.sort_name, p.id) > (${after[0] === ''}::boolean, ${after[0]}, ${after[1]}::bigint)`
    : tx``;
  return tx<(PhoneContact & { sortName: string })[]>`
    select p.id, p.name, p.number, p.sort_name ${newcomers(tx, companyId)} ${isBehind} ${matching(tx, text)}
    ${byName(tx)} offset ${offset} limit ${limit}`;
}

export async function countPhoneContacts(
  tx: Tx,
  companyId: number,
  text: string | undefined,
): Promise<number> {
  const [count] = await tx<{ total: number }[]>`
    select count(*)::int as total ${newcomers(tx, companyId)} ${matching(tx, text)}`;
  return count?.total ?? 0;
}
