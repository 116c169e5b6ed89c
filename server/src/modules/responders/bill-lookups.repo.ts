import type { Tx } from '../../platform/db/client.ts';

/**
 * Notes that a contact asks for a document; the same one again costs nothing. One question of a contact at a time.
 *
 * @returns false when they have asked for too many others within a day
 */
export async function allow(
  tx: Tx,
  companyId: number,
  contactId: number,
  hash: Buffer,
  max: number,
  now: Date,
): Promise<boolean> {
  await tx`select from contacts where company_id = ${companyId} and id = ${contactId} for no key update`;
  const [others] = await tx<{ count: number }[]>`
    select count(*)::int as count from bill_lookups
    where company_id = ${companyId} and contact_id = ${contactId} and document_hash <> ${hash}
      and at > ${now}::timestamptz - interval '1 day'`;
  if ((others?.count ?? 0) >= max) return false;
  await tx`
    insert into bill_lookups (company_id, contact_id, document_hash, at)
    values (${companyId}, ${contactId}, ${hash}, ${now})
    on conflict (company_id, contact_id, document_hash) do update set at = excluded.at`;
  return true;
}
