import type { Log } from '../../platform/log.ts';
import type { ChannelSession } from '../channel.ts';
import { createStateReporter, type StateReporter, type Wanted } from '../connection-state.ts';
import type { Lease } from '../lease.ts';
import type { ProviderDeps } from '../provider.ts';
import { createLibraryCaches } from './cache.ts';
import type { Endpoint } from './endpoint.ts';
import { createEventIngest, type EventIngest } from './event-ingest.ts';
import { createHearingWatch } from './hearing.ts';
import { createJournal, type Journal } from './journal.ts';
import type { SessionStoreDeps } from './key-store.ts';
import { createLinking, type Linking } from './linking.ts';
import { createOrderLines, type OrderLines } from './order-lines.ts';
import { createRequests, type Request, type Requests } from './requests.ts';
import { createSessionReports, type SessionReports } from './session-reports.ts';
import type { SessionTimes } from './session-times.ts';
import type { LiveSocket } from './socket.ts';

export interface SessionDeps extends Omit<ProviderDeps, 'outside' | 'mediaLimitBytes'> {
  endpoint: Endpoint;
  times: SessionTimes;
}

/** The place of the one socket that a session has at a time (hazard H17). */
interface SocketSlot {
  live: LiveSocket | null;
  /** Messages may be sent through it. */
  isReady: boolean;
  /** Our own jids, connected or not. */
  ownNames: string[];
  /** How many sockets have failed since one has held. */
  retries: number;
}

/** What one session is made of, for as long as its lease is held. */
export interface SessionParts {
  deps: SessionDeps;
  lease: Lease;
  log: Log;
  store: SessionStoreDeps & { log: Log };
  slot: SocketSlot;
  requests: Requests;
  state: StateReporter;
  reports: SessionReports;
  journal: Journal;
  linking: Linking;
  ingest: EventIngest;
  orders: OrderLines;
  caches: ReturnType<typeof createLibraryCaches>;
  watchHearing: ReturnType<typeof createHearingWatch>;
  /** The session as others see it. */
  session(): ChannelSession;
}

export function createSessionParts(
  deps: SessionDeps,
  lease: Lease,
  wanted: Wanted,
  session: () => ChannelSession,
): SessionParts {
  const { companyId, connectionId } = lease;
  const log = deps.log.child({ companyId, connectionId });
  const store = { db: deps.quietDb, secrets: deps.secrets, lease, log };
  const slot: SocketSlot = { live: null, isReady: false, ownNames: [], retries: 0 };
  const state = createStateReporter({ db: deps.db, log, lease });
  const journal = createJournal(store);
  const requests = createRequests(wanted, (request) => applyToSocket(parts, request));
  const ingest = createEventIngest((event) => deps.listener.handle(session(), event), log);
  const parts: SessionParts = {
    deps,
    lease,
    log,
    store,
    slot,
    requests,
    state,
    reports: createSessionReports(state),
    journal,
    linking: createLinking({ log, state, wanted: () => requests.wanted, current: () => slot.live }),
    ingest,
    orders: createOrderLines({
      current: () => (slot.isReady && slot.live ? slot.live.sock : null),
      emit: ingest.emit,
      log,
      answerMs: deps.times.orderMs,
    }),
    caches: createLibraryCaches(),
    watchHearing: createHearingWatch({
      log,
      journal,
      stalledMs: deps.times.stalledMs,
      onUnrecoverable: () => deps.onUnrecoverable(),
    }),
    session,
  };
  return parts;
}

/** Ends the open socket for the sake of a request: the phone hears of it when its link is over. */
function applyToSocket({ slot: { live }, requests, linking }: SessionParts, request: Request): void {
  if (!live) return;
  if (request === 'logout' || request === 'renew') void tellPhone({ requests, linking }, live);
  else void live.end(request);
}

/** Logs out on the phone. One attempt must do, whatever becomes of it. */
export function tellPhone(
  { requests, linking }: Pick<SessionParts, 'requests' | 'linking'>,
  live: LiveSocket,
): Promise<void> {
  requests.markPhoneTold();
  return linking.logOut(live);
}
