import { AppError } from '@balcao/shared/errors.ts';
import type { QueueIntegrationRow } from '@balcao/shared/model/queue-integration.ts';
import type { Actor } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as repo from './queue-integrations.repo.ts';

/** Each queue integration of a company. All throw ERR_NO_QUEUE_INTEGRATION_FOUND. */

export async function get(tx: Tx, actor: Actor, id: number): Promise<QueueIntegrationRow> {
  return orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_QUEUE_INTEGRATION_FOUND');
}

/** ERR_QUEUE_INTEGRATION_NAME_TAKEN. */
export async function create(
  tx: Tx,
  actor: Actor,
  fields: repo.QueueIntegrationFields,
): Promise<QueueIntegrationRow> {
  const id = await nameIsFree(repo.insert(tx, actor.companyId, fields));
  const created = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, null, created);
  return created;
}

/** ERR_QUEUE_INTEGRATION_NAME_TAKEN. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  change: Change<repo.QueueIntegrationFields>,
): Promise<QueueIntegrationRow> {
  const before = orNotFound(await repo.lock(tx, actor.companyId, id), 'ERR_NO_QUEUE_INTEGRATION_FOUND');
  await nameIsFree(repo.update(tx, actor.companyId, id, change));
  const after = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return after;
}

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const queueIntegration = orNotFound(
    await repo.lock(tx, actor.companyId, id),
    'ERR_NO_QUEUE_INTEGRATION_FOUND',
  );
  await repo.remove(tx, actor.companyId, id);
  await recordChange(tx, actor, AUDITED, queueIntegration, null);
}

const AUDITED: Audited<QueueIntegrationRow> = {
  entity: 'queueIntegration',
  name: ({ name }) => name,
  fields: ({ name }) => ({ name }),
};

async function nameIsFree<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    throw isUniqueViolation(error, 'queue_integrations_name')
      ? new AppError('ERR_QUEUE_INTEGRATION_NAME_TAKEN')
      : error;
  }
}
