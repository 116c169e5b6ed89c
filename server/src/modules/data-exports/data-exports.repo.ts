import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { DataExport } from '@balcao/shared/features/data-subjects/exports.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Written } from '../conversation-documents/archive.ts';

/** Of whom: a contact, or the key of a number that only lists have. */
export interface Whom {
  contactId: number | null;
  number: string | null;
}

/** Where the next ZIP begins: in this chapter, behind what is written of it. `said`: messages of all chapters before. */
export type Place = Written & { chapter: string; said: number };

export type StoredExport = Omit<DataExport, 'askedAt' | 'endsAt'> & { askedAt: Date; endsAt: Date | null };

/** The last ones are enough: those before them are gone, or about to go. */
const SHOWN = 5;

const shown = (tx: Tx) => tx`
  select e.id, e.state, e.language, e.asked_by_name as asked_by, e.asked_at, e.messages, e.messages_total, e.ends_at,
    coalesce((
      select json_agg(json_build_object('part', p.part, 'size', p.size) order by p.part) from data_export_parts p
      where p.company_id = e.company_id and p.export_id = e.id), '[]') as parts
  from data_exports e`;

const isThere = (tx: Tx, now: Date) => tx`
  (e.contact_id is not null or e.number is not null) and (e.ends_at is null or e.ends_at > ${now})`;

export const list = (
  tx: Tx,
  companyId: number,
  ids: readonly number[],
  numbers: readonly string[],
  now: Date,
): Promise<StoredExport[]> =>
  tx<StoredExport[]>`
    ${shown(tx)} where e.company_id = ${companyId} and ${isThere(tx, now)} and e.id in (
      select id from data_exports where company_id = ${companyId} and contact_id = any (${ids as number[]}::bigint[])
      union all
      select id from data_exports where company_id = ${companyId} and number = any (${numbers as string[]}::text[]))
    order by e.id desc limit ${SHOWN}`;

export async function find(
  tx: Tx,
  companyId: number,
  id: number,
  now: Date,
): Promise<StoredExport | undefined> {
  const [found] = await tx<StoredExport[]>`
    ${shown(tx)} where e.company_id = ${companyId} and e.id = ${id} and ${isThere(tx, now)}`;
  return found;
}

/** @returns its id; undefined when one is being made */
export async function insert(
  tx: Tx,
  { companyId, userId, program = '' }: Actor,
  whom: Whom,
  { language, messagesTotal }: { language: Language; messagesTotal: number },
): Promise<number | undefined> {
  const [added] = await tx<{ id: number }[]>`
    insert into data_exports (company_id, contact_id, number, language, messages_total, asked_by, asked_by_name)
    values (${companyId}, ${whom.contactId}, ${whom.number}, ${language}, ${messagesTotal}, ${userId}, coalesce((
      select name from users where company_id = ${companyId} and id = ${userId}::bigint), ${program}))
    on conflict do nothing returning id`;
  return added?.id;
}

/** Whoever makes it learns so at the next look; its files go with the job. */
export const end = (tx: Tx, companyId: number, id: number) =>
  tx`
    update data_exports set contact_id = null, number = null, claim = null, claimed_until = null
    where company_id = ${companyId} and id = ${id}`;

export interface DueExport {
  companyId: number;
  id: number;
}

/** Nobody else makes these. */
export const listDue = (tx: Tx, now: Date, limit: number): Promise<DueExport[]> =>
  tx<DueExport[]>`
    select company_id, id from data_exports
    where state = 'making' and (contact_id is not null or number is not null)
      and (claimed_until is null or claimed_until <= ${now})
    order by asked_at limit ${limit}`;

/** One that a process has taken on. */
export interface Claimed extends DueExport, Whom {
  claim: string;
  language: Language;
  maker: string;
  place: Place | null;
  /** ZIPs that are stored. */
  parts: number;
}

/** @returns undefined when somebody else has it, or it is not wanted any more */
export async function claim(
  tx: Tx,
  { companyId, id }: DueExport,
  by: { claim: string; now: Date; until: Date },
): Promise<Claimed | undefined> {
  const [claimed] = await tx<Claimed[]>`
    update data_exports set claim = ${by.claim}, claimed_until = ${by.until}
    where company_id = ${companyId} and id = ${id} and state = 'making'
      and (contact_id is not null or number is not null) and (claimed_until is null or claimed_until <= ${by.now})
    returning company_id, id, contact_id, number, language, asked_by_name as maker, place, claim, (
        select count(*) from data_export_parts p
        where p.company_id = data_exports.company_id and p.export_id = data_exports.id)::int as parts`;
  return claimed;
}

/** @returns whether it is still the claimer's */
export async function goOn(
  tx: Tx,
  { companyId, id, claim }: Claimed,
  messages: number,
  until: Date,
): Promise<boolean> {
  const going = await tx`
    update data_exports set messages = ${messages}, claimed_until = ${until}
    where company_id = ${companyId} and id = ${id} and claim = ${claim}`;
  return going.count > 0;
}

/**
 * A ZIP is stored. `place` null: it is the last one, and takes the place of the one before.
 *
 * @returns whether it is still the claimer's
 */
export async function addPart(
  tx: Tx,
  { companyId, id, claim, contactId, number }: Claimed,
  part: { path: string; size: number; messages: number; place: Place | null; endsAt: Date },
): Promise<boolean> {
  const { place, endsAt } = part;
  const going = await tx`
    update data_exports set messages = ${part.messages}, claim = null, claimed_until = null,
      place = ${place && JSON.stringify(place)}::text::jsonb, state = ${place ? 'making' : 'done'},
      ends_at = ${place ? null : endsAt}
    where company_id = ${companyId} and id = ${id} and claim = ${claim}`;
  if (going.count === 0) return false;
  await tx`
    insert into data_export_parts (company_id, export_id, part, path, size)
    select ${companyId}, ${id}, count(*) + 1, ${part.path}, ${part.size}
    from data_export_parts where company_id = ${companyId} and export_id = ${id}`;
  if (place === null)
    await tx`
      update data_exports set contact_id = null, number = null
      where company_id = ${companyId} and id < ${id} and state <> 'making'
        and (contact_id = ${contactId} or number = ${number})`;
  return true;
}

/** Somebody else may go on at once. */
export const letGo = (tx: Tx, { companyId, id, claim }: Claimed) =>
  tx`
    update data_exports set claim = null, claimed_until = null
    where company_id = ${companyId} and id = ${id} and claim = ${claim}`;

export const fail = (tx: Tx, { companyId, id }: DueExport, endsAt: Date) =>
  tx`
    update data_exports set state = 'failed', claim = null, claimed_until = null, ends_at = ${endsAt}
    where company_id = ${companyId} and id = ${id} and state = 'making'`;

/** Those whose time is over, or whose person is gone. */
export const listEnded = (tx: Tx, now: Date, limit: number): Promise<DueExport[]> =>
  tx<DueExport[]>`
    (select company_id, id from data_exports where ends_at <= ${now} order by ends_at limit ${limit})
    union
    (select company_id, id from data_exports where contact_id is null and number is null limit ${limit})`;

export async function pathsOf(tx: Tx, { companyId, id }: DueExport): Promise<string[]> {
  const parts = await tx<{ path: string }[]>`
    select path from data_export_parts where company_id = ${companyId} and export_id = ${id}`;
  return parts.map(({ path }) => path);
}

export async function findPart(
  tx: Tx,
  companyId: number,
  id: number,
  part: number,
): Promise<{ path: string; size: number } | undefined> {
  const [found] = await tx<{ path: string; size: number }[]>`
    select path, size from data_export_parts
    where company_id = ${companyId} and export_id = ${id} and part = ${part}::bigint`;
  return found;
}

export const remove = (tx: Tx, { companyId, id }: DueExport) =>
  tx`delete from data_exports where company_id = ${companyId} and id = ${id}`;

/** @returns the person's name, or number, as the audit log masks it and files are called */
export async function nameOf(tx: Tx, companyId: number, id: number): Promise<string> {
  const [whom] = await tx<{ name: string }[]>`
    select coalesce(nullif(c.name, ''), nullif(c.number, ''), e.number, '') as name
    from data_exports e left join contacts c on c.company_id = e.company_id and c.id = e.contact_id
    where e.company_id = ${companyId} and e.id = ${id}`;
  return whom?.name ?? '';
}
