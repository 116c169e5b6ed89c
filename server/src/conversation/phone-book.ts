import { phoneKey } from '@balcao/shared/phone/digits.ts';
import type { BookEntry } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';

/** People who may become contacts. A name that is not told stays as it was. */
export async function storePhoneBook(
  tx: Tx,
  companyId: number,
  connectionId: number,
  entries: readonly BookEntry[],
): Promise<void> {
  const people = new Map(entries.map((entry) => [entry.number, { ...entry, key: phoneKey(entry.number) }]));
  await tx`
    insert into phone_contacts as p (company_id, connection_id, number, key, lid, name)
    select ${companyId}, ${connectionId}, number, key, lid, name
    from jsonb_to_recordset(${JSON.stringify([...people.values()])}::jsonb)
      as given (number text, key text, lid text, name text)
    order by number
    on conflict (company_id, connection_id, number) do update
    set name = coalesce(nullif(excluded.name, ''), p.name), lid = coalesce(excluded.lid, p.lid), at = now()`;
}
