import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { viewById } from '../../sync/synced-entity.ts';
import { presentTicketView } from './ticket-list.presenter.ts';
import { loadTickets } from './ticket-rows.sync.ts';
import { loadViews } from './ticket-views.repo.ts';

export const ticketEntity = {
  table: 'tickets',
  key: 'id',
  strategy: 'partial',
  load: loadTickets,
  dependents: ['ticket_tags'],
  view: viewById<'ticket'>(async (tx, companyId, ids) =>
    (await loadViews(tx, companyId, ids)).map(presentTicketView),
  ),
} satisfies SyncedEntity<'ticket'>;
