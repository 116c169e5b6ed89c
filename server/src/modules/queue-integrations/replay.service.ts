import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Tx } from '../../platform/db/client.ts';
import { record } from '../audit/audit.service.ts';
import * as deliveries from '../deliveries/deliveries.service.ts';
import * as repo from './queue-integrations.repo.ts';

/** Tells it again under the same id, so that a receiver that has it already can see that. ERR_NO_DELIVERY_FOUND. */
export async function replay(
  tx: Tx,
  actor: Actor,
  integration: repo.IntegrationRecord,
  id: string,
  at: Date,
) {
  const { companyId } = actor;
  const integrationId = integration.id;
  const { event } = await deliveries.get(tx, companyId, { integrationId }, id);
  if (await repo.callAgain(tx, { companyId, integrationId, id }, at))
    await deliveries.makeWait(tx, companyId, id);
  await record(tx, {
    companyId,
    actor,
    action: 'resend',
    entity: 'queueIntegration',
    entityId: integrationId,
    entityName: integration.name,
    changes: [{ field: 'event', from: null, to: event }],
  });
  return deliveries.get(tx, companyId, { integrationId }, id);
}
