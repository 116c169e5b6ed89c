import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { Store } from '../store/store.ts';
import type { Connection } from './connection.ts';
import type { State } from './machine.ts';
import type { ServerTime } from './server-time.ts';

interface Deps {
  connection: Connection;
  store: Store;
  time: ServerTime;
  /** Same as `Pusher.isUnanswered`. */
  isUnanswered(): boolean;
  changed(status: SyncStatus): void;
}

const PHASES: Record<State, SyncStatus['phase']> = {
  offline: 'offline',
  connecting: 'connecting',
  hello: 'connecting',
  bootstrapping: 'bootstrapping',
  catchingUp: 'catchingUp',
  live: 'live',
  backingOff: 'backingOff',
  stopped: 'stopped',
};

/** The state of the console's connection, reported whenever it has changed. */
export function createStatus({ connection, store, time, isUnanswered, changed }: Deps) {
  let told = '';

  function now(): SyncStatus {
    const state = connection.state();
    const retryAt = connection.retryAt();
    const downSince = connection.downSince();
    return {
      phase: PHASES[state],
      ...(state === 'live' ? { layer: null, reason: null } : connection.trouble()),
      since: downSince === null ? null : new Date(downSince).toISOString(),
      retryAt: retryAt === null ? null : new Date(retryAt).toISOString(),
      unanswered: isUnanswered(),
      queued: store.outbox.size(),
      failed: store.commands.failed(),
      hasData: store.hasData(),
      aheadMinutes: time.aheadMinutes(),
      setAside: store.setAside(),
    };
  }

  return {
    now,
    /** Something may have changed. */
    tell(): void {
      const status = now();
      const text = JSON.stringify(status);
      if (text === told) return;
      told = text;
      changed(status);
    },
  };
}
