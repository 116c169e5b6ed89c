import type { Person } from '@balcao/shared/contract/roles.ts';
import { type FetchFrame, LIMITS, type ServerFrame } from '@balcao/shared/sync/frames.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { crashAt } from '../platform/failpoints.ts';
import type { FrameSocket } from '../platform/realtime/frame-socket.ts';
import { bootstrapFrames } from './bootstrap.ts';
import type { ChangeHints } from './change-hints.ts';
import type { Arrival } from './clients.ts';
import type { CursorProofs } from './cursor-proof.ts';
import { leaveEpoch } from './epoch.ts';
import { readPage } from './pages.ts';
import { LostError, type SharedReads } from './shared-reads.ts';
import {
  type ConsoleIdentity,
  type Position,
  ResyncError,
  readSnapshot,
  resyncReason,
  type SessionEnd,
  SessionEndedError,
  type Snapshot,
} from './snapshot.ts';
import { createView, type View } from './view.ts';
import { createWakeup } from './wakeup.ts';

/** The first of a console's commands after a quiet moment is confirmed at once; those that follow are gathered. */
const COALESCE_MS = 50;
/** Bytes handed to the socket and not yet taken by the other side. */
const MAX_BACKLOG = 1024 * 1024;
const MAX_FETCHES = 8;
/** A console that is alive stores a batch in milliseconds. */
const TOO_SLOW_MS = 60_000;
/** How often the cursor of a console is moved over changes that do not concern it, so that it never becomes too old. */
const IDLE_ADVANCE_MS = 60_000;

/** Tickets and contacts on the screens of a console. */
export interface ShownIds {
  tickets: readonly number[];
  contacts: readonly number[];
}

export interface ReaderDeps {
  db: Database;
  hints: ChangeHints;
  sharedReads: SharedReads;
  proofs: CursorProofs;
  clock(): Date;
  /** Bounds the read transactions of all consoles together; those who wait gather more changes meanwhile. */
  gate<T>(work: () => Promise<T>): Promise<T>;
}

export interface ReaderEvents {
  onSessionEnded(by: SessionEnd): void;
  onTooSlow(): void;
  /** The database does not answer; whoever found out has said why. */
  onLost(): void;
  onFailed(error: unknown): void;
}

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
  { cursor, interest }: { cursor: number | null; interest: ShownIds },
  socket: FrameSocket<ServerFrame>,
  events: ReaderEvents,
): Reader {
  const wakeup = createWakeup();
  const stopHints = deps.hints.onHint(identity.companyId, () => {
    mustRead = 'now';
    wakeup.signal();
  });
  const fetches: FetchFrame[] = [];
  const unacked: { to: number; at: number }[] = [];
  let position: Position = {
    epoch: arrival.snapshot.epoch,
    seq: cursor ?? arrival.snapshot.head,
    viewVersion: arrival.snapshot.viewVersion,
  };
  let view = viewOf(arrival.snapshot.actor, interest);
  /** What the console has been sent; `position.seq` runs ahead of it over changes that do not concern it. */
  let sent = position.seq;
  let acked = 0;
  let acknowledged: number | null = null;
  let gen = 0;
  /** Why the rows must come anew; null when they need not. */
  let startOver = arrival.start;
  /** The log has fallen behind what this process has read of it. */
  let isRestored = false;
  let bootstrap: AsyncGenerator<ServerFrame, void> | undefined;
  /** News and the rest of a page are read at once, the results of own commands after a moment. */
  let mustRead: 'now' | 'soon' | null = 'now';
  /** The first batch goes even when it is empty: it says that the console is up to date. */
  let mustSend = true;
  let lastSentAt = 0;
  /** Waits until the other side has taken what was handed over. */
  let choked = false;
  let stopped = false;

  const proofOf = (seq: number) => deps.proofs.of(identity.companyId, { epoch: position.epoch, seq });

  function inSnapshot<T>(work: (tx: Tx, snapshot: Snapshot) => Promise<T>): Promise<T> {
    return deps.gate(() =>
      deps.db.readCompany(identity.companyId, async (tx) => {
        const snapshot = await readSnapshot(tx, identity);
        const reason = resyncReason(snapshot, position);
        if (reason) throw new ResyncError(reason);
        return work(tx, snapshot);
      }),
    );
  }

  async function beginBootstrap(): Promise<void> {
    if (isRestored) await leaveEpoch(deps.db, identity.companyId, position.epoch);
    isRestored = false;
    const start = await deps.gate(() =>
      deps.db.readCompany(identity.companyId, (tx) => readSnapshot(tx, identity)),
    );
    position = { epoch: start.epoch, seq: start.head, viewVersion: start.viewVersion };
    sent = start.head;
    view = createView(start.actor, view.interest);
    unacked.length = 0;
    const now = deps.clock();
    gen = Math.max(gen + 1, now.getTime());
    const proof = proofOf(start.head);
    bootstrap = bootstrapFrames({ gen, start, proof, now, interest: view.interest, read: inSnapshot });
    startOver = null;
  }

  async function continueBootstrap(frames: AsyncGenerator<ServerFrame, void>): Promise<void> {
    const next = await frames.next();
    if (!next.done) return socket.send(next.value);
    bootstrap = undefined;
    mustRead = 'now';
    mustSend = true;
  }

  async function answer(request: FetchFrame): Promise<void> {
    socket.send(await inSnapshot((tx, { actor }) => readPage(tx, actor, request)));
    fetches.shift();
  }

  async function sendBatch(): Promise<void> {
    mustRead = null;
    const from = sent;
    const batch = await deps.sharedReads.read({ form: 'frame', identity, view, position, from, acked });
    crashAt('feed.read');
    position.seq = batch.to;
    if (batch.more) mustRead = 'now';
    if (batch.empty && !(mustSend && !batch.more)) return;
    mustSend &&= batch.more;
    acked = batch.acked;
    hand(batch.text, batch.to);
    crashAt('feed.sent');
  }

  function hand(text: string | Buffer, to: number): void {
    sent = to;
    lastSentAt = performance.now();
    unacked.push({ to, at: lastSentAt });
    socket.sendText(text);
  }

  /** Nothing but the new position, which needs no look at the database. */
  function sendPosition(): void {
    const mutations = { acked, results: [] };
    const place = { from: sent, to: position.seq, proof: proofOf(position.seq) };
    const frame = { type: 'batch', ...place, more: false, mutations } as const;
    hand(JSON.stringify({ ...frame, puts: [], evicts: [], deletes: [], gaps: [] }), position.seq);
  }

  /** Does one piece of work. @returns how long to sleep before the next one, in ms; 0 for at once. */
  async function step(): Promise<number> {
    const now = performance.now();
    choked = socket.backlog > MAX_BACKLOG;
    if (choked) return IDLE_ADVANCE_MS;
    if (startOver) return beginBootstrap().then(() => 0);
    const request = fetches[0];
    if (request) return answer(request).then(() => 0);
    if (bootstrap) return continueBootstrap(bootstrap).then(() => 0);

    const oldest = unacked[0];
    if (oldest && now - oldest.at > TOO_SLOW_MS) {
      events.onTooSlow();
      return IDLE_ADVANCE_MS;
    }
    if (oldest && unacked.length >= LIMITS.unackedBatches) return oldest.at + TOO_SLOW_MS - now + 1;
    if (mustRead === null) {
      if (position.seq > sent && now - lastSentAt > IDLE_ADVANCE_MS) sendPosition();
      return IDLE_ADVANCE_MS;
    }
    const quiet = lastSentAt + COALESCE_MS - now;
    if (mustRead === 'soon' && lastSentAt > 0 && quiet > 0) return quiet;
    return sendBatch().then(() => 0);
  }

  async function loop(): Promise<void> {
    while (!stopped) {
      try {
        const rest = await step();
        if (rest > 0 && !stopped) await wakeup.sleep(rest);
      } catch (error) {
        if (stopped) return;
        if (error instanceof ResyncError) {
          socket.send({ type: 'resync', reason: error.reason });
          bootstrap = undefined;
          startOver = error.reason;
          isRestored = error.reason === 'ahead';
        } else {
          stopped = true;
          if (error instanceof SessionEndedError) events.onSessionEnded(error.by);
          else if (error instanceof LostError) events.onLost();
          else events.onFailed(error);
        }
      }
    }
  }

  const running = loop();
  return {
    settled() {
      mustRead ??= 'soon';
      wakeup.signal();
    },
    drained() {
      if (choked && socket.backlog <= MAX_BACKLOG) wakeup.signal();
    },
    setInterest(shown) {
      view = viewOf(view.actor, shown);
    },
    acknowledge(seq) {
      acknowledged = Math.max(acknowledged ?? 0, Math.min(seq, sent));
      const before = unacked.length;
      while (unacked[0] && unacked[0].to <= seq) unacked.shift();
      if (unacked.length === before) return false;
      wakeup.signal();
      return true;
    },
    fetch(request) {
      if (fetches.length >= MAX_FETCHES) return false;
      fetches.push(request);
      wakeup.signal();
      return true;
    },
    get acknowledged() {
      return acknowledged;
    },
    async stop() {
      stopped = true;
      stopHints();
      wakeup.signal();
      await running;
    },
  };
}

const viewOf = (actor: Person, { tickets, contacts }: ShownIds): View =>
  createView(actor, { tickets: new Set(tickets), contacts: new Set(contacts) });
