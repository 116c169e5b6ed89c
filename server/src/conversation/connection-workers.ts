import type { ChannelSession } from '../channels/channel.ts';
import { type ConnectionWorker, startConnectionWorker, type WorkerDeps } from './connection-worker.ts';

/** The sessions of this process, and the worker of each. */
export interface ConnectionWorkers {
  start(session: ChannelSession): void;
  end(session: Pick<ChannelSession, 'connectionId'>): void;
  sessionOf(connectionId: number): ChannelSession | undefined;
  poke(connectionId: number): void;
  /** Something was committed: in one company, or who knows where. */
  pokeAll(companyId?: number): void;
  /** A contact has written. */
  onMessageFrom(connectionId: number, contactId: number): void;
  close(): Promise<unknown>;
}

export function createConnectionWorkers(deps: WorkerDeps): ConnectionWorkers {
  const workers = new Map<number, ConnectionWorker>();
  const sessions = new Map<number, ChannelSession>();
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
    poke: (connectionId) => workers.get(connectionId)?.poke(),
    // Fifty connections must not look at each commit of a company that is none of theirs.
    pokeAll(companyId) {
      for (const worker of workers.values())
        if (companyId === undefined || worker.companyId === companyId) worker.poke();
    },
    onMessageFrom: (connectionId, contactId) => workers.get(connectionId)?.onMessageFrom(contactId),
    close: () => Promise.all([...workers.values()].map((worker) => worker.close())),
  };
}
