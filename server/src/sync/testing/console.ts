import type { Mutation, MutationArgs, MutationName } from '@balcao/shared/sync/commands.ts';
import { type ClientFrame, type ServerFrame, SYNC_PATH, serverFrame } from '@balcao/shared/sync/frames.ts';
import { PROTOCOL, STORE_SCHEMA } from '@balcao/shared/sync/protocol.ts';
import { WebSocket } from 'ws';
import { createModelStore, type ModelStore } from './model-store.ts';

export interface ConsoleOptions {
  clientId?: string;
  /** What it stored before; a new one without. */
  store?: ModelStore;
  hello?: Record<string, unknown>;
  headers?: Record<string, string>;
  /** false: stores what comes and never says so. */
  acks?: boolean;
}

type Frame<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;

/** A console as small as the protocol allows: a store by the rules of the README behind a real websocket. */
export interface TestConsole {
  store: ModelStore;
  clientId: string;
  ws: WebSocket;
  /** Every frame so far, as the schema reads it. */
  frames: ServerFrame[];
  texts: string[];
  closed: Promise<{ code: number }>;
  /** The first frame of the type, from now on or since `from`, that fits. */
  next<T extends ServerFrame['type']>(
    type: T,
    fits?: (frame: Frame<T>) => boolean,
    from?: number,
  ): Promise<Frame<T>>;
  send(frame: ClientFrame | Record<string, unknown>): void;
  /** Sends a command with the next number. */
  push<N extends MutationName>(name: N, args: MutationArgs<N>): number;
  pushMutations(mutations: Mutation[]): void;
  mutation<N extends MutationName>(seq: number, name: N, args: MutationArgs<N>): Mutation;
  /** Waits until the first position is stored and everything committed until now has arrived. */
  live(): Promise<void>;
  settle(): Promise<void>;
  cut(): void;
}

export function createConsole(url: string, token: string, options: ConsoleOptions = {}): TestConsole {
  const store = options.store ?? createModelStore();
  const clientId = options.clientId ?? store.clientId;
  const ws = new WebSocket(`${url}${SYNC_PATH}`, { headers: options.headers ?? {} });
  const frames: ServerFrame[] = [];
  const texts: string[] = [];
  const waiting = new Set<() => void>();
  const closed = Promise.withResolvers<{ code: number }>();

  const self: TestConsole = {
    store,
    clientId,
    ws,
    frames,
    texts,
    closed: closed.promise,
    async next(type, fits = () => true, from = frames.length) {
      for (let index = from; ; index++) {
        while (index >= frames.length) {
          const { promise, resolve } = Promise.withResolvers<void>();
          waiting.add(resolve);
          await Promise.race([promise, closed.promise.then(({ code }) => ended(code, type))]);
        }
        const frame = frames[index];
        if (frame?.type === type && fits(frame as Frame<typeof type>)) return frame as Frame<typeof type>;
      }
    },
    send: (frame) => ws.send(JSON.stringify(frame)),
    mutation: (seq, name, args) => ({ seq, name, args, at: new Date().toISOString() }) as unknown as Mutation,
    push(name, args) {
      store.pushed += 1;
      self.pushMutations([self.mutation(store.pushed, name, args)]);
      return store.pushed;
    },
    pushMutations: (mutations) => self.send({ type: 'push', mutations }),
    async live() {
      await self.next('batch', (batch) => !batch.more, 0);
      await self.settle();
    },
    async settle() {
      // A command on a ticket that does not exist changes nothing, and its answer comes after everything before it.
      const seq = self.push('ticket.markRead', { ticketId: 999_999_999 });
      await self.next('batch', (batch) => batch.mutations.acked >= seq, 0);
    },
    cut: () => ws.terminate(),
  };

  const ended = (code: number, type: string): never => {
    throw new Error(`closed with ${code} while waiting for ${type}; last: ${texts.at(-1)?.slice(0, 300)}`);
  };
  ws.on('open', () => {
    const { cursor, viewVersion } = store;
    const hello = { protocol: PROTOCOL, clientId, schema: STORE_SCHEMA, appVersion: 'test', token };
    self.send({ type: 'hello', ...hello, cursor, viewVersion, ...options.hello });
  });
  ws.on('message', (data) => {
    const text = String(data);
    const frame = serverFrame.parse(JSON.parse(text));
    texts.push(text);
    const stored = store.apply(frame);
    frames.push(frame);
    if (stored !== null && options.acks !== false) self.send({ type: 'ack', seq: stored });
    for (const resolve of waiting) resolve();
    waiting.clear();
  });
  ws.on('error', () => {});
  ws.on('close', (code) => closed.resolve({ code }));
  return self;
}
