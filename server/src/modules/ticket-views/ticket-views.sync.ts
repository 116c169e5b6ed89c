import type { TicketViewRow } from '@balcao/shared/features/ticket-views/row.ts';
import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { ticketViewColumns } from './ticket-views.repo.ts';

export const ticketViewEntity = {
  table: 'ticket_views',
  key: 'id',
  strategy: 'instant',
  async load(tx, companyId, ids) {
    const records = await tx<(TicketViewRow & { scopes: string[] })[]>`
      select ${ticketViewColumns(tx)}, v.scopes from ticket_views v
      where v.company_id = ${companyId} and v.id = any (${ids as string[]}::bigint[])`;
    return records.map(({ scopes, ...row }) => ({ row, scopes }));
  },
} satisfies SyncedEntity<'ticketView'>;
