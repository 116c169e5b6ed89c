import type { StateReporter, Wanted } from '../connection-state.ts';
import type { SocketEnd } from './socket.ts';

type Reason = Parameters<StateReporter['report']>[0]['reason'];

/** The states of a session, as the connection's row and its history tell them. */
export interface SessionReports {
  /** @param retries how many attempts have failed before this one */
  opening(isLinked: boolean, retries: number): void;
  connected(number: string | null, retries: number): void;
  /** The connection broke, and the next attempt comes at `until`. */
  dropped(code: number, reason: Reason, next: { retries: number; until: Date }): void;
  /** The session rests until a person starts it again. */
  ended(reason: Reason, fulfilled: Wanted, end?: SocketEnd): void;
  /** This process ends; another one may go on. */
  serverStopped(): void;
  imported(messages: number): void;
  /** Messages came late: from the time offline, or from a process that died. */
  recovered(messages: number): void;
}

export function createSessionReports({ report, note }: StateReporter): SessionReports {
  return {
    opening(isLinked, retries) {
      const reason = retries > 0 ? 'network' : null;
      report({ status: 'OPENING', reason, qrcode: null, retries, ...(isLinked ? {} : { number: null }) });
    },

    connected(number, retries) {
      report(
        { status: 'connected', reason: null, qrcode: null, retries: 0, number },
        { kind: 'connected', details: { retries } },
      );
    },

    dropped(code, reason, { retries, until }) {
      report(
        { status: 'OPENING', reason, qrcode: null, retries, until },
        { kind: 'dropped', details: { code, reason } },
      );
    },

    ended(reason, fulfilled, end) {
      const until = end?.until ?? null;
      const isUnlinked = reason === 'logged_out' || reason === 'disconnected_here';
      report(
        {
          status: reason === 'pairing_expired' ? 'TIMEOUT' : 'DISCONNECTED',
          reason,
          qrcode: null,
          retries: 0,
          until,
          settled: fulfilled,
          ...(isUnlinked ? { number: null } : {}),
        },
        { kind: 'ended', details: { code: end?.code ?? null, reason, until: until?.toISOString() ?? null } },
      );
    },

    serverStopped: () =>
      report({ status: 'DISCONNECTED', reason: 'server_stopped', qrcode: null, retries: 0 }),
    imported: (messages) => note({ kind: 'imported', details: { messages } }),
    recovered(messages) {
      if (messages > 0) note({ kind: 'recovered', details: { messages } });
    },
  };
}
