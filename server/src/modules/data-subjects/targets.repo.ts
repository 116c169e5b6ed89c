import { bothSpellings } from '@balcao/shared/phone/digits.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { DueErasure } from './erasures.repo.ts';

/** By what an erasure finds what there is of a person, and by what the person is known again in an older copy. */

/** Shorter numbers and names would be met in what is about others. An e-mail is told from others however short it is. */
export const ADDRESS_MIN_CHARS = 8;

/** A person: every contact, and the keys of every number. */
export interface Whom {
  ids: readonly number[];
  numbers: readonly string[];
}

type Kind = 'contact' | 'address' | 'number' | 'media' | 'path';

/** What is looked for, until all of it is gone. */
export const targets = (tx: Tx, { companyId, id }: DueErasure, kind: Kind) => tx`array(
  select value from erasure_targets where company_id = ${companyId} and erasure_id = ${id} and kind = ${kind})`;

/** Addresses that are met in no text by chance. Others are looked for where an address stands alone. */
export const tellingAddresses = (tx: Tx, erasure: DueErasure) => tx`array(
  select value from unnest(${targets(tx, erasure, 'address')}) as value
  where length(value) >= ${ADDRESS_MIN_CHARS} or value like '%_@_%')`;

/** Looks for this person too: what is known of it by now. */
export async function aim(
  tx: Tx,
  { companyId, id: erasureId }: DueErasure,
  { ids, numbers }: Whom,
): Promise<void> {
  const these = tx`any (${ids as number[]}::bigint[])`;
  // Campaigns by e-mail know people by nothing else.
  const emailsOf = tx`(
    select value as email from contact_identities
    where company_id = ${companyId} and contact_id = ${these} and kind = 'email'
    union select email from contacts where company_id = ${companyId} and id = ${these} and email <> ''
    union select email from contact_list_items
    where company_id = ${companyId} and number = any (${numbers as string[]}::text[]) and email <> '') own`;
  await tx`
    insert into erasure_targets (company_id, erasure_id, kind, value)
    select ${companyId}, ${erasureId}, kind, value
    from (
      select 'contact' as kind, unnest(${ids as number[]}::bigint[])::text as value
      union select 'number', unnest(${numbers as string[]}::text[])
      union select 'number', lower(email) from ${emailsOf}
      union select 'address', unnest(${numbers.flatMap(bothSpellings)}::text[])
      union select 'address', value from contact_identities where company_id = ${companyId} and contact_id = ${these}
      union select 'address', number from contacts where company_id = ${companyId} and id = ${these}
      union select 'address', email from ${emailsOf}) known
    where value <> ''
    on conflict do nothing`;
  await tx`
    update erasures set marks = jsonb_build_object(
      'contacts', coalesce(marks -> 'contacts', '[]') || (
        select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'createdAt', c.created_at)), '[]') from contacts c
        where c.company_id = ${companyId} and c.id = ${these}),
      'hashes', coalesce(marks -> 'hashes', '[]') || (
        select coalesce(jsonb_agg(encode(address_hash(${companyId}, kind, value), 'hex')), '[]')
        from (
          select kind, value from contact_identities where company_id = ${companyId} and contact_id = ${these}
          union select case when strpos(number, '@') > 0 then 'email' else 'phone' end, number
            from unnest(${numbers as string[]}::text[]) as number
          union select 'email', lower(email) from ${emailsOf}) known))
    where company_id = ${companyId} and id = ${erasureId}`;
}

/** Files that are theirs, and where they lie: known until they are gone from the disk. @param media a query of ids */
export const carriedBy = (tx: Tx, { companyId, id }: DueErasure, media: ReturnType<Tx>) => tx`
  insert into erasure_targets (company_id, erasure_id, kind, value)
  select ${companyId}::bigint, ${id}::bigint, one.kind, one.value
  from media f
  cross join lateral (values ('media', f.id::text), ('path', f.path)) as one (kind, value)
  where f.company_id = ${companyId} and f.id in (${media}) and one.value is not null
  on conflict do nothing`;

/** It names nobody: what knows the person again in a copy of the database that is older than the erasure. */
export interface PersonMarks {
  /** `createdAt` to the microsecond, as the database writes it: another life of it may give the id to somebody else. */
  contacts: { id: number; createdAt: string }[];
  /** `address_hash` of the database, in hexadecimal. */
  hashes: string[];
}

/** Who of these was there before that moment. */
export async function findMarked(
  tx: Tx,
  companyId: number,
  { contacts, hashes }: PersonMarks,
  before: Date,
): Promise<Whom> {
  const bytes = tx`array(select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash)`;
  const known = await tx<{ id: number }[]>`
    select c.id from contacts c
    where c.company_id = ${companyId} and c.created_at < ${before} and (
      exists (
        select from json_to_recordset(${JSON.stringify(contacts)}::text::json) as one (id bigint, "createdAt" timestamptz)
        where one.id = c.id and one."createdAt" = c.created_at)
      or c.id in (
        select contact_id from contact_identities
        where company_id = ${companyId} and address_hash(${companyId}, kind, value) = any (${bytes})))`;
  const ids = known.map(({ id }) => id);
  const numbers = await tx<{ number: string }[]>`
    select find_marked_numbers(${bytes}, ${before}) as number
    union
    select value from contact_identities
    where company_id = ${companyId} and contact_id = any (${ids}::bigint[]) and kind = 'phone'`;
  return { ids, numbers: numbers.map(({ number }) => number) };
}
