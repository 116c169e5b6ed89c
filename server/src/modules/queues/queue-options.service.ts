import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { QueueOption } from '@balcao/shared/features/queues/options.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { assertAttachable, newFile } from '../media/media.service.ts';
import * as repo from './queue-options.repo.ts';
import * as queues from './queues.repo.ts';

/**
 * The menu of a queue. Within a level the options are 1, 2, 3 … without a hole, so whatever adds, moves or removes one
 * numbers its level again, under the lock of the queue. ERR_NO_QUEUE_OPTION_FOUND, ERR_NO_MEDIA_FOUND.
 */

/** Far more than anybody reads on a phone. */
const MAX_OPTIONS = 300;

/** ERR_NO_QUEUE_FOUND. */
export async function list(
  tx: Tx,
  actor: Actor,
  query: { queueId: number; parentId?: number | null | undefined },
): Promise<QueueOption[]> {
  if (!(await queues.find(tx, actor.companyId, query.queueId))) throw new AppError('ERR_NO_QUEUE_FOUND');
  return repo.list(tx, actor.companyId, query.queueId, query.parentId);
}

export async function get(tx: Tx, actor: Actor, id: number): Promise<QueueOption> {
  return orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_QUEUE_OPTION_FOUND');
}

interface NewOption extends Omit<repo.NewOption, 'option' | 'parentId'> {
  parentId?: number | null | undefined;
  option?: number | undefined;
}

/** ERR_NO_QUEUE_FOUND, ERR_QUEUE_OPTIONS_FULL. */
export async function create(tx: Tx, actor: Actor, fields: NewOption): Promise<QueueOption> {
  const { companyId } = actor;
  const { queueId, parentId = null, option: place, ...rest } = fields;
  if (!(await queues.lock(tx, companyId, queueId))) throw new AppError('ERR_NO_QUEUE_FOUND');
  if (parentId !== null && (await get(tx, actor, parentId)).queueId !== queueId)
    throw new AppError('ERR_NO_QUEUE_OPTION_FOUND');
  if ((await repo.count(tx, companyId, queueId)) >= MAX_OPTIONS) throw new AppError('ERR_QUEUE_OPTIONS_FULL');
  await assertAttachable(tx, actor, rest.mediaId);
  const follows = await whatFollows(tx, companyId, NOTHING_SET, rest);
  const level = await repo.list(tx, companyId, queueId, parentId);
  const option = level.length + 1;
  const id = await repo.insert(tx, companyId, { ...rest, ...follows, queueId, parentId, option });
  if (place !== undefined && place < option) await move(tx, companyId, level, id, place);
  const created = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, null, created);
  return created;
}

export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  { option: place, mediaId, ...fields }: repo.OptionChange & Change<Pick<QueueOption, 'option'>>,
): Promise<QueueOption> {
  const { companyId } = actor;
  const before = await lockOf(tx, actor, id);
  const isNamed = fields.action !== undefined || fields.forwardQueueId !== undefined;
  const follows = isNamed ? await whatFollows(tx, companyId, before, fields) : {};
  const change = { ...fields, ...follows, ...(await newFile(tx, actor, before, mediaId)) };
  const isChanged = Object.values(change).some((value) => value !== undefined);
  const isMoved = place !== undefined && place !== before.option;
  if (!isChanged && !isMoved) return before;
  if (isChanged) await repo.update(tx, companyId, id, change);
  if (isMoved)
    await move(tx, companyId, await repo.list(tx, companyId, before.queueId, before.parentId), id, place);
  const after = await get(tx, actor, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return after;
}

/** With everything below it. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { companyId } = actor;
  const before = await lockOf(tx, actor, id);
  await repo.remove(tx, companyId, id);
  const level = await repo.list(tx, companyId, before.queueId, before.parentId);
  await repo.number(
    tx,
    companyId,
    level.map((option) => option.id),
  );
  await recordChange(tx, actor, AUDITED, before, null);
}

const NOTHING_SET = { action: 'people', forwardQueueId: null } as const;
type Follows = Pick<QueueOption, 'action' | 'forwardQueueId'>;

/** A queue belongs to `queue` alone, and must be there. ERR_NO_QUEUE_FOUND. */
async function whatFollows(
  tx: Tx,
  companyId: number,
  before: Follows,
  { action = before.action, forwardQueueId = before.forwardQueueId }: Change<Follows>,
): Promise<Follows> {
  const isKept = action === before.action && forwardQueueId === before.forwardQueueId;
  const isThere = forwardQueueId !== null && (await queues.find(tx, companyId, forwardQueueId)) !== undefined;
  if (!isKept && !isThere && (forwardQueueId !== null || action === 'queue'))
    throw new AppError('ERR_NO_QUEUE_FOUND');
  return { action, forwardQueueId: action === 'queue' ? forwardQueueId : null };
}

function move(tx: Tx, companyId: number, level: QueueOption[], id: number, place: number): Promise<void> {
  const ids = level.map((option) => option.id).filter((other) => other !== id);
  return repo.number(tx, companyId, ids.toSpliced(place - 1, 0, id));
}

async function lockOf(tx: Tx, actor: Actor, id: number): Promise<QueueOption> {
  const { queueId } = await get(tx, actor, id);
  await queues.lock(tx, actor.companyId, queueId);
  return get(tx, actor, id);
}

const AUDITED: Audited<QueueOption> = {
  entity: 'queueOption',
  name: ({ title }) => title,
  fields: ({ title, message, option, action, forwardQueueId, mediaName }) => ({
    title,
    message,
    option,
    action,
    forwardQueueId,
    mediaName,
  }),
};
