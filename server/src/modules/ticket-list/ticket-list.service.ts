import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { TicketView } from '@balcao/shared/features/tickets/calls.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { presentTicketView } from './ticket-list.presenter.ts';
import { findView } from './ticket-views.repo.ts';

/**
 * A ticket is visible when its scopes and the actor's overlap: the one rule, for a row that is at hand. Throws
 * ERR_TICKET_FOREIGN_QUEUE.
 */
export function assertVisible(actor: Actor, scopes: readonly string[]): void {
  const own = new Set(actorScopes(actor));
  if (!scopes.some((scope) => own.has(scope))) throw new AppError('ERR_TICKET_FOREIGN_QUEUE');
}

/** As its list shows it, also to somebody who does not see it any more. Undefined when there is none. */
export async function showTicket(tx: Tx, companyId: number, id: number): Promise<TicketView | undefined> {
  const row = await findView(tx, companyId, { id });
  return row && presentTicketView(row);
}
