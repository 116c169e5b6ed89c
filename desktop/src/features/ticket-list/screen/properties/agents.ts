import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { UserRow } from '@balcao/shared/features/users/row.ts';
import { can } from '@balcao/shared/permissions.ts';

export const seesQueue = (user: UserRow, queueId: number): boolean =>
  user.queueIds.includes(queueId) || can({ profile: user.profile, super: false }, 'tickets:viewAll');

/** The queue that all of them share, if any. */
export function commonQueue(tickets: readonly TicketItem[]): number | null {
  const queueId = tickets[0]?.queueId ?? null;
  return tickets.every((ticket) => ticket.queueId === queueId) ? queueId : null;
}

/** Everybody who may get these tickets from their agent. */
export const otherAgents = (users: readonly UserRow[], tickets: readonly TicketItem[]): UserRow[] =>
  users.filter(({ id }) => !tickets.every(({ status, userId }) => status === 'open' && userId === id));
