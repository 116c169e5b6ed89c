import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Tx } from '../../platform/db/client.ts';
import { record } from '../audit/audit.service.ts';
import { getDetails } from '../connections/connections.service.ts';
import { actAs } from '../messages/message-steps.service.ts';
import * as repo from './held-messages.repo.ts';

export const { list, findAll } = repo;

const ACTIONS = { send: 'sendHeld', drop: 'dropHeld' } as const;

/**
 * Decides on all that is held of a connection, or (null) of all. ERR_NO_WAPP_FOUND.
 *
 * @returns how many there were
 */
export async function decide(
  tx: Tx,
  actor: Actor,
  connectionId: number | null,
  decision: keyof typeof ACTIONS,
): Promise<number> {
  const { companyId } = actor;
  if (connectionId !== null) await getDetails(tx, companyId, connectionId);
  await actAs(tx, actor);
  const decided = await repo.decide(tx, companyId, connectionId, decision);
  for (const one of decided)
    await record(tx, {
      companyId,
      actor,
      action: ACTIONS[decision],
      entity: 'connection',
      entityId: one.connectionId,
      entityName: one.connectionName,
      changes: [{ field: 'messages', from: null, to: String(one.count) }],
    });
  return decided.reduce((sum, { count }) => sum + count, 0);
}
