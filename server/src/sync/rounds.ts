import type { Database } from '../platform/db/database.ts';
import { type Batch, type BatchRequest, type Outcome, readBatches } from './batch.ts';

/** Consoles that stand at the same place read the news together (sync-protocol 4.6). */
export interface Rounds {
  /** @throws SessionEndedError, ResyncError */
  read(request: BatchRequest): Promise<Batch>;
}

interface Waiting {
  request: BatchRequest;
  settle(outcome: Outcome): void;
}

/** @param gate bounds the read transactions of all companies together; those who wait gather others meanwhile */
export function createRounds(deps: {
  db: Pick<Database, 'readCompany'>;
  gate<T>(work: () => Promise<T>): Promise<T>;
}): Rounds {
  const gathering = new Map<string, Waiting[]>();

  async function run(key: string, round: Waiting[], { identity, position }: BatchRequest): Promise<void> {
    const { companyId } = identity;
    // The round is closed when its snapshot begins, and answered before the transaction has ended: it only read.
    const answer = () =>
      deps.db.readCompany(companyId, async (tx) => {
        gathering.delete(key);
        const requests = round.map(({ request }) => request);
        const outcomes = await readBatches(tx, companyId, position.seq, requests);
        for (const [index, outcome] of outcomes.entries()) round[index]?.settle(outcome);
      });
    try {
      await deps.gate(answer);
    } catch (error) {
      if (gathering.get(key) === round) gathering.delete(key);
      for (const { settle } of round) settle(error as Error);
    }
  }

  return {
    read(request) {
      const key = `${request.identity.companyId} ${request.position.seq}`;
      const { promise, resolve, reject } = Promise.withResolvers<Batch>();
      const settle = (outcome: Outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
      const round = gathering.get(key);
      if (round) round.push({ request, settle });
      else {
        const opened = [{ request, settle }];
        gathering.set(key, opened);
        void run(key, opened, request);
      }
      return promise;
    },
  };
}
