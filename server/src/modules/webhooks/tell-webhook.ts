import type { WebhookEvent } from '@balcao/shared/features/webhooks/event.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import { reasonOf } from '../../platform/jobs/take-due.ts';
import { type CallKind, outsideErrorOf, type RunningCall } from '../../platform/outgoing/call.ts';
import { enqueue } from '../../platform/outgoing/calls.repo.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Outside } from '../../services/outside.ts';
import { deliver } from '../../services/webhook.ts';
import { recordChange } from '../audit/audit.service.ts';
import * as log from '../deliveries/delivery-log.service.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { maySpeak } from '../subscription/may-speak.service.ts';
import * as waiting from './waiting.repo.ts';
import * as repo from './webhooks.repo.ts';
import { AUDITED, signingSecrets } from './webhooks.service.ts';

interface Deps {
  db: Database;
  secrets: Secrets;
  outside: Outside;
  links: Pick<MediaLinks, 'of'>;
  clock: () => Date;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After each failure; together more than a day. Nothing is tried once more after the last one. */
export const PAUSES_MS = [
  5_000,
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  11 * HOUR_MS,
];
/** A webhook that nothing has reached for so long is switched off. */
const OFF_AFTER_MS = 24 * HOUR_MS;

const TIMEOUT_MS = 10_000;
/** Messages on their way to one webhook at once. */
const AT_ONCE = 8;
/** Nothing more is begun after so long: another webhook may have waited for this place. */
const ROUND_MS = 10_000;
/** While nothing reaches it, it is left alone between two rounds. */
const BREATH_MS = 5_000;
/** A company that is overdue, or whose plan has no webhooks, is looked at again. */
const SILENCE_MS = 10 * MINUTE_MS;
/** A file that comes with a message is waited for, so that its address can be told. */
const FILE_WAIT_MS = 30_000;
const FILE_LOOK_MS = 1_000;

/**
 * Tells one webhook whatever waits for it: one call for each webhook, however much that is. What was told, and not noted
 * before the process ended, is told again under the same id.
 */
export function webhookCalls(deps: Deps): CallKind {
  const { db, clock } = deps;
  return {
    kind: waiting.WEBHOOK_CALL,
    mayRepeat: () => true,
    maxAttempts: Number.POSITIVE_INFINITY,
    async take(call) {
      const { companyId, id } = call;
      const [webhook, isSilent] = await db.readCompany(companyId, async (tx) => [
        await repo.findByCall(tx, companyId, id),
        !(await waiting.isInPlan(tx, companyId)) || !(await maySpeak(tx, companyId, clock())),
      ]);
      if (webhook?.active && !isSilent) await tellWaiting(deps, call, webhook);
      await db.withCompany(companyId, (tx) => goOn(tx, deps, call, isSilent ? SILENCE_MS : 0));
      crashAt('webhook.ended');
    },
    /** It was tried in vain too often, which is a fault of ours: what waits is looked at later. */
    giveUp: (call) => db.withCompany(call.companyId, (tx) => goOn(tx, deps, call, SILENCE_MS)),
  };
}

/** Ends the call, and begins another one for what still waits. @param leastMs how long that waits at least */
async function goOn(tx: Tx, { clock }: Deps, call: RunningCall, leastMs: number): Promise<void> {
  const { companyId, id } = call;
  // What is noted later finds no call, and makes one.
  await waiting.lock(tx, companyId);
  if (!(await call.end(tx))) return;
  const webhook = await repo.findByCall(tx, companyId, id);
  const dueAt = webhook?.active ? await waiting.nextAt(tx, companyId, webhook.id) : null;
  if (!webhook || !dueAt) return;
  const breath = Math.max(webhook.failingSince ? BREATH_MS : 0, leastMs);
  await enqueue(tx, {
    companyId,
    id,
    kind: waiting.WEBHOOK_CALL,
    lane: waiting.laneOf(webhook.id),
    dueAt,
    patienceMs: null,
    ...(breath > 0 ? { notBefore: new Date(clock().getTime() + breath) } : {}),
  });
}

/** Until nothing more is due, somebody else's turn has come, or the process ends. */
async function tellWaiting(deps: Deps, call: RunningCall, webhook: repo.WebhookRecord): Promise<void> {
  const { db, clock } = deps;
  const { companyId } = call;
  const until = performance.now() + ROUND_MS;
  const underWay = new Map<string, Promise<void>>();
  const failures: unknown[] = [];
  for (;;) {
    const limit =
      call.isEnding() || failures.length > 0 || performance.now() > until ? 0 : AT_ONCE - underWay.size;
    const due =
      limit === 0
        ? []
        : await db.readCompany(companyId, (tx) =>
            waiting.due(tx, companyId, webhook.id, { now: clock(), underWay: [...underWay.keys()], limit }),
          );
    for (const one of due) {
      const telling = tellOne(deps, call, webhook, one)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(one.id));
      underWay.set(one.id, telling);
    }
    if (underWay.size === 0) break;
    await Promise.race(underWay.values());
  }
  if (failures.length > 0) throw failures[0];
}

/** Throws only what is no matter of the webhook. */
async function tellOne(
  deps: Deps,
  { companyId, signal }: RunningCall,
  webhook: repo.WebhookRecord,
  { id, payload, attempts, ageMs, media }: waiting.Waiting,
): Promise<void> {
  const { db, secrets, outside, links, clock } = deps;
  const now = clock();
  if (media?.state === 'pending' && ageMs < FILE_WAIT_MS)
    return db.withCompany(companyId, (tx) =>
      waiting.postpone(tx, companyId, id, new Date(now.getTime() + FILE_LOOK_MS)),
    );
  const began = performance.now();
  try {
    const { status, answer, durationMs } = await deliver(outside, {
      url: webhook.url,
      id: `msg_${id}`,
      body: withFile(payload, media && links.of(companyId, media)),
      secrets: signingSecrets(secrets, companyId, webhook, now),
      header: null,
      ignoresAnswer: true,
      timeoutMs: TIMEOUT_MS,
      signal,
    });
    crashAt('webhook.heard');
    await db.withCompany(companyId, async (tx) => {
      await log.note(
        tx,
        companyId,
        id,
        { state: 'delivered', status, answer, reason: '', durationMs },
        clock(),
      );
      await waiting.reached(tx, companyId, webhook.id);
    });
    crashAt('webhook.noted');
  } catch (error) {
    const problem = outsideErrorOf(error);
    // The process ends, or the database is away: nobody knows more of the webhook.
    if (!problem || signal.aborted) throw error;
    const pauseMs = PAUSES_MS[attempts];
    const at = clock();
    await db.withCompany(companyId, async (tx) => {
      await log.note(
        tx,
        companyId,
        id,
        {
          state: pauseMs === undefined ? 'failed' : 'waiting',
          status: problem.status,
          answer: '',
          reason: reasonOf(problem),
          durationMs: Math.round(performance.now() - began),
          nextAt: new Date(at.getTime() + Math.max(pauseMs ?? 0, problem.retryAfterMs ?? 0)),
        },
        at,
      );
      await switchOffIfDead(tx, companyId, webhook.id, at);
    });
  }
}

/** What waits stays, for whoever switches it on again. */
async function switchOffIfDead(tx: Tx, companyId: number, id: number, at: Date): Promise<void> {
  const since = await waiting.failed(tx, companyId, id, at);
  if (at.getTime() - since.getTime() < OFF_AFTER_MS) return;
  const before = await repo.lock(tx, companyId, id);
  if (!before?.active) return;
  await repo.update(tx, companyId, id, { active: false, failedAt: at });
  await recordChange(tx, { companyId, userId: null }, AUDITED, before, { ...before, active: false });
}

/** The address of a file is in no row: it holds for hours, and a message may wait for longer. */
function withFile(payload: string, url: string | null): string {
  // Without an address of its own this server can name none.
  if (!url?.startsWith('http')) return payload;
  const event = JSON.parse(payload) as WebhookEvent;
  if (event.data.message?.media) event.data.message.media.url = url;
  return JSON.stringify(event);
}
