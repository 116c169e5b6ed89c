import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { can, type Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { SyncedEntity } from '../../sync/synced-entity.ts';

async function loadConnections(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Scoped<ConnectionRow>[]> {
  const rows = await tx<
    (Omit<ConnectionRow, 'until' | 'updatedAt'> & { until: Date | null; updatedAt: Date })[]
  >`
    select id, name, kind, channel, account, quality, daily_customers, status, reason, retries, until, is_default, number, updated_at, qrcode, pairing_code
    from connections
    where company_id = ${companyId} and id = any (${ids as string[]}::bigint[]) and deleted_at is null`;
  return rows.map(({ until, updatedAt, ...row }) => ({
    row: { ...row, until: until?.toISOString() ?? null, updatedAt: updatedAt.toISOString() },
    scopes: ['a'],
  }));
}

/** The QR code and its like are the key to the company's phone: only those who manage connections get it. */
function showConnection(row: ConnectionRow, actor: Actor): ConnectionRow {
  return can(actor, 'connections:manage') ? row : { ...row, qrcode: null, pairingCode: null };
}

export const connectionEntity = {
  table: 'connections',
  key: 'id',
  strategy: 'instant',
  load: loadConnections,
  show: showConnection,
} satisfies SyncedEntity<'connection'>;
