import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../platform/db/database.ts';
import { type Batch, type BatchRequest, type Outcome, readBatches } from './batch.ts';
import type { ChangeHints } from './change-hints.ts';
import type { CursorProofs } from './cursor-proof.ts';
import type { LiveLinks } from './synced-entity.ts';

/** One failed read may be chance. */
const ATTEMPTS = 2;
const RETRY_MS = 500;

/** The database does not answer; that has been said once for all who asked. */
export class LostError extends Error {}

/** Consoles that stand at the same place of the log read what is new together. */
export interface SharedReads {
  /** @throws SessionEndedError, ResyncError, LostError */
  read(request: BatchRequest): Promise<Batch>;
}

export interface SharedReadsDeps {
  db: Pick<Database, 'readCompany'>;
  /** Bounds the read transactions of all companies together; those who wait gather others meanwhile. */
  gate<T>(work: () => Promise<T>): Promise<T>;
  links: LiveLinks;
  proofs: CursorProofs;
  hints: Pick<ChangeHints, 'noteRound'>;
  onError(error: unknown): void;
}

interface Waiting {
  request: BatchRequest;
  settle(outcome: Outcome): void;
}

export function createSharedReads({ db, gate, links, proofs, hints, onError }: SharedReadsDeps): SharedReads {
  const pending = new Map<string, Waiting[]>();

  /** The round is closed when its snapshot begins, and answered before the transaction has ended: it only read. */
  function answer(key: string, round: Waiting[], { identity, position }: BatchRequest): Promise<void> {
    const { companyId } = identity;
    const begun = performance.now();
    return db.readCompany(companyId, async (tx) => {
      close(key, round);
      const requests = round.map(({ request }) => request);
      const outcomes = await readBatches(tx, companyId, position.seq, requests, { links, proofs });
      for (const [index, outcome] of outcomes.entries()) round[index]?.settle(outcome);
      hints.noteRound(companyId, performance.now() - begun);
    });
  }

  async function run(key: string, round: Waiting[], first: BatchRequest): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      if (attempt > 1) await pause(RETRY_MS);
      try {
        return await gate(() => answer(key, round, first));
      } catch (error) {
        onError(error);
      }
    }
    close(key, round);
    for (const { settle } of round) settle(new LostError());
  }

  function close(key: string, round: Waiting[]): void {
    if (pending.get(key) === round) pending.delete(key);
  }

  return {
    read(request) {
      const key = `${request.identity.companyId} ${request.position.seq}`;
      const { promise, resolve, reject } = Promise.withResolvers<Batch>();
      const settle = (outcome: Outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      const round = pending.get(key);
      if (round) round.push({ request, settle });
      else {
        const opened = [{ request, settle }];
        pending.set(key, opened);
        void run(key, opened, request);
      }
      return promise;
    },
  };
}
