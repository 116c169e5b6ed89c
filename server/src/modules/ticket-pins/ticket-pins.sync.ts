import type { PinRow } from '@balcao/shared/features/ticket-pins/row.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { SyncedEntity } from '../../sync/synced-entity.ts';

async function loadPins(tx: Tx, companyId: number, ids: readonly string[]): Promise<Scoped<PinRow>[]> {
  const rows = await tx<PinRow[]>`
    select id, user_id, ticket_id from ticket_pins
    where company_id = ${companyId} and id = any (${ids as string[]})`;
  return rows.map((row) => ({ row, scopes: [`u:${row.userId}`] }));
}

export const pinEntity = {
  table: 'ticket_pins',
  key: 'id',
  strategy: 'instant',
  load: loadPins,
} satisfies SyncedEntity<'pin'>;
