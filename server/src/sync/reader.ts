import type { FetchFrame, ServerFrame } from '@balcao/shared/sync/frames.ts';
import type { FrameSocket } from '../platform/realtime/frame-socket.ts';
import { createBootstrapRun } from './bootstrap-run.ts';
import type { Arrival } from './clients.ts';
import { createConsoleBatches, IDLE_ADVANCE_MS } from './console-batches.ts';
import { type ConsolePlace, createConsolePlace, type ShownIds } from './console-place.ts';
import { readPage } from './pages.ts';
import { type ReaderDeps, type ReaderEvents, startReadLoop } from './read-loop.ts';
import { createSentWindow } from './sent-window.ts';
import type { ConsoleIdentity } from './snapshot.ts';

/** Bytes handed to the socket and not yet taken by the other side. */
const MAX_BACKLOG = 1024 * 1024;
const MAX_FETCHES = 8;

export interface Reader {
  /** A command of this console was settled: its confirmation must travel. */
  settled(): void;
  drained(): void;
  setInterest(interest: ShownIds): void;
  /** @returns whether a batch was waiting for it. */
  acknowledge(seq: number): boolean;
  /** @returns false when too many requests wait already. */
  fetch(request: FetchFrame): boolean;
  /** The last position that the console has stored; null before the first. */
  readonly acknowledged: number | null;
  stop(): Promise<void>;
}

/**
 * The one loop that writes to a console: pages, bootstrap rows and batches leave in the order of
 * their snapshots, so none can overwrite newer rows.
 */
export function startReader(
  deps: ReaderDeps,
  identity: ConsoleIdentity,
  arrival: Arrival,
  from: { cursor: number | null; interest: ShownIds },
  socket: FrameSocket<ServerFrame>,
  events: ReaderEvents,
): Reader {
  const place = createConsolePlace(deps, identity, arrival, from);
  const window = createSentWindow(socket, place.position.seq);
  const bootstrap = createBootstrapRun(deps, place, window, arrival.start);
  const batches = createConsoleBatches(deps.sharedReads, place, window);
  const pages = createPageQueue(place, socket);
  /** Waits until the other side has taken what was handed over. */
  let choked = false;

  async function continueBootstrap(): Promise<void> {
    const frame = await bootstrap.nextFrame();
    if (frame) socket.send(frame);
    else batches.afterBootstrap();
  }

  async function step(): Promise<number> {
    const now = performance.now();
    choked = socket.backlog > MAX_BACKLOG;
    if (choked) return IDLE_ADVANCE_MS;
    if (bootstrap.isOrdered) return bootstrap.begin().then(() => 0);
    if (pages.isWaiting) return pages.answerFirst().then(() => 0);
    if (bootstrap.isUnderway) return continueBootstrap().then(() => 0);
    if (window.isStuck(now)) {
      events.onTooSlow();
      return IDLE_ADVANCE_MS;
    }
    return window.untilRoom(now) ?? batches.next(now);
  }

  const stopHints = deps.hints.onHint(identity.companyId, () => {
    batches.hint();
    loop.signal();
  });
  const loop = startReadLoop(
    {
      step,
      startOver(reason) {
        socket.send({ type: 'resync', reason });
        bootstrap.order(reason);
      },
    },
    events,
  );
  return {
    settled() {
      batches.settled();
      loop.signal();
    },
    drained() {
      if (choked && socket.backlog <= MAX_BACKLOG) loop.signal();
    },
    setInterest: place.show,
    acknowledge(seq) {
      const wasWaiting = window.acknowledge(seq);
      if (wasWaiting) loop.signal();
      return wasWaiting;
    },
    fetch(request) {
      const hasRoom = pages.add(request);
      if (hasRoom) loop.signal();
      return hasRoom;
    },
    get acknowledged() {
      return window.acknowledged;
    },
    async stop() {
      stopHints();
      await loop.stop();
    },
  };
}

/** The pages that a console has asked for, in order. */
function createPageQueue(place: ConsolePlace, socket: Pick<FrameSocket<ServerFrame>, 'send'>) {
  const requests: FetchFrame[] = [];
  return {
    get isWaiting(): boolean {
      return requests.length > 0;
    },
    /** @returns false when too many wait already. */
    add(request: FetchFrame): boolean {
      if (requests.length >= MAX_FETCHES) return false;
      requests.push(request);
      return true;
    },
    /** A page whose snapshot cannot be read stays the first one. */
    async answerFirst(): Promise<void> {
      const [request] = requests;
      if (!request) return;
      socket.send(await place.read((tx, { actor }) => readPage(tx, actor, request)));
      requests.shift();
    },
  };
}
