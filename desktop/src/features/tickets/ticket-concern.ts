import type { Settings } from '@balcao/shared/features/preferences/bridge.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { isAbout, mayDisturb } from './ticket-policy.ts';

/** Whether a ticket concerns this person now. */
export interface TicketConcern {
  /** The ticket as the agent sees it now. */
  ticket(id: number): TicketItem | null;
  mayDisturb(ticket: TicketRow): boolean;
  /** Somebody has it before their eyes, or it is another's matter now. */
  isDealtWith(id: number): boolean;
}

interface Deps {
  userId: number;
  ticket(id: number): TicketItem | null;
  /** Tickets on a screen that the person looks at. */
  seen(): ReadonlySet<number>;
  settings(): Pick<Settings, 'notifications'>;
  today(): Date;
}

export function createTicketConcern({
  userId,
  ticket: ticketOf,
  seen,
  settings,
  today,
}: Deps): TicketConcern {
  return {
    ticket: ticketOf,
    mayDisturb: (ticket) =>
      mayDisturb(ticket, { userId, settings: settings().notifications, seen: seen(), now: today() }),
    isDealtWith(id) {
      const ticket = ticketOf(id);
      return !ticket || ticket.snoozedUntil !== null || !isAbout(ticket, userId) || seen().has(id);
    },
  };
}

export const pathOf = ({ uuid }: Pick<TicketRow, 'uuid'>): string => `/tickets/${uuid}`;
