import type { FastifyInstance } from 'fastify';
import type { Bus } from '../bus.ts';
import type { Tx } from '../db/client.ts';
import type { Database } from '../db/database.ts';
import { reasonOf } from '../jobs/take-due.ts';
import type { Log } from '../log.ts';
import { type CallKind, DeadlineError, outsideErrorOf, type RunningCall } from './call.ts';
import * as repo from './calls.repo.ts';
import { createLookout } from './lookout.ts';
import { OutsideError } from './outside-error.ts';

/** Makes the calls to the outside that stand in the rows. */
export interface Calls {
  add(kind: CallKind): void;
  /** From now on it looks by itself, as an application that listens does. */
  begin(): void;
  /** Makes what is due now, and waits for it. For tests: a listening application looks by itself. */
  drain(): Promise<void>;
}

declare module 'fastify' {
  interface FastifyInstance {
    calls: Calls;
  }
}

interface CallsDeps {
  db: Database;
  bus: Bus;
  log: Log;
  clock: () => Date;
}

/** They wait most of the time. So many of one company, lest a service of theirs that hangs takes every place. */
const MAX_AT_ONCE = 240;
const MAX_OF_COMPANY = 80;
/** A process that says nothing for so long is gone; so short that whoever goes on may still answer in time. */
const HOLD_MS = 8_000;
const HEARTBEAT_MS = 2_000;
const PAUSE_MS = { first: 500, most: 60_000 };
/** What fails so often without an end, whatever its kind says, is a fault of ours: it is given up, or buried. */
const MAX_CLAIMS = 40;
/** How long the end of the process waits for answers. */
const PATIENCE_AT_END_MS = 8_000;

/** Looks for due calls for as long as the application listens. */
export function createCalls(app: FastifyInstance, deps: CallsDeps): Calls {
  const { db, bus, log, clock } = deps;
  const owner = crypto.randomUUID();
  const kinds = new Map<string, CallKind>();
  const running = new Set<Promise<void>>();
  const ending = new AbortController();
  const lookout = createLookout({
    look,
    clock,
    onError: (error) => log.warn({ err: error }, 'calls to the outside were not looked for'),
  });
  let heartbeat: NodeJS.Timeout | undefined;

  /** Every commit leads here, and hardly ever is anything due. */
  async function look(): Promise<Date | null> {
    const { isDue, nextAt } = await db.asSystem((tx) => repo.standing(tx, clock()));
    if (isDue) await beginDue();
    return nextAt;
  }

  /** @returns how many began */
  async function beginDue(): Promise<number> {
    const claimed = await db.asSystem((tx) =>
      repo.claim(tx, {
        owner,
        kinds: [...kinds.keys()],
        now: clock(),
        holdMs: HOLD_MS,
        room: Math.max(MAX_AT_ONCE - running.size, 0),
        roomOfCompany: MAX_OF_COMPANY,
      }),
    );
    for (const call of claimed) begin(call);
    return claimed.length;
  }

  function begin(claimed: repo.ClaimedCall): void {
    const process = { owner, signal: ending.signal, isEnding: () => lookout.isClosed };
    const work = carryOut(deps, kinds, process, claimed)
      .catch((error: unknown) => log.warn({ err: error, callId: claimed.id }, 'a call was not written down'))
      .finally(() => {
        running.delete(work);
        lookout.wake();
      });
    running.add(work);
  }

  async function sayHeld(): Promise<void> {
    if (running.size === 0) return;
    const until = new Date(clock().getTime() + HOLD_MS);
    await db
      .asSystem((tx) => repo.hold(tx, owner, until))
      .catch((error: unknown) => log.warn({ err: error }, 'calls to the outside are not held'));
  }

  app.addHook('onListen', async () => calls.begin());
  app.addHook('onClose', async () => {
    await lookout.close();
    const late = setTimeout(() => ending.abort(), PATIENCE_AT_END_MS);
    await Promise.all(running);
    clearTimeout(late);
    clearInterval(heartbeat);
  });

  const calls: Calls = {
    begin() {
      bus.onDirty(lookout.wake);
      heartbeat = setInterval(() => void sayHeld(), HEARTBEAT_MS);
      lookout.start();
    },
    add: (kind) => void kinds.set(kind.kind, kind),
    async drain() {
      while ((await beginDue()) > 0 || running.size > 0) await Promise.all(running);
    },
  };
  app.decorate('calls', calls);
  return calls;
}

/** One claimed call to its end, to its next try, or to nobody. */
async function carryOut(
  { db, log, clock }: CallsDeps,
  kinds: ReadonlyMap<string, CallKind>,
  { owner, signal, isEnding }: Pick<RunningCall, 'signal' | 'isEnding'> & { owner: string },
  claimed: repo.ClaimedCall,
): Promise<void> {
  const { companyId, id, attempt, deadline, wasInterrupted } = claimed;
  const kind = kinds.get(claimed.kind);
  if (!kind) throw new Error(`nobody makes calls of kind ${claimed.kind}`);
  const held = { companyId, id, owner };
  const write = (work: (tx: Tx) => Promise<void>) => db.withCompany(companyId, work);
  const call: RunningCall = {
    companyId,
    id,
    attempt,
    deadline,
    wasInterrupted,
    signal,
    isEnding,
    end: (tx) => repo.end(tx, held, clock()),
  };
  const over = whyOver(claimed);
  const failure = over ?? (await kind.take(call).then(() => null, asError));
  if (failure === null) return;
  const retryAt = over ? null : nextTry(kind, call, failure, clock());
  if (retryAt) return write((tx) => repo.postpone(tx, held, { retryAt, reason: reasonOf(failure) }));
  log.info({ err: failure, companyId, callId: id, kind: kind.kind, attempt }, 'a call is given up');
  try {
    await kind.giveUp(call, failure);
  } catch (error) {
    // The database may be away, or we are wrong: it is looked at again, and at some time buried.
    log.error({ err: error, companyId, callId: id }, 'a call was not given up');
    if (attempt > MAX_CLAIMS) return write((tx) => repo.bury(tx, held, reasonOf(error)));
    const until = new Date(clock().getTime() + pauseOf(kind, attempt));
    await write((tx) => repo.abandon(tx, held, { until, reason: reasonOf(error) }));
  }
}

/** Why nobody is asked any more; null: it is made. Whether a process that is gone has asked, nobody knows. */
function whyOver({ attempt, isLate, wasInterrupted }: repo.ClaimedCall): Error | null {
  if (!isLate && attempt <= MAX_CLAIMS) return null;
  if (wasInterrupted) return new OutsideError('unknown', 'the process ended while it was asked');
  return isLate ? new DeadlineError() : new Error('tried too often');
}

const asError = (error: unknown): unknown => error ?? new Error('nothing was said of the failure');

const pauseOf = ({ pauseMs = PAUSE_MS }: CallKind, attempt: number) =>
  Math.min(pauseMs.first * 2 ** (attempt - 1), pauseMs.most);

/** When to ask again; null when it is over. */
function nextTry(kind: CallKind, { attempt, deadline }: RunningCall, error: unknown, now: Date): Date | null {
  if (attempt >= kind.maxAttempts || !kind.mayRepeat(error)) return null;
  const wished = outsideErrorOf(error)?.retryAfterMs ?? 0;
  const at = new Date(now.getTime() + Math.max(pauseOf(kind, attempt), wished));
  return deadline && at >= deadline ? null : at;
}
