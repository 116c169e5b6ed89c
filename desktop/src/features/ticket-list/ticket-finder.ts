import type { TicketPlace } from '@balcao/shared/features/ticket-list/bridge.ts';
import type { TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { listTickets, type TicketView } from '@balcao/shared/features/tickets/calls.ts';
import type { TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import { dayStart } from '@balcao/shared/time/local-day.ts';
import type { Api } from '../../core/api/client.ts';
import type { Store } from '../../core/store/store.ts';
import { fits } from './ticket-query.ts';

export interface FindQuery {
  /** Null: of every status. */
  status: TicketStatus | null;
  search: string;
  filter: TicketFilter;
  after: TicketPlace | null;
}

/** Maximum number of server pages searched for one that has something to show. */
const MAX_PAGES = 5;

/**
 * Asks the server for tickets that this computer may not have: old ones, and those where an older message contains the
 * searched text. Its answer is narrowed here to exactly the screen's filter.
 */
export async function findTickets(
  { status, search, filter, after }: FindQuery,
  deps: { api: Api; store: Pick<Store, 'tickets' | 'all'>; userId: number },
): Promise<{ tickets: TicketItem[]; next: TicketPlace | null }> {
  // Whatever is under way is here.
  if (filter.unanswered) return { tickets: [], next: null };
  const only = status ?? (filter.statuses.length === 1 ? filter.statuses[0] : undefined);
  const query = {
    showAll: filter.all,
    ...(search ? { searchParam: search } : {}),
    ...(only ? { status: only } : {}),
    // Tickets without a queue are always included.
    ...(filter.queueIds.length > 0 ? { queueIds: filter.queueIds.filter((id) => id !== null) } : {}),
    ...(filter.tagIds.length > 0 ? { tags: filter.tagIds } : {}),
    ...(filter.userIds.length > 0 ? { users: filter.userIds } : {}),
    ...(filter.connectionIds.length > 0 ? { connections: filter.connectionIds } : {}),
    ...(filter.sources.length > 0 ? { sources: filter.sources } : {}),
    ...(filter.deadline ? { deadline: filter.deadline } : {}),
    ...(filter.unread ? { withUnreadMessages: true } : {}),
    ...(filter.from ? { from: new Date(dayStart(filter.from)).toISOString() } : {}),
    ...(filter.to ? { to: new Date(dayStart(filter.to, 1)).toISOString() } : {}),
  };
  let next = after;
  for (let page = 1; ; page++) {
    const answer = await deps.api.call(listTickets, {
      query: { ...query, ...(next ? { after: next } : {}) },
    });
    const last = answer.tickets.at(-1);
    next = answer.hasMore && last ? [last.lastMessageAt, last.id] : null;
    const cached = new Map(
      deps.store.tickets.items(answer.tickets.map(({ id }) => id)).map((item) => [item.id, item]),
    );
    const tickets = answer.tickets
      .map((view) => cached.get(view.id) ?? toItem(view, deps.store))
      .filter((ticket) => fits(ticket, { status, filter }, deps.userId));
    if (tickets.length > 0 || next === null || page > MAX_PAGES) return { tickets, next };
  }
}

function toItem(view: TicketView, store: Pick<Store, 'all'>): TicketItem {
  const connection = store.all('connection').find(({ id }) => id === view.whatsappId);
  return {
    ...view,
    whatsapp: {
      id: view.whatsappId,
      name: view.whatsapp?.name ?? '',
      kind: connection?.kind ?? 'whatsapp',
      channel: connection?.channel ?? 'whatsapp',
      status: connection?.status ?? 'DISCONNECTED',
      reason: connection?.reason ?? null,
    },
    queued: false,
    pinned: false,
  };
}
