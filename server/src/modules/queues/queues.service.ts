import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { QueueView } from '@balcao/shared/features/queues/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/errors.ts';
import { resyncEveryone } from '../../platform/db/feed.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { assertFlows, lockOverflows } from '../assignment/overflow.service.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as connections from '../connections/connections.service.ts';
import { assertAttachable, newFile } from '../media/media.service.ts';
import { hoursChanged, knowHours } from '../open-hours/open-hours.service.ts';
import { assertRoom } from '../subscription/limits.ts';
import * as repo from './queues.repo.ts';

/** The queues of a company. All throw ERR_NO_QUEUE_FOUND; a file that is not the actor's ERR_NO_MEDIA_FOUND. */

export async function get(tx: Tx, actor: Actor, id: number): Promise<QueueView> {
  return orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_QUEUE_FOUND');
}

type Linked<F> = F & { connectionIds?: readonly number[] | undefined };

/** ERR_PLAN_LIMIT_QUEUES {limit}, and what `update` throws. */
export async function create(
  tx: Tx,
  actor: Actor,
  { connectionIds, ...fields }: Linked<repo.QueueFields>,
): Promise<QueueView> {
  const { companyId } = actor;
  await assertRoom(tx, companyId, 'queues');
  await assertAttachable(tx, actor, fields.mediaId);
  if (connectionIds) await connections.lockAll(tx, companyId);
  if (fields.overflowQueueId) await assertFlows(tx, companyId, null, fields.overflowQueueId);
  const id = await inWords(repo.insert(tx, companyId, fields));
  await hoursChanged(tx, companyId);
  if (fields.overflowBusinessHours) await knowHours(tx, companyId);
  if (connectionIds) await connections.leadToQueue(tx, companyId, id, connectionIds);
  const queue = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, null, queue);
  return queue;
}

/**
 * ERR_QUEUE_NAME_TAKEN, ERR_QUEUE_COLOR_ALREADY_EXISTS, ERR_NO_WAPP_FOUND, ERR_WAPP_GREETING_REQUIRED {name},
 * ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_INTEGRATION_FOUND, ERR_OVERFLOW_CIRCLE.
 */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  { mediaId, connectionIds, ...fields }: Linked<Change<repo.QueueFields>>,
): Promise<QueueView> {
  const { companyId } = actor;
  // Before the queue itself: whoever changes a connection takes them in this order.
  if (connectionIds) await connections.lockAll(tx, companyId);
  if (fields.overflowQueueId) await lockOverflows(tx, companyId);
  const before = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_QUEUE_FOUND');
  const change = { ...fields, ...(await newFile(tx, actor, before, mediaId)) };
  if (fields.overflowQueueId) await assertFlows(tx, companyId, id, fields.overflowQueueId);
  const isGiven = Object.values(change).some((value) => value !== undefined);
  if (!isGiven && !connectionIds) return before;
  if (isGiven) await inWords(repo.update(tx, companyId, id, change));
  if (change.schedules !== undefined) await hoursChanged(tx, companyId);
  if (change.overflowBusinessHours) await knowHours(tx, companyId);
  if (connectionIds) await connections.leadToQueue(tx, companyId, id, connectionIds);
  const after = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return after;
}

/** More tickets than these, and consoles fetch everything again instead of one ticket after the other. */
const MANY_TICKETS = 5_000;

/** Its tickets stay, without a queue. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { companyId } = actor;
  const queue = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_QUEUE_FOUND');
  if (await repo.hasMoreTickets(tx, companyId, id, MANY_TICKETS)) await resyncEveryone(tx);
  await repo.remove(tx, companyId, id);
  await recordChange(tx, actor, AUDITED, queue, null);
}

const AUDITED: Audited<QueueView> = {
  entity: 'queue',
  name: ({ name }) => name,
  fields: ({ id: _id, media: _media, mediaPath: _path, ...fields }) => fields,
};

/** What the database says of a name, a colour or what answers, in the catalogue's words. */
async function inWords<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error, 'queues_company_id_color_key'))
      throw new AppError('ERR_QUEUE_COLOR_ALREADY_EXISTS');
    if (isUniqueViolation(error, 'queues_company_id_name_key')) throw new AppError('ERR_QUEUE_NAME_TAKEN');
    if (isForeignKeyViolation(error, 'prompt_id')) throw new AppError('ERR_NO_PROMPT_FOUND');
    if (isForeignKeyViolation(error, 'integration_id')) throw new AppError('ERR_NO_QUEUE_INTEGRATION_FOUND');
    throw error;
  }
}
