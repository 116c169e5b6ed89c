import { CHAT_CLOSE } from '@balcao/shared/features/web-chat/line.ts';
import type { ServerFrame, VisitorFrame } from '@balcao/shared/features/web-chat/protocol.ts';
import type { Connection, ConnectionParts } from './connection.ts';
import { openExchange } from './exchange.ts';
import { openSocket } from './socket.ts';

/** `refused`: this page has no chat; `tooOld`: a reload brings a newer script. Neither ends by itself. */
export type LineState = 'connecting' | 'live' | 'away' | 'refused' | 'tooOld';

/** The way to the server that comes back by itself. */
export interface Line {
  /** May be lost where the line is not live, or ends meanwhile. */
  say(frame: VisitorFrame): void;
  /** Somebody looks, or waits: the next attempt is made now. */
  hurry(): void;
  /** Nothing came back that should have: the way that is there is given up. */
  doubt(): void;
  close(): void;
}

interface LineParts extends Omit<ConnectionParts, 'ended'> {
  changed(state: LineState): void;
}

const LONGEST_WAIT_MS = 30_000;
const TOO_MANY_WAIT_MS = 60_000;
const MOVE_WAIT_MS = 2_000;
/** A way on which nobody has welcomed us by then is none. */
const WELCOME_MS = 15_000;

export function openLine({ heard, changed, ...parts }: LineParts): Line {
  let connection: Connection | null = null;
  let timer = 0;
  let failures = 0;
  let isOver = false;

  function connect(): void {
    clearTimeout(timer);
    if (connection || isOver) return;
    changed(failures === 0 ? 'connecting' : 'away');
    timer = window.setTimeout(doubt, WELCOME_MS);
    // Where websockets are refused, requests get through.
    const open = failures % 3 === 2 ? openExchange : openSocket;
    try {
      connection = open({ ...parts, heard: hear, ended });
    } catch {
      ended(0);
    }
  }

  function hear(frame: ServerFrame): void {
    if (frame.type === 'welcome') {
      clearTimeout(timer);
      failures = 0;
    }
    heard(frame);
    if (frame.type === 'welcome') changed('live');
  }

  function ended(code: number): void {
    connection = null;
    clearTimeout(timer);
    if (code === CHAT_CLOSE.refused || code === CHAT_CLOSE.tooOld) {
      isOver = true;
      changed(code === CHAT_CLOSE.refused ? 'refused' : 'tooOld');
      return;
    }
    timer = window.setTimeout(connect, waitAfter(code, failures++));
    changed('away');
  }

  function doubt(): void {
    if (!connection) return;
    connection.close();
    ended(0);
  }

  function hurry(): void {
    if (connection) connection.hurry();
    else if (navigator.onLine) connect();
  }

  const lookUp = () => {
    if (!document.hidden) hurry();
  };
  addEventListener('online', hurry);
  addEventListener('pageshow', lookUp);
  document.addEventListener('visibilitychange', lookUp);
  connect();
  return {
    say: (frame) => connection?.say(frame),
    hurry,
    doubt,
    close() {
      isOver = true;
      clearTimeout(timer);
      connection?.close();
      removeEventListener('online', hurry);
      removeEventListener('pageshow', lookUp);
      document.removeEventListener('visibilitychange', lookUp);
    },
  };
}

/** All visitors lose their lines at once when a server goes: they do not come back at once. */
function waitAfter(code: number, failures: number): number {
  if (code === CHAT_CLOSE.goingAway) return Math.random() * MOVE_WAIT_MS;
  const longest =
    code === CHAT_CLOSE.tooMany ? TOO_MANY_WAIT_MS : Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** failures);
  return longest * (0.5 + Math.random() / 2);
}
