import type { Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { MAX_PINS } from '@balcao/shared/features/ticket-pins/limits.ts';
import type { Tx } from '../../platform/db/client.ts';
import { lockVisible } from '../tickets/tickets.service.ts';
import * as repo from './ticket-pins.repo.ts';

/**
 * Puts a conversation first in the actor's own lists, or no longer. ERR_NO_TICKET_FOUND, ERR_TICKET_FOREIGN_QUEUE; to pin
 * it also ERR_TICKET_CLOSED and ERR_TOO_MANY_PINS {limit}.
 */
export async function setPinned(tx: Tx, actor: Person, ticketId: number, pinned: boolean): Promise<void> {
  await repo.lockPins(tx, actor);
  const ticket = await lockVisible(tx, actor, ticketId);
  if (!pinned) return repo.unpin(tx, actor, ticketId);
  if (ticket.status === 'closed') throw new AppError('ERR_TICKET_CLOSED');
  if ((await repo.countOthers(tx, actor, ticketId)) >= MAX_PINS)
    throw new AppError('ERR_TOO_MANY_PINS', { limit: MAX_PINS });
  await repo.pin(tx, actor, ticketId);
}
