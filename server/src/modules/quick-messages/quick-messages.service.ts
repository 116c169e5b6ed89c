import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { QuickMessageView } from '@balcao/shared/features/quick-messages/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { assertAttachable, newFile } from '../media/media.service.ts';
import * as queues from '../queues/queues.service.ts';
import * as repo from './quick-messages.repo.ts';

/**
 * Quick messages. What the actor does not see is not there: ERR_NO_QUICK_MESSAGE_FOUND; what is somebody else's only
 * its author and those who may (`quickMessages:manageAll`) change: ERR_NO_PERMISSION.
 */

export async function get(tx: Tx, actor: Actor, id: number): Promise<QuickMessageView> {
  return orNotFound(await repo.find(tx, actor, id), 'ERR_NO_QUICK_MESSAGE_FOUND');
}

/** One for everybody, whoever asks. */
export async function findShared(
  tx: Tx,
  companyId: number,
  id: number,
): Promise<QuickMessageView | undefined> {
  const [found] = await repo.loadViews(tx, companyId, [String(id)]);
  return found?.geral ? found : undefined;
}

/** ERR_NO_QUICK_MESSAGE_FOUND. */
export async function countUse(tx: Tx, actor: Actor, id: number): Promise<void> {
  await get(tx, actor, id);
  await repo.countUse(tx, actor.companyId, id);
}

/** Called by whoever is about to change it. */
export async function getOwn(tx: Tx, actor: Actor, id: number): Promise<QuickMessageView> {
  return changeable(actor, await get(tx, actor, id));
}

/** ERR_SHORTCODE_TAKEN, ERR_NO_QUEUE_FOUND, ERR_NO_MEDIA_FOUND. */
export async function create(
  tx: Tx,
  actor: Actor,
  fields: repo.QuickMessageFields,
): Promise<QuickMessageView> {
  const { companyId, userId } = actor;
  await assertQueue(tx, actor, fields.queueId);
  await assertAttachable(tx, actor, fields.mediaId);
  await assertFree(tx, companyId, { ...fields, geral: fields.geral ?? false, userId, except: 0 });
  const created = await get(tx, actor, await repo.insert(tx, actor, fields));
  await note(tx, actor, null, created);
  return created;
}

/** ERR_SHORTCODE_TAKEN, ERR_NO_QUEUE_FOUND, ERR_NO_MEDIA_FOUND. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  { mediaId, ...fields }: Change<repo.QuickMessageFields>,
): Promise<QuickMessageView> {
  const { companyId } = actor;
  const before = changeable(actor, orNotFound(await repo.lock(tx, actor, id), 'ERR_NO_QUICK_MESSAGE_FOUND'));
  // No one would see it any more.
  if (fields.geral === false && before.userId !== actor.userId) throw new AppError('ERR_NO_PERMISSION');
  await assertQueue(tx, actor, fields.queueId);
  const change = { ...fields, ...(await newFile(tx, actor, before, mediaId)) };
  const { shortcode = before.shortcode, geral = before.geral } = change;
  if (Object.values(change).every((value) => value === undefined)) return before;
  await assertFree(tx, companyId, { shortcode, geral, userId: before.userId, except: id });
  await repo.update(tx, companyId, id, change);
  const after = await get(tx, actor, id);
  await note(tx, actor, before, after);
  return after;
}

export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const before = changeable(actor, orNotFound(await repo.lock(tx, actor, id), 'ERR_NO_QUICK_MESSAGE_FOUND'));
  await repo.remove(tx, actor.companyId, id);
  await note(tx, actor, before, null);
}

async function assertQueue(tx: Tx, actor: Actor, id: number | null | undefined): Promise<void> {
  if (id) await queues.get(tx, actor, id);
}

async function assertFree(
  tx: Tx,
  companyId: number,
  wanted: Parameters<typeof repo.isTaken>[2],
): Promise<void> {
  await repo.lockShortcodes(tx, companyId);
  if (await repo.isTaken(tx, companyId, wanted)) throw new AppError('ERR_SHORTCODE_TAKEN');
}

const AUDITED: Audited<QuickMessageView> = {
  entity: 'quickMessage',
  name: ({ shortcode }) => `/${shortcode}`,
  fields: ({ shortcode, message, geral, status, queueId, mediaName }) => ({
    shortcode,
    message,
    geral,
    status,
    queueId,
    mediaName,
  }),
};

/** Notes a change for the log, which leaves out what is a person's own. */
async function note(
  tx: Tx,
  actor: Actor,
  before: QuickMessageView | null,
  after: QuickMessageView | null,
): Promise<void> {
  if (before?.geral || after?.geral) await recordChange(tx, actor, AUDITED, before, after);
}

function changeable(actor: Actor, quick: QuickMessageView): QuickMessageView {
  if (quick.userId !== actor.userId && !can(actor, 'quickMessages:manageAll'))
    throw new AppError('ERR_NO_PERMISSION');
  return quick;
}
