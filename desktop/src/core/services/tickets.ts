import { CLOSING_HELD_MS } from '@balcao/shared/constants.ts';
import { narrows, type TicketFilter } from '@balcao/shared/domain/ticket-filter.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { MutationArgs, MutationName } from '@balcao/shared/sync/mutations.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { TicketSelection } from '../store/store.ts';
import { NO_FILTER } from '../store/ticket-query.ts';
import type { CoreServices } from './core-services.ts';
import { findTickets } from './ticket-finder.ts';

type TicketCommand = Exclude<Extract<MutationName, `ticket.${string}`>, 'ticket.setTags'>;

export function ticketHandlers({ session, workspace, syncStatus }: CoreServices) {
  /** Takes effect on the screen at once, on the server when it can be reached. */
  const command =
    <N extends TicketCommand>(name: N) =>
    (args: MutationArgs<N>) => {
      workspace().sync.enqueue(name, args);
      return null;
    };

  /** Only a plain list of the closed ones goes on at the server; a search there is its own (`tickets.find`). */
  async function idsOf({ filter, ...selection }: TicketSelection & { filter: TicketFilter }, reach: number) {
    const { store, closedTickets, listed } = workspace();
    const { status, search } = selection;
    if (status === 'closed' && search === '' && !narrows(filter)) return closedTickets.ids(reach);
    return { ids: store.tickets.ids({ ...selection, filter: listed(filter, search) }), hasMore: false };
  }

  return {
    'tickets.list': async ({ limit, reach, ...selection }) => {
      const { ids, hasMore } = await idsOf(selection, reach);
      return { ids, tickets: workspace().store.tickets.items(ids.slice(0, limit)), hasMore };
    },
    'tickets.find': async ({ filter, ...query }) => {
      const { store, listed } = workspace();
      if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
      const userId = session.state().user?.id ?? 0;
      return findTickets(
        { ...query, filter: listed(filter, query.search) },
        { api: session.api, store, userId },
      );
    },
    'tickets.items': ({ ids }) => workspace().store.tickets.items(ids),
    'tickets.waiting': ({ ids }) => {
      const waiting = workspace().store.waitingTickets();
      return ids.filter((id) => waiting.has(id));
    },
    'tickets.counts': (input) => {
      const { store, closedTickets, listed } = workspace();
      const { filter } = input ?? { filter: NO_FILTER };
      const closed = narrows(filter) ? {} : { closed: closedTickets.count() };
      return { ...store.tickets.counts(listed(filter, '')), ...closed, closedIsAll: closedTickets.isAll() };
    },
    'tickets.view': () => workspace().store.listView.get(),
    'tickets.setView': (view) => {
      workspace().store.listView.set(view);
      return null;
    },
    'tickets.get': async ({ uuid }) => {
      const { store, sync } = workspace();
      const cached = store.tickets.byUuid(uuid);
      if (cached) return cached;
      await sync.fetchTicket(uuid);
      const fetched = store.tickets.byUuid(uuid);
      if (!fetched) throw new AppError('ERR_NO_TICKET_FOUND');
      return fetched;
    },
    'tickets.accept': command('ticket.accept'),
    'tickets.close': ({ undoable, ...args }) => {
      const { sync, undoTimers } = workspace();
      if (!undoable) return command('ticket.close')(args);
      sync.holdClosing(args, Date.now() + CLOSING_HELD_MS);
      undoTimers.watch();
      return null;
    },
    'tickets.unfinished': ({ ticketId }) => workspace().store.closings.overtaken(ticketId),
    'tickets.undoClose': ({ ticketId }) => ({ undone: workspace().store.closings.takeBack(ticketId) }),
    'tickets.transfer': command('ticket.transfer'),
    'tickets.return': command('ticket.return'),
    'tickets.reopen': command('ticket.reopen'),
    'tickets.markRead': command('ticket.markRead'),
    'tickets.setTags': (args) => {
      workspace().sync.enqueue('ticket.setTags', args);
      return null;
    },
  } satisfies Partial<Handlers>;
}
