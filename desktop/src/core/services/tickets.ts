import { AppError } from '@balcao/shared/errors.ts';
import type { MutationName } from '@balcao/shared/sync/mutations.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Desk } from './handlers.ts';

type TicketCommand = Exclude<Extract<MutationName, `ticket.${string}`>, 'ticket.setTags'>;

export function ticketHandlers({ workspace }: Desk) {
  /** Takes effect on the screen at once, on the server when it can be reached. */
  const command =
    (name: TicketCommand) =>
    ({ ticketId }: { ticketId: number }) => {
      workspace().sync.enqueue(name, { ticketId });
      return null;
    };

  return {
    'tickets.list': async (query) => {
      const { store, closedTickets } = workspace();
      const pages = query.status === 'closed' && query.search === '' ? closedTickets.list : store.tickets;
      return pages(query);
    },
    'tickets.counts': () => workspace().store.ticketCounts(),
    'tickets.get': async ({ uuid }) => {
      const { store, sync } = workspace();
      const cached = store.ticketByUuid(uuid);
      if (cached) return cached;
      await sync.fetchTicket(uuid);
      const fetched = store.ticketByUuid(uuid);
      if (!fetched) throw new AppError('ERR_NO_TICKET_FOUND');
      return fetched;
    },
    'tickets.accept': command('ticket.accept'),
    'tickets.close': command('ticket.close'),
    'tickets.reopen': command('ticket.reopen'),
    'tickets.markRead': command('ticket.markRead'),
    'tickets.setTags': (args) => {
      workspace().sync.enqueue('ticket.setTags', args);
      return null;
    },
  } satisfies Partial<Handlers>;
}
