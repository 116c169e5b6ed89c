import type { Actor } from '@balcao/shared/contract/roles.ts';
import * as agents from '../modules/assignment/agents.service.ts';
import * as queues from '../modules/queues/queues.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Shop } from './enacted.ts';

/** Orders of the shop's own site go to the agent whom the customer knows; nobody is given more than they can serve. */
export async function makeAssignment(tx: Tx, actor: Actor, shop: Shop): Promise<void> {
  await queues.update(tx, actor, shop.queues.orders, { assignment: 'known' });
  await agents.updateCapacity(tx, actor, shop.people.ana, { capacity: 12 });
  await agents.updateCapacity(tx, actor, shop.people.bruno, { capacity: 10 });
}
