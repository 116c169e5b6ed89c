import type { ErrorCode } from '@balcao/shared/errors.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Clock, Job } from '../../platform/jobs/job.ts';
import { insertSaid } from '../messages/messages.service.ts';
import { whySilent } from '../subscription/may-speak.service.ts';
import { fillFor, loadOccasion } from '../ticket-rules/automatic-messages.service.ts';
import { mayBeAnswered } from '../tickets/service-window.service.ts';
import { findConnected, insertClosed, queuesOfConnection } from '../tickets/tickets.service.ts';
import * as repo from './scheduled-sending.repo.ts';
import { isInPlan } from './schedules.repo.ts';

/** What something stands in the way of is looked at again after this, and given up after a day. */
const AGAIN_MS = 5_000;
const PATIENCE_MS = 86_400_000;
/** A day too, with the pauses of jobs. */
const MAX_TRIES = 35;

/**
 * Puts what is due into its conversations, from where it goes out like everything that people write. What is due stands
 * in the rows, so what came due while no server ran goes out as soon as one does.
 *
 * Each is a transaction: the lock decides which process has it, and its message exists when and only when the schedule
 * says ENVIADA, so a crash loses none and a repetition doubles none. The message has the schedule's id.
 */
export function scheduledMessages({ db }: { db: Database }): Job<repo.DueSchedule> {
  return {
    name: 'scheduled messages',
    // So often, that each leaves within 5 s.
    schedule: '*/2 * * * * *',
    processes: 'every',
    due: (now, limit) => db.asSystem((tx) => repo.listDue(tx, now, limit)),
    async take(due, clock) {
      await db.withCompany(due.companyId, async (tx) => {
        const schedule = await repo.claim(tx, due, clock());
        if (schedule) await send(tx, schedule, clock);
        crashAt('schedule.written');
      });
      crashAt('schedule.committed');
    },
    giveUp: {
      tries: MAX_TRIES,
      take: (due, clock) =>
        db.withCompany(due.companyId, async (tx) => {
          if (await repo.claim(tx, due, clock())) await repo.markFailed(tx, due, 'ERR_INTERNAL');
        }),
    },
  };
}

async function send(tx: Tx, schedule: repo.ClaimedSchedule, clock: Clock): Promise<void> {
  const now = clock();
  const place = (await obstacle(tx, schedule.companyId, now)) ?? (await placeOf(tx, schedule, now));
  if (typeof place === 'string') return wait(tx, schedule, place, now);
  // Its ticket is locked by now: what was said there before it stands before it.
  const at = clock();
  if (await say(tx, schedule, place, at)) await repo.markSent(tx, schedule, at);
  // The id is that of a message which somebody has written meanwhile.
  else await repo.markFailed(tx, schedule, 'ERR_IDEMPOTENCY_KEY_REUSED');
}

/** Why the company may send nothing now. */
async function obstacle(tx: Tx, companyId: number, now: Date): Promise<ErrorCode | null> {
  const silent = await whySilent(tx, companyId, now);
  if (silent) return silent;
  return (await isInPlan(tx, companyId)) ? null : 'ERR_PLAN_FEATURE_OFF';
}

interface Place {
  ticketId: number;
  connectionId: number;
}

/**
 * Nobody's work begins by it: a conversation that is over stays closed, and a contact with whom nobody has spoken gets a
 * closed one. The customer's answer opens it.
 */
async function placeOf(tx: Tx, schedule: repo.ClaimedSchedule, now: Date): Promise<Place | ErrorCode> {
  const place = await conversationOf(tx, schedule, now);
  if (typeof place === 'string') return place;
  const isInTime = await mayBeAnswered(tx, { ...place, companyId: schedule.companyId }, now);
  return isInTime ? place : 'ERR_OUTSIDE_SERVICE_WINDOW';
}

async function conversationOf(tx: Tx, schedule: repo.ClaimedSchedule, now: Date): Promise<Place | ErrorCode> {
  const { companyId, contactId, userId, connectionId: through } = schedule;
  const ticket = await repo.findTicket(tx, companyId, contactId, through);
  if (ticket)
    return ticket.isConnected
      ? { ticketId: ticket.id, connectionId: ticket.connectionId }
      : 'ERR_WAPP_NOT_INITIALIZED';
  if (through !== null && !(await repo.isConnected(tx, companyId, through)))
    return 'ERR_WAPP_NOT_INITIALIZED';
  const connectionId = through ?? (await findConnected(tx, companyId, userId ?? 0, contactId));
  if (connectionId === undefined) return 'ERR_NO_DEF_WAPP_FOUND';
  const queues = (await queuesOfConnection(tx, companyId, connectionId)) ?? [];
  const queueId = queues.length === 1 ? (queues[0] ?? null) : null;
  const ticketId = await insertClosed(tx, { companyId, contactId, connectionId, queueId, userId, at: now });
  return { ticketId, connectionId };
}

async function wait(tx: Tx, schedule: repo.ClaimedSchedule, code: ErrorCode, now: Date): Promise<void> {
  const since = schedule.waitingSince ?? now;
  if (now.getTime() - since.getTime() >= PATIENCE_MS) return repo.markFailed(tx, schedule, code);
  await repo.postpone(tx, schedule, { code, since, until: new Date(now.getTime() + AGAIN_MS) });
}

/** False when there is a message of this id that is another one. */
async function say(tx: Tx, schedule: repo.ClaimedSchedule, place: Place, at: Date): Promise<boolean> {
  const { companyId, id, contactId, userId, userName, mediaId, mime, fileName } = schedule;
  const occasion = await loadOccasion(tx, companyId, place.ticketId);
  if (!occasion) return false;
  // What a program wrote goes out as it is.
  const body =
    schedule.connectionId === null
      ? fillFor({ ...occasion, userName: userName ?? occasion.userName }, schedule.body, at)
      : schedule.body;
  const mediaType = mime === null ? 'chat' : mediaKind(mime);
  const message = {
    companyId,
    id,
    ...place,
    contactId,
    userId,
    saidBy: schedule.connectionId === null ? 'schedule' : 'api',
    body,
    mediaType,
    mediaId,
    quotedId: null,
    forwarded: false,
    at,
  } as const;
  return insertSaid(tx, message, messagePreview(mediaType, body || (fileName ?? '')));
}
