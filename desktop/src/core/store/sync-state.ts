import { randomUUID } from 'node:crypto';
import type { Cursor } from '@balcao/shared/sync/frames.ts';
import type { Database } from 'better-sqlite3';

/** How far the rows follow the feed. */
export interface SyncPosition {
  cursor: Cursor | null;
  viewVersion: number | null;
}

/** The one row with the cache's state, and the refusals of the last batch. */
export interface SyncState {
  position(): SyncPosition;
  advance(seq: number, proof: string | undefined): void;
  /** Rows of the feed and of pages are tagged with it. */
  generation(): number;
  nextGeneration(): number;
  /** The rows belong to a history that the server does not know: it must send them again. Until then they are shown. */
  leaveEpoch(): void;
  bootstrapped(end: Cursor & { viewVersion: number }): void;
  /** The last command of this client whose effects are in the rows; 0 for another client. */
  acked(clientId: string): number;
  acknowledge(clientId: string, acked: number): void;
  /** Kept until the next batch, when the outbox must have received them. */
  refusals(): Map<number, string>;
  setRefusals(refusals: ReadonlyMap<number, string>): void;
}

interface StateRow {
  gen: number;
  epoch: string | null;
  seq: number | null;
  proof: string | null;
  view_version: number | null;
  client_id: string | null;
  acked: number;
}

export function createSyncState(db: Database): SyncState {
  const select = db.prepare<[], StateRow>(
    'select gen, epoch, seq, proof, view_version, client_id, acked from sync_state',
  );
  const setSeq = db.prepare<[number, string | null]>('update sync_state set seq = ?, proof = ?');
  const raiseGen = db.prepare('update sync_state set gen = gen + 1');
  const setPosition = db.prepare<[string, number, string | null, number]>(
    'update sync_state set epoch = ?, seq = ?, proof = ?, view_version = ?',
  );
  const setEpoch = db.prepare<[string]>('update sync_state set epoch = ? where epoch is not null');
  const setAcked = db.prepare<[string, number]>('update sync_state set client_id = ?, acked = ?');
  const selectRefusals = db.prepare<[], { seq: number; code: string }>('select seq, code from refusal');
  const clearRefusals = db.prepare('delete from refusal');
  const addRefusal = db.prepare<[number, string]>('insert into refusal (seq, code) values (?, ?)');

  function state(): StateRow {
    const row = select.get();
    if (!row) throw new Error('the row of the cache is missing');
    return row;
  }

  return {
    position() {
      const { epoch, seq, proof, view_version: viewVersion } = state();
      const cursor = epoch === null || seq === null ? null : { epoch, seq, ...(proof ? { proof } : {}) };
      return { cursor, viewVersion };
    },
    advance: (seq, proof) => void setSeq.run(seq, proof ?? null),
    generation: () => state().gen,
    nextGeneration() {
      raiseGen.run();
      return state().gen;
    },
    leaveEpoch: () => void setEpoch.run(randomUUID()),
    bootstrapped: ({ epoch, seq, proof, viewVersion }) =>
      void setPosition.run(epoch, seq, proof ?? null, viewVersion),
    acked(clientId) {
      const row = state();
      return row.client_id === clientId ? row.acked : 0;
    },
    acknowledge: (clientId, acked) => void setAcked.run(clientId, acked),
    refusals: () => new Map(selectRefusals.all().map(({ seq, code }) => [seq, code])),
    setRefusals(refusals) {
      clearRefusals.run();
      for (const [seq, code] of refusals) addRefusal.run(seq, code);
    },
  };
}
