import type { Tx } from '../../platform/db/client.ts';
import type { NumberAnswer } from '../../platform/realtime/number-questions.ts';

/** Somebody may have joined since yesterday; whoever was there stays known for as long as the row is kept. */
const UNKNOWN_FOR = '1 day';

type Said = Extract<NumberAnswer, { kind: 'known' | 'unknown' }>;

/**
 * What is known of a number without asking: by a contact that WhatsApp has confirmed, or by what it has said lately.
 *
 * @returns known null: it must be asked; isUp: whether the connection could be asked
 */
export async function knownNumber(
  tx: Tx,
  companyId: number,
  connectionId: number,
  key: string,
): Promise<{ known: Said | null; isUp: boolean }> {
  const [row] = await tx<
    { contact: string | null; said: Said['kind'] | null; spelt: string | null; isUp: boolean }[]
  >`
    select
      (select c.number from contact_identities i
        join contacts c on c.company_id = i.company_id and c.id = i.contact_id
        where i.company_id = ${companyId} and i.kind = 'phone' and i.value = ${key} and not c.number_unchecked) as contact,
      k.said, k.spelt,
      exists (select from connections w
        join held_connections l on l.company_id = w.company_id and l.connection_id = w.id
        where w.company_id = ${companyId} and w.id = ${connectionId} and w.status = 'connected') as is_up
    from (select) one left join (
      select case when exists then 'known' else 'unknown' end as said, coalesce(whatsapp_number, number) as spelt
      from number_checks where company_id = ${companyId} and number = ${key}
        and (exists or checked_at > now() - ${UNKNOWN_FOR}::interval)) k on true`;
  const isUp = row?.isUp === true;
  const spelt = row?.contact || (row?.said === 'known' ? row.spelt : null);
  if (spelt) return { known: { kind: 'known', number: spelt, lid: null }, isUp };
  return { known: row?.said === 'unknown' ? { kind: 'unknown' } : null, isUp };
}

export async function rememberNumber(tx: Tx, companyId: number, key: string, said: Said): Promise<void> {
  const spelt = said.kind === 'known' ? said.number : null;
  await tx`
    insert into number_checks (company_id, number, exists, whatsapp_number)
    values (${companyId}, ${key}, ${said.kind === 'known'}, ${spelt})
    on conflict (company_id, number) do update
      set exists = excluded.exists, whatsapp_number = excluded.whatsapp_number, checked_at = now()`;
}
