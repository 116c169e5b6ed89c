import type { Actor } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record } from '../audit/audit.service.ts';
import * as repo from './deliveries.repo.ts';
import type { IntegrationRecord } from './queue-integrations.repo.ts';

/** What an integration was told. All throw ERR_NO_DELIVERY_FOUND for what is not there. */

export async function get(tx: Tx, ref: repo.DeliveryRef): Promise<repo.DeliveryDetailsRecord> {
  return orNotFound(await repo.find(tx, ref), 'ERR_NO_DELIVERY_FOUND');
}

export const list = repo.list;

/** Tells it again under the same id, so that a receiver that has it already can see that. */
export async function replay(
  tx: Tx,
  actor: Actor,
  integration: IntegrationRecord,
  id: string,
  at: Date,
): Promise<repo.DeliveryDetailsRecord> {
  const { companyId } = actor;
  const ref = { companyId, integrationId: integration.id, id };
  const { event } = await get(tx, ref);
  if (await repo.callAgain(tx, ref, at)) await repo.makeWait(tx, ref);
  await record(tx, {
    companyId,
    actor,
    action: 'resend',
    entity: 'queueIntegration',
    entityId: integration.id,
    entityName: integration.name,
    changes: [{ field: 'event', from: null, to: event }],
  });
  return get(tx, ref);
}

export const presentDelivery = <R extends repo.DeliveryRecord>({ createdAt, triedAt, ...rest }: R) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  triedAt: triedAt?.toISOString() ?? null,
});
