import type { Actor } from '@balcao/shared/contract/roles.ts';
import * as policies from '../modules/deadlines/policies.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Shop } from './enacted.ts';

/** Customers of the shop are answered within a quarter of an hour while it is open. */
export async function makeDeadlines(tx: Tx, actor: Actor, { now }: Pick<Shop, 'now'>): Promise<void> {
  await policies.create(
    tx,
    actor,
    {
      name: 'Atendimento da loja',
      active: true,
      targets: { firstAnswer: 15, nextAnswer: 30, resolution: 480 },
      tickets: { queueIds: [], tagIds: [], connectionIds: [], contact: null },
      businessHours: true,
    },
    now,
  );
}
