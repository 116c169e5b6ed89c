import type { RouteInput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type * as contracts from '@balcao/shared/features/tickets/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as repo from './tickets.repo.ts';
import type { BotWish, TicketsService } from './tickets.service.ts';

type Change = RouteInput<typeof contracts.updateTicket>['body'];

/**
 * The public API has one call for every step: the wished state says which is meant. `open` accepts what waits and
 * reopens what is closed, for oneself; with somebody else's id it transfers. ERR_VALIDATION when nothing is wished.
 *
 * What answers in an agent's place is set where the ticket waits after the step; every other step has ended it.
 */
export async function updateTicket(
  tx: Tx,
  tickets: TicketsService,
  actor: Actor,
  id: number,
  { useIntegration, promptId, integrationId, ...step }: Change,
): Promise<void> {
  const bot = { useIntegration, promptId, integrationId };
  const namesBot = Object.values(bot).some((value) => value !== undefined);
  await tickets.assertBot(tx, actor, bot);
  const { status, userId = null, queueId = null } = step;
  if (namesBot && status === undefined && userId === null && queueId === null)
    return tickets.setBot(tx, actor, id, bot);
  await take(tx, tickets, actor, id, step);
  const waits = status === 'pending' || (status === undefined && userId === null);
  if (namesBot && waits) await tickets.setBot(tx, actor, id, bot);
}

async function take(
  tx: Tx,
  tickets: TicketsService,
  actor: Actor,
  id: number,
  { status, userId = null, queueId = null, silent }: Omit<Change, keyof BotWish>,
): Promise<void> {
  // Callers name both with every step, also where they change nothing.
  if (userId !== null && !(await repo.userExists(tx, actor.companyId, userId)))
    throw new AppError('ERR_NO_USER_FOUND');
  if (queueId !== null && !(await repo.lockQueue(tx, actor.companyId, queueId)))
    throw new AppError('ERR_NO_QUEUE_FOUND');

  if (status === 'closed') return tickets.close(tx, actor, id, { silent });
  if (status === 'pending')
    return queueId === null
      ? tickets.returnToQueue(tx, actor, id)
      : tickets.transfer(tx, actor, id, { userId: null, queueId });
  const isForMe = userId === null || userId === actor.userId;
  if (status === undefined || !isForMe) return tickets.transfer(tx, actor, id, { userId, queueId });
  await tickets.reopen(tx, actor, id);
  if (queueId !== null) await tickets.transfer(tx, actor, id, { userId: actor.userId, queueId });
}
