import { isWrite, type RouteContract } from '@balcao/shared/contract/call.ts';
import type { Tx } from '../db/client.ts';
import type { Database } from '../db/database.ts';
import type { Secrets } from '../secrets.ts';
import { type Call, createMemories, type Memory, type Outcome } from './idempotency.ts';

/** What a handler that has waited outside leaves to be done: in one transaction, which makes its answer. */
export type Finish<T> = (tx: Tx) => Promise<T>;

/** Thrown in a transaction that cannot go on without an answer from outside, by work that finds it there the next time. */
export class AskFirst extends Error {
  readonly ask: () => Promise<void>;

  constructor(ask: () => Promise<void>) {
    super('something outside must be asked first');
    this.ask = ask;
  }
}

/** Contracts that reach rows at all: a caller's company's, or the system's. A stranger has no company. */
export type ReachesRows<C extends RouteContract> = C extends { rows: 'system' }
  ? true
  : C extends { access: 'public' }
    ? false
    : true;

/** Contracts whose handler works in the transaction. */
export type WorksInside<C extends RouteContract> = C extends { waitsFor: 'outside' } ? false : ReachesRows<C>;

/** Does the work of a call, or answers what the same call was answered before. */
export type Perform = (call: Call, work: (tx: Tx | undefined) => Promise<unknown>) => Promise<Outcome>;

/** Performs contracts that reach no rows. */
export const performWithoutRows: Perform = async ({ contract }, work) => ({
  status: contract.status ?? 200,
  answer: await work(undefined),
});

/**
 * Opens the one transaction of a call. When the call waits for the database alone, the transaction holds all of it: the
 * claim of its `Idempotency-Key`, the work and the answer. So a crash leaves all or nothing, and a second request waits
 * for the first. When the call waits for the outside, no transaction is open meanwhile: the key is claimed in one
 * before, and in one afterwards, if the claim still stands, what the handler left to be done is done and answered. When
 * it only asks, claim, work and answer are one transaction again; one that finds that it must ask is undone and done
 * again behind the question.
 */
export function createPerform({ db, secrets }: { db: Database; secrets: Secrets }): Perform {
  const memoryOf = createMemories(secrets);

  return async (call, work) => {
    const open = opening(db, call);
    if (!open) return performWithoutRows(call, work);
    const memory = memoryOf(call);
    const keep = async (tx: Tx, answer: unknown): Promise<Outcome> => {
      const outcome = { status: call.contract.status ?? 200, answer };
      await memory?.keep(tx, outcome);
      return outcome;
    };
    if (call.contract.waitsFor !== 'outside')
      return open(async (tx) => (await memory?.claim(tx)) ?? keep(tx, await work(tx)));
    if (call.contract.onlyAsks) {
      const done = await work(undefined);
      return behindQuestions(() =>
        open(async (tx) => (await memory?.claim(tx)) ?? keep(tx, isFinish(done) ? await done(tx) : done)),
      );
    }

    return claimed(open, memory, async () => {
      const done = await work(undefined);
      if (isFinish(done)) return open(async (tx) => keep(tx, await done(tx)));
      return memory ? open((tx) => keep(tx, done)) : { status: call.contract.status ?? 200, answer: done };
    });
  };
}

type Open = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** How a call's transaction begins; undefined for those that reach no rows. */
function opening(db: Database, { contract, owner }: Call): Open | undefined {
  if (contract.rows === 'system') return db.asSystem;
  if (!owner) return undefined;
  const { companyId } = owner;
  const writes = isWrite(contract) || contract.noted === 'inside';
  const begin = writes ? db.withCompany : contract.heavy ? db.readReplica : db.readCompany;
  return (work) => begin(companyId, work);
}

async function behindQuestions<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof AskFirst)) throw error;
    await error.ask();
    return attempt();
  }
}

async function claimed(
  open: Open,
  memory: Memory | undefined,
  work: () => Promise<Outcome>,
): Promise<Outcome> {
  if (!memory) return work();
  try {
    return (await open((tx) => memory.claim(tx))) ?? (await work());
  } catch (error) {
    // Whether its commit came through or not. What cannot be released now is free at its deadline.
    await open((tx) => memory.release(tx)).catch(() => {});
    throw error;
  }
}

const isFinish = (done: unknown): done is Finish<unknown> => typeof done === 'function';
