import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { can } from '@balcao/shared/permissions.ts';

/**
 * A colleague's open ticket is theirs; only users who may take over act on it. The server decides;
 * this only keeps the screen from offering what would be refused.
 */
export function mayActOn(ticket: Pick<TicketItem, 'status' | 'userId'>, user: SessionUser): boolean {
  return ticket.status !== 'open' || ticket.userId === user.id || can(user, 'tickets:takeOver');
}
