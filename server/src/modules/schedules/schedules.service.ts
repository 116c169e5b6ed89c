import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { ScheduleView } from '@balcao/shared/features/schedules/calls.ts';
import { SCHEDULE } from '@balcao/shared/features/schedules/limits.ts';
import { maskName } from '@balcao/shared/money/tax-number.ts';
import type { MutationArgs } from '@balcao/shared/sync/commands.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as contacts from '../contacts/contacts.service.ts';
import { assertPicture } from '../media/media.service.ts';
import { assertRoom } from '../subscription/limits.ts';
import * as repo from './schedules.repo.ts';

/**
 * Messages that wait for their time; `scheduled-sending.ts` sends them. Those who see one may change it: its author,
 * and those who see all tickets. What the actor does not see is not there: ERR_NO_SCHEDULE_FOUND. REST and the
 * consoles' outboxes call the same functions; all of them throw ERR_PLAN_FEATURE_OFF.
 */

type NewSchedule = Omit<repo.ScheduleFields, 'mediaId'> & {
  id?: string | undefined;
  mediaId?: string | null | undefined;
};

export const { findHeld } = repo;

export async function get(tx: Tx, actor: Actor, id: string): Promise<ScheduleView> {
  return orNotFound(await repo.find(tx, actor, id), 'ERR_NO_SCHEDULE_FOUND');
}

/** Called by whoever is about to change it. ERR_SCHEDULE_SENT. */
export async function getUnsent(tx: Tx, actor: Actor, id: string): Promise<ScheduleView> {
  return unsent(await get(tx, actor, id));
}

/**
 * The same id once more is a repetition. ERR_NO_CONTACT_FOUND, ERR_NO_MEDIA_FOUND, ERR_MEDIA_NOT_READY,
 * ERR_UNSUPPORTED_MEDIA_TYPE, ERR_PLAN_LIMIT_SCHEDULES {limit}, ERR_IDEMPOTENCY_KEY_REUSED for somebody else's id.
 */
export async function create(
  tx: Tx,
  actor: Actor,
  { id = uuidv7(), mediaId = null, ...fields }: NewSchedule,
): Promise<ScheduleView> {
  await assertInPlan(tx, actor);
  const known = await repo.find(tx, actor, id);
  if (known?.userId === actor.userId) return known;
  await contacts.get(tx, actor, fields.contactId);
  await assertPicture(tx, actor, mediaId, SCHEDULE.files);
  await assertRoom(tx, actor.companyId, 'schedules');
  if (!(await repo.insert(tx, actor, id, { ...fields, mediaId })))
    throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
  return get(tx, actor, id);
}

/**
 * A program's, which goes out through its connection. ERR_PLAN_FEATURE_OFF, ERR_PLAN_LIMIT_SCHEDULES {limit}.
 *
 * @returns the id that its message will have
 */
export async function createOfProgram(
  tx: Tx,
  companyId: number,
  schedule: repo.ScheduleFields & { connectionId: number },
): Promise<string> {
  const id = uuidv7();
  await assertInPlan(tx, { companyId });
  await assertRoom(tx, companyId, 'schedules');
  await repo.insertOfProgram(tx, companyId, { id, ...schedule });
  return id;
}

/** What is not named stays. ERR_SCHEDULE_SENT, and what `create` throws. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: string,
  change: Change<repo.ScheduleFields>,
): Promise<ScheduleView> {
  await assertInPlan(tx, actor);
  const before = unsent(orNotFound(await repo.lock(tx, actor, id), 'ERR_NO_SCHEDULE_FOUND'));
  const { contactId = before.contactId, body = before.body, sendAt = before.sendAt } = change;
  const had = before.media?.id ?? null;
  const mediaId = change.mediaId === undefined ? had : change.mediaId;
  const isSame =
    contactId === before.contactId && body === before.body && mediaId === had && isAt(before, sendAt);
  // One that has failed is tried again.
  if (isSame && before.status === 'PENDENTE') return before;
  if (contactId !== before.contactId) await contacts.get(tx, actor, contactId);
  if (mediaId !== had) await assertPicture(tx, actor, mediaId, SCHEDULE.files);
  if (before.status !== 'PENDENTE') await assertRoom(tx, actor.companyId, 'schedules');
  await repo.update(tx, actor.companyId, id, { contactId, body, sendAt, mediaId });
  const after = await get(tx, actor, id);
  await note(tx, actor, before, after);
  return after;
}

export async function remove(tx: Tx, actor: Actor, id: string): Promise<void> {
  const before = orNotFound(await repo.lock(tx, actor, id), 'ERR_NO_SCHEDULE_FOUND');
  await repo.remove(tx, actor.companyId, id);
  await note(tx, actor, before, null);
}

/** The same from an outbox: it may have left the console long ago. ERR_SCHEDULE_SENT. */
export async function cancel(tx: Tx, actor: Actor, { id }: MutationArgs<'schedule.cancel'>): Promise<void> {
  await assertInPlan(tx, actor);
  unsent(orNotFound(await repo.lock(tx, actor, id), 'ERR_NO_SCHEDULE_FOUND'));
  await remove(tx, actor, id);
}

async function assertInPlan(tx: Tx, { companyId }: Pick<Actor, 'companyId'>): Promise<void> {
  if (!(await repo.isInPlan(tx, companyId))) throw new AppError('ERR_PLAN_FEATURE_OFF');
}

const AUDITED: Audited<ScheduleView> = {
  entity: 'schedule',
  name: ({ contact }) => maskName(contact.name),
  fields: ({ contactId, body, sendAt, mediaName }) => ({ contactId, body, sendAt, mediaName }),
  hides: ['body', 'mediaName'],
};

/** The log tells what is done to a colleague's, not what one does with what is one's own. */
async function note(tx: Tx, actor: Actor, before: ScheduleView, after: ScheduleView | null): Promise<void> {
  if (actor.userId === null || before.userId !== actor.userId)
    await recordChange(tx, actor, AUDITED, before, after);
}

const isAt = ({ sendAt }: ScheduleView, instant: string) => Date.parse(sendAt) === Date.parse(instant);

function unsent(schedule: ScheduleView): ScheduleView {
  if (schedule.sentAt !== null) throw new AppError('ERR_SCHEDULE_SENT');
  return schedule;
}
