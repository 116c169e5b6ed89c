import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { NumberAnswer } from '../../platform/realtime/number-questions.ts';

/** Somebody may have joined since yesterday; whoever was there stays known for as long as the row is kept. */
const UNKNOWN_FOR = '1 day';

type Said = Extract<NumberAnswer, { kind: 'known' | 'unknown' }>;

/** A connection, and what is known of a number that somebody wants to write to through it. */
interface Acquaintance extends Pick<ConnectionRow, 'kind' | 'channel'> {
  /** Who has the number. */
  contactId: number | null;
  /** By a contact that WhatsApp has confirmed, or by what it has said lately; null: it must be asked. */
  known: Said | null;
  /** Whether the connection could be asked. */
  isUp: boolean;
}

/** Undefined for a connection that was deleted meanwhile. */
export async function knownNumber(
  tx: Tx,
  companyId: number,
  connectionId: number,
  key: string,
): Promise<Acquaintance | undefined> {
  const [row] = await tx<
    (Omit<Acquaintance, 'known'> & {
      confirmed: string | null;
      said: Said['kind'] | null;
      spelt: string | null;
    })[]
  >`
    select w.kind, w.channel, i.contact_id, case when not c.number_unchecked then c.number end as confirmed, k.said, k.spelt,
      w.status = 'connected' and exists (
        select from held_connections l where l.company_id = w.company_id and l.connection_id = w.id) as is_up
    from connections w
    left join (contact_identities i join contacts c on c.company_id = i.company_id and c.id = i.contact_id)
      on i.company_id = w.company_id and i.kind = 'phone' and i.value = ${key}
    left join (
      select case when exists then 'known' else 'unknown' end as said, coalesce(whatsapp_number, number) as spelt
      from number_checks where company_id = ${companyId} and number = ${key}
        and (exists or checked_at > now() - ${UNKNOWN_FOR}::interval)) k on true
    where w.company_id = ${companyId} and w.id = ${connectionId}`;
  if (!row) return undefined;
  const { confirmed, said, spelt, ...rest } = row;
  const number = confirmed || (said === 'known' ? spelt : null);
  if (number) return { ...rest, known: { kind: 'known', number, lid: null } };
  return { ...rest, known: said === 'unknown' ? { kind: 'unknown' } : null };
}

export async function rememberNumber(tx: Tx, companyId: number, key: string, said: Said): Promise<void> {
  const spelt = said.kind === 'known' ? said.number : null;
  await tx`
    insert into number_checks (company_id, number, exists, whatsapp_number)
    values (${companyId}, ${key}, ${said.kind === 'known'}, ${spelt})
    on conflict (company_id, number) do update
      set exists = excluded.exists, whatsapp_number = excluded.whatsapp_number, checked_at = now()`;
}
