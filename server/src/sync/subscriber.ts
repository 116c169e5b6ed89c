import type { Person } from '@balcao/shared/contract/roles.ts';
import type { FrameSocket } from '../platform/realtime/frame-socket.ts';
import type { CursorProofs } from './cursor-proof.ts';
import { leaveEpoch } from './epoch.ts';
import { type ReaderDeps, type ReaderEvents, startReadLoop } from './read-loop.ts';
import {
  type ListenerIdentity,
  type Position,
  type ResyncReason,
  readSnapshot,
  resyncReason,
} from './snapshot.ts';
import { createLiveView } from './view.ts';

/** Bytes handed to the socket and not yet taken by the other side: beyond them the log waits, which costs nothing. */
export const MAX_BACKLOG = 1024 * 1024;
const TOO_SLOW_MS = 60_000;
/** How often the cursor is moved over changes that do not concern the program, so that it never becomes too old. */
const IDLE_ADVANCE_MS = 60_000;

/** The loop that writes events to one program, in the order of commits. */
export interface Subscriber {
  /** Changes what it hears. @returns when whatever is committed from now on is heard by it */
  change(room: (rooms: Rooms) => void): Promise<void>;
  /** The person as whom it reads now. */
  actor(): Person;
  drained(): void;
  stop(): Promise<void>;
}

/** Whose messages a program hears. */
export interface Rooms {
  chatBoxes: Set<number>;
  /** Whether it hears the messages of all tickets that the person sees. */
  notification: boolean;
}

/** Where a program begins, and why not where it wished to. */
export interface SubscriberStart {
  position: Position;
  actor: Person;
  refused: ResyncReason | null;
}

/** A position as one word. The view is part of it: with other rights, what was missed cannot be told. */
export const cursorText = (proofs: CursorProofs, companyId: number, position: Position) =>
  `${position.epoch}:${position.seq}:${position.viewVersion}:${proofs.of(companyId, position)}`;

interface ShownCursor extends Position {
  proof?: string | undefined;
}

function parseCursor(text: string): ShownCursor | null {
  const [, epoch, seq, view, proof] = CURSOR.exec(text) ?? [];
  return epoch ? { epoch, seq: Number(seq), viewVersion: Number(view), proof } : null;
}

/** Those of an earlier version had no proof. */
const CURSOR = /^([\da-f-]{36}):(\d{1,15}):(\d{1,9})(?::([\w-]{1,64}))?$/;

/** @throws SessionEndedError */
export async function readStart(
  deps: ReaderDeps,
  identity: ListenerIdentity,
  cursor: string | null,
): Promise<SubscriberStart> {
  const now = await deps.gate(() =>
    deps.db.readCompany(identity.companyId, (tx) => readSnapshot(tx, identity)),
  );
  const head = { epoch: now.epoch, seq: now.head, viewVersion: now.viewVersion };
  const wished: ShownCursor | null = cursor === null ? head : parseCursor(cursor);
  const refused = wished ? resyncReason(now, wished) : 'epoch';
  if (wished && refused === 'ahead' && deps.proofs.holds(identity.companyId, wished, wished.proof)) {
    await leaveEpoch(deps.db, identity.companyId, now.epoch);
    return { ...(await readStart(deps, identity, null)), refused };
  }
  const position = wished && !refused ? { ...wished, epoch: now.epoch } : head;
  return { position, actor: now.actor, refused };
}

/** A frame of the live protocol that the server sends; documented in server/API.md. */
export type LiveServerFrame = { type: string } & Record<string, unknown>;

export function startSubscriber(
  deps: ReaderDeps,
  identity: ListenerIdentity,
  start: SubscriberStart,
  rooms: Rooms,
  socket: Pick<FrameSocket<LiveServerFrame>, 'send' | 'sendText' | 'backlog'>,
  events: ReaderEvents,
): Subscriber {
  const changes: (() => void)[] = [];
  let { position, actor } = start;
  let mustRead = true;
  const choke = createChoke(socket, events.onTooSlow);
  let toldAt = performance.now();
  let told = position.seq;
  const stopHints = deps.hints.onHint(identity.companyId, () => {
    mustRead = true;
    loop.signal();
  });

  const cursorNow = () => cursorText(deps.proofs, identity.companyId, position);

  function tell(list: string | Buffer): void {
    told = position.seq;
    toldAt = performance.now();
    socket.sendText(`{"type":"events","cursor":${JSON.stringify(cursorNow())},"events":${String(list)}}`);
  }

  /** @returns how long to sleep before the next step, in ms; 0 for at once */
  async function step(): Promise<number> {
    // Not while a page is read: it would come by the rooms before, and what is committed meanwhile with it.
    for (const change of changes.splice(0)) change();
    const now = performance.now();
    const rest = choke.rest(now);
    if (rest !== null) return rest;
    if (!mustRead) {
      if (position.seq > told && now - toldAt > IDLE_ADVANCE_MS) tell('[]');
      return IDLE_ADVANCE_MS;
    }
    mustRead = false;
    const view = createLiveView(actor, new Set(rooms.chatBoxes), rooms.notification);
    const request = { form: 'events', identity, view, position, from: position.seq, acked: 0 } as const;
    const batch = await deps.sharedReads.read(request);
    position = { ...position, epoch: batch.epoch, seq: batch.to };
    if (batch.more) mustRead = true;
    if (!batch.empty) tell(batch.text);
    return 0;
  }

  /** What happened meanwhile is not told: the program asks for it, as it did in the beginning. */
  async function startOver(reason: ResyncReason): Promise<void> {
    if (reason === 'ahead') await leaveEpoch(deps.db, identity.companyId, position.epoch);
    ({ position, actor } = await readStart(deps, identity, null));
    socket.send({ type: 'resync', reason, cursor: cursorNow() });
    told = position.seq;
    mustRead = true;
  }

  const loop = startReadLoop({ step, startOver }, events);
  return {
    change(room) {
      const { promise, resolve } = Promise.withResolvers<void>();
      changes.push(() => {
        room(rooms);
        resolve();
      });
      loop.signal();
      return promise;
    },
    actor: () => actor,
    drained() {
      if (choke.isOver()) loop.signal();
    },
    async stop() {
      stopHints();
      await loop.stop();
    },
  };
}

/** Waits until the other side has taken what was handed over, but not for ever. */
function createChoke(socket: Pick<FrameSocket<never>, 'backlog'>, onTooSlow: () => void) {
  let since: number | null = null;
  return {
    /** How long to wait, in ms; null: not at all. */
    rest(now: number): number | null {
      if (socket.backlog <= MAX_BACKLOG) {
        since = null;
        return null;
      }
      since ??= now;
      const left = since + TOO_SLOW_MS - now;
      if (left > 0) return left + 1;
      onTooSlow();
      return IDLE_ADVANCE_MS;
    },
    isOver: () => since !== null && socket.backlog <= MAX_BACKLOG,
  };
}
