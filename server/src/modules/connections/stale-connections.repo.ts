import type { ConnectionReason } from '@balcao/shared/features/connections/row.ts';
import type { Tx } from '../../platform/db/client.ts';

const REASON: ConnectionReason = 'unattended';

/**
 * Wanted, held by no process for a while, and not said yet. A process that takes one meanwhile writes to its row: the
 * time of that is looked at again before the row is changed.
 */
const isUnattended = (tx: Tx, graceMs: number) => tx`
  c.desired = 'running' and c.deleted_at is null
  and (c.status <> 'OPENING' or c.reason is distinct from ${REASON})
  and c.updated_at < now() - ${graceMs} * interval '1 millisecond'
  and not exists (
    select from connection_leases l join processes p on p.id = l.owner
    where l.company_id = c.company_id and l.connection_id = c.id
      and p.expires_at > now() - ${graceMs} * interval '1 millisecond')`;

export interface Unattended {
  companyId: number;
  id: number;
}

/** Lists those of all companies. */
export async function list(tx: Tx, graceMs: number, limit: number): Promise<Unattended[]> {
  return tx<Unattended[]>`
    select c.company_id, c.id from connections c where ${isUnattended(tx, graceMs)} limit ${limit}`;
}

/** False when somebody attends it again. */
export async function mark(tx: Tx, companyId: number, id: number, graceMs: number): Promise<boolean> {
  // That it is attended again its next session says, by connecting.
  const { count } = await tx`
    with marked as (
      update connections c
      set status = 'OPENING', reason = ${REASON}, qrcode = null, pairing_code = null, retries = 0, until = null,
        updated_at = now()
      where c.company_id = ${companyId} and c.id = ${id} and ${isUnattended(tx, graceMs)}
      returning c.id)
    insert into connection_events (company_id, connection_id, kind, details)
    select ${companyId}, id, 'dropped', jsonb_build_object('reason', ${REASON}::text) from marked`;
  return count === 1;
}
