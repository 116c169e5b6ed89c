import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Mutation } from '@balcao/shared/sync/commands.ts';
import type { RowSet } from '@balcao/shared/sync/entities.ts';
import {
  type BatchFrame,
  clientFrame,
  type FetchFrame,
  type HelloFrame,
  type PageFrame,
  type ServerFrame,
  SYNC_PATH,
} from '@balcao/shared/sync/frames.ts';
import { PROTOCOL } from '@balcao/shared/sync/protocol.ts';
import { type WebSocket, WebSocketServer } from 'ws';

type Page = Pick<PageFrame, 'sets' | 'hasMore'>;

/** The feed as a console sees it: one bootstrap, then the frames of the test. */
export interface StubSync {
  /** The rows of a bootstrap. */
  rows: RowSet[];
  readonly hellos: HelloFrame[];
  readonly fetches: FetchFrame[];
  readonly pushed: Mutation[];
  /** The code that refuses commands from now on; null: they are applied. */
  refusal: ErrorCode | null;
  /** Answers to `fetch`. */
  page: (frame: FetchFrame) => Page;
  /** Brings rows to every console that is connected. */
  put(...puts: RowSet[]): void;
  /** Takes them from everybody. */
  erase(...deletes: BatchFrame['deletes']): void;
  /** The agent's rights have changed: everything is sent again. */
  resync(): void;
  /** Closes every connection with one of the protocol's close codes, after saying why. */
  kick(code: number, reason?: ErrorCode): void;
  close(): void;
}

export function createStubSync(server: Server, tokenIsValid: (token: string) => boolean): StubSync {
  const sockets = new WebSocketServer({ server, path: SYNC_PATH });
  const epoch = randomUUID();
  let seq = 1;
  let acked = 0;

  const post = (socket: WebSocket, frame: ServerFrame) => socket.send(JSON.stringify(frame));
  const batch = (puts: RowSet[], results: BatchFrame['mutations']['results'] = []): BatchFrame => ({
    type: 'batch',
    from: seq,
    to: ++seq,
    more: false,
    puts,
    evicts: [],
    deletes: [],
    gaps: [],
    mutations: { acked, results },
  });

  const stub: StubSync = {
    rows: [],
    hellos: [],
    fetches: [],
    pushed: [],
    refusal: null,
    page: () => ({ sets: [], hasMore: false }),
    put(...puts) {
      const frame = batch(puts);
      for (const socket of sockets.clients) post(socket, frame);
    },
    erase(...deletes) {
      const frame = { ...batch([]), deletes };
      for (const socket of sockets.clients) post(socket, frame);
    },
    resync() {
      for (const socket of sockets.clients) {
        post(socket, { type: 'resync', reason: 'view_changed' });
        bootstrap(socket);
      }
    },
    kick(code, reason) {
      for (const socket of sockets.clients) {
        if (reason) post(socket, { type: 'error', code: reason, retryable: false });
        socket.close(code);
      }
    },
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };

  function greet(socket: WebSocket, frame: HelloFrame): void {
    stub.hellos.push(frame);
    if (!tokenIsValid(frame.token)) {
      socket.close(4001);
      return;
    }
    post(socket, {
      type: 'welcome',
      protocol: PROTOCOL,
      epoch,
      head: seq,
      floor: 0,
      viewVersion: 1,
      serverTime: new Date().toISOString(),
      lastMutationSeq: acked,
    });
    if (frame.cursor) {
      post(socket, batch([]));
      return;
    }
    bootstrap(socket);
  }

  function bootstrap(socket: WebSocket): void {
    post(socket, { type: 'bootstrap.begin', gen: 1, seq });
    for (const set of stub.rows) post(socket, { type: 'bootstrap.rows', gen: 1, set });
    post(socket, { type: 'bootstrap.end', gen: 1, epoch, seq, viewVersion: 1, counts: {} });
    post(socket, batch([]));
  }

  sockets.on('connection', (socket) => {
    socket.on('message', (data) => {
      const frame = clientFrame.parse(JSON.parse(String(data)));
      if (frame.type === 'hello') greet(socket, frame);
      if (frame.type === 'ping') post(socket, { type: 'pong', t: frame.t });
      if (frame.type === 'fetch') {
        stub.fetches.push(frame);
        post(socket, { type: 'page', reqId: frame.reqId, ...stub.page(frame) });
      }
      if (frame.type === 'push') {
        stub.pushed.push(...frame.mutations);
        acked = frame.mutations.at(-1)?.seq ?? acked;
        post(
          socket,
          batch(
            [],
            frame.mutations.map(({ seq: done }) =>
              stub.refusal
                ? { seq: done, status: 'rejected', code: stub.refusal }
                : { seq: done, status: 'applied' },
            ),
          ),
        );
      }
    });
  });
  return stub;
}
