import type { ChannelSession } from '../channels/channel.ts';
import { type ConnectionWorker, startConnectionWorker, type WorkerDeps } from './connection-worker.ts';
import { throttle } from './throttle.ts';
import { connectionsWithWork } from './waiting-work.ts';

/** The sessions of this process, and the worker of each. */
export interface ConnectionWorkers {
  start(session: ChannelSession): void;
  end(session: Pick<ChannelSession, 'connectionId'>): void;
  sessionOf(connectionId: number): ChannelSession | undefined;
  poke(connectionId: number): void;
  /** Something was committed: in one company, or who knows where. Cheap. */
  look(companyId?: number): void;
  /** A contact has written. */
  onMessageFrom(connectionId: number, contactId: number): void;
  close(): Promise<unknown>;
}

/** While customers write without pause, every commit leads to a look; looking this often is enough. */
const LOOK_MS = 50;

export function createConnectionWorkers(deps: WorkerDeps): ConnectionWorkers {
  const workers = new Map<number, ConnectionWorker>();
  const sessions = new Map<number, ChannelSession>();
  /** Companies of commits since the last look. */
  let changed: Set<number> | 'all' = new Set();
  let looking: Promise<void> | null = null;

  const poke = (connectionId: number) => workers.get(connectionId)?.poke();

  async function lookNow(companies: Set<number> | 'all'): Promise<void> {
    const ready = [...sessions.values()].filter(
      (session) => session.isReady() && (companies === 'all' || companies.has(session.companyId)),
    );
    if (ready.length === 0) return;
    for (const id of await deps.db.asSystem((tx) => connectionsWithWork(tx, ready))) poke(id);
  }

  const lookSoon = throttle(LOOK_MS, () => {
    // What is committed while one looks is looked for by the next.
    if (looking) return lookSoon();
    const companies = changed;
    changed = new Set();
    looking = lookNow(companies)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'work of connections not looked for'))
      .finally(() => {
        looking = null;
      });
  });

  return {
    start(session) {
      sessions.set(session.connectionId, session);
      workers.set(session.connectionId, startConnectionWorker(deps, session));
    },
    end({ connectionId }) {
      sessions.delete(connectionId);
      void workers.get(connectionId)?.close();
      workers.delete(connectionId);
    },
    sessionOf: (connectionId) => sessions.get(connectionId),
    poke,
    look(companyId) {
      if (companyId === undefined) changed = 'all';
      else if (changed !== 'all') changed.add(companyId);
      lookSoon();
    },
    onMessageFrom: (connectionId, contactId) => workers.get(connectionId)?.onMessageFrom(contactId),
    async close() {
      lookSoon.cancel();
      await looking;
      await Promise.all([...workers.values()].map((worker) => worker.close()));
    },
  };
}
