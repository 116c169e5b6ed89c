import { AppError } from '@balcao/shared/errors.ts';
import { narrows, type TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import { MAX_PINS } from '@balcao/shared/features/ticket-pins/limits.ts';
import type { TicketViewRow } from '@balcao/shared/features/ticket-views/row.ts';
import { DECISION_HELD_MS } from '@balcao/shared/features/tickets/limits.ts';
import type { MutationArgs, MutationName } from '@balcao/shared/sync/commands.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { HeldName } from '../../core/outbox/outbox-statements.ts';
import type { CoreServices } from '../../core/services/core-services.ts';
import type { TicketSelection } from '../../core/store/store.ts';
import { findTickets } from '../ticket-list/ticket-finder.ts';
import { NO_FILTER } from '../ticket-list/ticket-query.ts';

type TicketCommand = Exclude<Extract<MutationName, `ticket.${string}`>, 'ticket.setTags'>;

export function ticketHandlers({ session, workspace, syncStatus }: CoreServices) {
  /** Only a plain list of the closed ones goes on at the server; a search there is its own (`tickets.find`). */
  async function idsOf({ filter, ...selection }: TicketSelection & { filter: TicketFilter }, reach: number) {
    const { store, closedTickets, listed } = workspace();
    const { status, search } = selection;
    if (status === 'closed' && search === '' && !narrows(filter)) return closedTickets.ids(reach);
    return { ids: store.tickets.ids({ ...selection, filter: listed(filter, search) }), hasMore: false };
  }

  /** One list of a view; null: not all of it is in the cache. */
  function countOf(tab: TicketViewRow['tab'], filter: TicketFilter): number | null {
    const { store, closedTickets, listed } = workspace();
    if (tab === 'closed' && !closedTickets.isAll()) return null;
    const status = tab === 'chatbot' ? 'pending' : tab === 'snoozed' ? null : tab;
    const list = { status, search: '', snoozed: tab === 'snoozed', chatbot: tab === 'chatbot' };
    return store.tickets.ids({ ...list, filter: listed(filter, '') }).length;
  }

  return {
    ...commandHandlers(workspace),
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
    'tickets.sources': () => workspace().store.tickets.sources(),
    'tickets.elsewhere': ({ contactId }) => {
      const { contacts, tickets } = workspace().store;
      return tickets.items(contacts.ticketsElsewhere(contactId));
    },
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
    'tickets.viewCounts': () =>
      workspace()
        .store.all('ticketView')
        .map(({ id, tab, filter }) => ({ id, count: countOf(tab, filter) })),
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
  } satisfies Partial<Handlers>;
}

function commandHandlers(workspace: CoreServices['workspace']) {
  /** Takes effect on the screen at once, on the server when it can be reached. */
  const command =
    <N extends TicketCommand>(name: N) =>
    (args: MutationArgs<N>) => {
      workspace().sync.enqueue(name, args);
      return null;
    };

  /** The same; `undoable`, the server hears of it when the time to take it back is over. */
  const decision =
    <N extends HeldName & TicketCommand>(name: N) =>
    ({ undoable, ...args }: MutationArgs<N> & { undoable?: boolean | undefined }) => {
      const { sync, undoTimers } = workspace();
      if (!undoable) return command(name)(args as MutationArgs<N>);
      sync.holdDecision(name, args as MutationArgs<N>, Date.now() + DECISION_HELD_MS);
      undoTimers.watch();
      return null;
    };

  return {
    'tickets.accept': command('ticket.accept'),
    'tickets.close': decision('ticket.close'),
    'tickets.unfinished': ({ ticketId }) => workspace().store.decisions.overtaken(ticketId),
    'tickets.undo': ({ ticketId }) => ({ undone: workspace().store.decisions.takeBack(ticketId) }),
    'tickets.transfer': decision('ticket.transfer'),
    'tickets.return': command('ticket.return'),
    'tickets.reopen': command('ticket.reopen'),
    'tickets.snooze': decision('ticket.snooze'),
    'tickets.silenceBot': command('ticket.silenceBot'),
    'tickets.startBot': command('ticket.startBot'),
    'tickets.markRead': command('ticket.markRead'),
    'tickets.markUnread': command('ticket.markUnread'),
    'tickets.pin': (args) => {
      const others = [...workspace().store.tickets.pinned()].filter((id) => id !== args.ticketId);
      if (args.pinned && others.length >= MAX_PINS)
        throw new AppError('ERR_TOO_MANY_PINS', { limit: MAX_PINS });
      return command('ticket.pin')(args);
    },
    'tickets.setTags': (args) => {
      workspace().sync.enqueue('ticket.setTags', args);
      return null;
    },
  } satisfies Partial<Handlers>;
}
