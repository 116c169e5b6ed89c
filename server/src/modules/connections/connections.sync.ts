import { type Actor, can } from '@balcao/shared/permissions.ts';
import type { ConnectionRow } from '@balcao/shared/sync/entities.ts';
import type { Tx } from '../../platform/db/client.ts';

/** The QR code is the key to the company's phone: only those who manage connections get it. */
export async function loadConnections(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<ConnectionRow[]> {
  const rows = await tx<(Omit<ConnectionRow, 'updatedAt'> & { updatedAt: Date })[]>`
    select id, name, status, reason, retries, is_default, number, updated_at,
      case when ${can(actor, 'connections:manage')}::boolean then qrcode end as qrcode
    from connections
    where company_id = ${actor.companyId} and id = any (${ids as string[]}::bigint[]) and deleted_at is null`;
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt.toISOString() }));
}
