import { setTimeout as sleep } from 'node:timers/promises';
import type { Wanted } from '../connection-state.ts';

/** `shutdown` leaves everything for the next process; people requested the others. */
export type Request = 'shutdown' | 'stop' | 'logout' | 'renew';

/** What people want of a session, and the one request of it that is not fulfilled yet. */
export interface Requests {
  readonly wanted: Wanted;
  readonly pending: Request | null;
  /** The generation of the link that the session works with. */
  readonly generation: number;
  /** The phone was told that its link is over, or had its chance: nothing keeps the credentials any more. */
  readonly isPhoneTold: boolean;
  /** Called with every read of the connection's row. */
  follow(wanted: Wanted): void;
  raise(request: Request): void;
  /** A new link was requested, and begins now. */
  beginLink(): void;
  markPhoneTold(): void;
  /** What is fulfilled when the session comes to rest now. */
  fulfilled(): Wanted;
  /** Waits; a request ends that, and so does somebody who wants another attempt at once. */
  pause(ms: number): Promise<void>;
}

/** @param onRaised called with a request that replaces the pending one */
export function createRequests(first: Wanted, onRaised: (request: Request) => void): Requests {
  let wanted = first;
  let pending: Request | null = null;
  /** The wanted state when the pending request came. */
  let asked = first;
  let { generation } = first;
  let isPhoneTold = false;
  let wake = new AbortController();

  function raise(request: Request): void {
    if (pending === request || pending === 'shutdown') return;
    pending = request;
    asked = wanted;
    wake.abort();
    onRaised(request);
  }

  return {
    raise,
    get wanted() {
      return wanted;
    },
    get pending() {
      return pending;
    },
    get generation() {
      return generation;
    },
    get isPhoneTold() {
      return isPhoneTold;
    },
    follow(next) {
      const isNudged = next.nudges > wanted.nudges;
      wanted = next;
      if (next.logoutRequested) raise('logout');
      else if (next.generation > generation) raise('renew');
      else if (next.desired === 'stopped') raise('stop');
      else if (isNudged) wake.abort();
    },
    beginLink() {
      generation = wanted.generation;
      pending = null;
      isPhoneTold = false;
    },
    markPhoneTold() {
      isPhoneTold = true;
    },
    fulfilled: () => (pending ? asked : wanted),
    async pause(ms) {
      if (!pending) wake = new AbortController();
      await sleep(ms, undefined, { signal: wake.signal }).catch(() => {});
    },
  };
}
