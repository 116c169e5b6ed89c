import { type ClientFrame, type ServerFrame, serverFrame } from '@balcao/shared/sync/frames.ts';
import { isUnknownPiece } from '@balcao/shared/sync/newer-server.ts';
import type { Clock } from './clock.ts';
import { createHeartbeat } from './heartbeat.ts';
import type { LineToken } from './line-token.ts';
import type { Connect, Socket, SocketEvents } from './socket.ts';

/** There is at most one line to the server. Nothing of an earlier one is heard any more. */
export interface Line {
  /** Begins to make a line, with a fresh token. */
  make(): Promise<void>;
  send(frame: ClientFrame): void;
  /** Ends the line, or the attempt to make one. */
  drop(): void;
  /** The code with which the next `drop` tells the server why. */
  closeWith(code: number): void;
  /** Asks the server whether the line is alive. */
  probe(): void;
  /** Sends a token instead of one that is about to expire. @throws AppError as `token` */
  renewToken(): Promise<void>;
  latestAttempt(): Attempt;
}

interface Attempt {
  /** When it began. */
  at: number;
  /** It has got as far as the server's address. */
  isLocated: boolean;
}

interface Deps {
  url: string;
  connect: Connect;
  token: LineToken;
  clock: Clock;
  opened(): void;
  /** null: nothing that we understand. */
  received(frame: ServerFrame | null): void;
  /** Something came, if only a piece of a frame. */
  alive(): void;
  /** `code` of the websocket; `error` when the line broke. */
  closed(code: number, error: Error | null): void;
  /** The line could not be made, or is silent. */
  failed(error: unknown): void;
}

const NORMAL_CLOSE = 1000;

export function createLine(deps: Deps): Line {
  const { clock, token } = deps;
  let socket: Socket | null = null;
  let closeCode = NORMAL_CLOSE;
  /** Counts attempts, so that events of an earlier one are ignored. */
  let attempt = 0;
  let latest: Attempt = { at: 0, isLocated: false };

  const send = (frame: ClientFrame) => socket?.send(JSON.stringify(frame));

  const heartbeat = createHeartbeat({
    clock,
    ping: () => send({ type: 'ping', t: clock.now() }),
    silent: deps.failed,
  });

  function alive(): void {
    heartbeat.heard();
    deps.alive();
  }

  function eventsOf(current: number): SocketEvents {
    const isCurrent = () => current === attempt;
    return {
      located: only(isCurrent, () => {
        latest.isLocated = true;
      }),
      opened: only(isCurrent, () => {
        latest.isLocated = true;
        heartbeat.start();
        deps.opened();
      }),
      received: only(isCurrent, (text) => {
        alive();
        const value = text === null ? null : parse(text);
        if (!isUnknownPiece(value)) deps.received(serverFrame.safeParse(value).data ?? null);
      }),
      alive: only(isCurrent, alive),
      closed: only(isCurrent, (code, error) => {
        socket = null;
        deps.closed(code, error);
      }),
    };
  }

  return {
    async make() {
      const current = attempt;
      latest = { at: clock.now(), isLocated: false };
      try {
        const fresh = await token.next();
        if (current !== attempt) return;
        token.accept(fresh);
        socket = deps.connect(deps.url, eventsOf(current));
      } catch (error) {
        if (current === attempt) deps.failed(error);
      }
    },
    send,
    drop() {
      attempt += 1;
      heartbeat.stop();
      socket?.close(closeCode);
      socket = null;
      closeCode = NORMAL_CLOSE;
    },
    closeWith(code) {
      closeCode = code;
    },
    probe: heartbeat.probe,
    async renewToken() {
      const current = attempt;
      const fresh = await token.successor();
      if (current !== attempt) return;
      token.accept(fresh);
      send({ type: 'auth', token: fresh });
    },
    latestAttempt: () => latest,
  };
}

function only<A extends unknown[]>(condition: () => boolean, work: (...args: A) => void) {
  return (...args: A): void => {
    if (condition()) work(...args);
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
