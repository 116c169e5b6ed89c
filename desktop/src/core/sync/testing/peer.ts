import type { RowSet } from '@balcao/shared/sync/entities.ts';
import {
  type BatchFrame,
  type ClientFrame,
  clientFrame,
  type ServerFrame,
  serverFrame,
  type WelcomeFrame,
} from '@balcao/shared/sync/frames.ts';
import { PROTOCOL } from '@balcao/shared/sync/protocol.ts';
import { batch, EPOCH, instant, queue, ticket, user } from '../../store/testing/rows.ts';
import type { Connect, SocketEvents } from '../socket.ts';
import type { ManualClock } from './manual-clock.ts';

type Frame<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>;

/** The server's end of one line, moved by the test. */
export interface PeerLine {
  url: string;
  /** The code with which the console ended the line; null while it has not. */
  closedBy: number | null;
  /** A name server knows where the server is. */
  locate(): void;
  open(): void;
  say(...frames: ServerFrame[]): void;
  sayText(text: string | null): void;
  end(code: number, error?: Error): void;
  /** The frames of the console, each valid by the schema. */
  heard: ClientFrame[];
  all<T extends ClientFrame['type']>(type: T): Frame<T>[];
  last<T extends ClientFrame['type']>(type: T): Frame<T>;
  /** The connection has not been ended. */
  alive(): boolean;
}

export interface Peer {
  connect: Connect;
  lines: PeerLine[];
  line(): PeerLine;
}

export function createPeer(): Peer {
  const lines: PeerLine[] = [];
  const line = () => {
    const last = lines.at(-1);
    if (!last) throw new Error('nobody has connected');
    return last;
  };
  return {
    lines,
    line,
    connect(url, events) {
      const { line: made, send, close } = createLine(url, events);
      lines.push(made);
      return { send, close };
    },
  };
}

function createLine(url: string, events: SocketEvents) {
  let ended = false;
  const line: PeerLine = {
    url,
    closedBy: null,
    heard: [],
    locate: () => events.located(),
    open: () => events.opened(),
    say(...frames) {
      for (const frame of frames) line.sayText(JSON.stringify(serverFrame.parse(frame)));
    },
    sayText: (text) => events.received(text),
    end(code, error) {
      ended = true;
      events.closed(code, error ?? null);
    },
    all: <T extends ClientFrame['type']>(type: T) =>
      line.heard.filter((frame): frame is Frame<T> => frame.type === type),
    last(type) {
      const frame = line.all(type).at(-1);
      if (!frame) throw new Error(`no ${type} was heard`);
      return frame;
    },
    alive: () => !ended && line.closedBy === null,
  };
  return {
    line,
    send: (text: string) => void line.heard.push(clientFrame.parse(JSON.parse(text))),
    close: (code: number) => {
      line.closedBy ??= code;
    },
  };
}

/** What a line ends with that reached no server. */
export const network = Object.assign(new Error('unreachable'), { code: 'ENETUNREACH' });

/** Time passes in which the server says nothing but that it is there. */
export async function pass(clock: ManualClock, line: PeerLine, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= ANSWERS_EVERY_MS) {
    await clock.advance(Math.min(left, ANSWERS_EVERY_MS));
    line.say({ type: 'pong', t: 0 });
  }
}

const ANSWERS_EVERY_MS = 4_000;

export const welcome = (fields: Partial<WelcomeFrame> = {}): WelcomeFrame => ({
  type: 'welcome',
  protocol: PROTOCOL,
  epoch: EPOCH,
  head: 10,
  floor: 0,
  viewVersion: 1,
  serverTime: instant(0),
  lastMutationSeq: 0,
  ...fields,
});

/** The smallest working set, up to `seq`. */
export function bootstrap(seq = 10, rows = [ticket()]): ServerFrame[] {
  const rowsOf = (set: RowSet): ServerFrame => ({ type: 'bootstrap.rows', gen: 5, set });
  return [
    { type: 'bootstrap.begin', gen: 5, seq },
    rowsOf({ entity: 'user', rows: [user()] }),
    rowsOf({ entity: 'queue', rows: [queue()] }),
    rowsOf({ entity: 'ticket', rows }),
    { type: 'bootstrap.end', gen: 5, epoch: EPOCH, seq, viewVersion: 1, counts: {} },
  ];
}

/** Sends an empty batch. */
export const upToDate = (seq = 10, fields: Partial<BatchFrame> = {}): BatchFrame => batch(seq, seq, fields);
