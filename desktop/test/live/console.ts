import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import { TICKET_STATUSES } from '@balcao/shared/features/tickets/row.ts';
import { LISTED_ENTITIES } from '@balcao/shared/sync/entities.ts';
import { type ServerFrame, serverFrame } from '@balcao/shared/sync/frames.ts';
import { pino } from 'pino';
import type { Rejection } from '../../src/core/outbox/outbox.ts';
import { openStore, type Store, type StoredMessage } from '../../src/core/store/store.ts';
import { type Connect, connectWebSocket } from '../../src/core/sync/socket.ts';
import { createSyncClient, type SyncClient } from '../../src/core/sync/sync-client.ts';
import type { Seat } from './live-api.ts';

const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
const PATIENCE_MS = 20_000;
/** A command on it is refused without any effect, and the refusal comes after everything that was before it. */
const NO_TICKET = 999_999_999;

export interface LiveConsoleOptions {
  connect?: Connect;
  /** Receives each frame as soon as the console has handled it. */
  after?(frame: ServerFrame, text: string): void;
  files?: ReadonlyMap<string, Uint8Array>;
  /** The data directory; a fresh one when absent. */
  dir?: string;
}

/** The console's real core (store and sync client) in its own directory, without a screen. */
export interface LiveConsole {
  readonly seat: Seat;
  readonly dir: string;
  readonly store: Store;
  readonly sync: SyncClient;
  /** Everything that ever came over its lines. */
  readonly frames: ServerFrame[];
  readonly rejections: Rejection[];
  /** Resolves when this is so after a change of the rows or of the connection; fails with what is the case instead. */
  until(condition: () => boolean, what: string): Promise<void>;
  phase(phase: SyncStatus['phase']): Promise<void>;
  /** Everything committed until now has arrived, nothing waits to be sent, and no history is missing. */
  settle(): Promise<void>;
  /** All messages of a conversation, as a screen gets them that shows it and scrolls to its beginning. */
  conversation(ticketId: number): Promise<StoredMessage[]>;
  /** The program ends; everything else is on its disk. */
  shut(): void;
  /** The program starts again, without a connection until `sync.start()`. */
  open(): void;
  /** Ends it for good. */
  remove(): void;
}

export function createLiveConsole(url: string, seat: Seat, options: LiveConsoleOptions = {}): LiveConsole {
  const dir = options.dir ?? mkdtempSync(join(tmpdir(), 'balcao-live-'));
  const frames: ServerFrame[] = [];
  const rejections: Rejection[] = [];
  const checks = new Set<() => void>();
  const { connect = connectWebSocket, after = () => {}, files } = options;

  const tapped: Connect = (address, events) =>
    connect(address, {
      ...events,
      received(text) {
        events.received(text);
        const frame = serverFrame.safeParse(text && parsed(text));
        if (!frame.success) return;
        frames.push(frame.data);
        after(frame.data, text ?? '');
      },
    });

  function open() {
    const store = openStore({ dir, userId: seat.userId, log });
    const sync = createSyncClient({
      store,
      serverUrl: url,
      appVersion: 'test',
      token: seat.token,
      upload: (mediaId) => seat.upload(mediaId, files?.get(mediaId) ?? new Uint8Array()),
      log,
      connect: tapped,
    });
    sync.on('changed', check);
    sync.on('status', check);
    sync.on('rejected', (rejection) => {
      if (rejection.ticketId !== NO_TICKET) rejections.push(rejection);
    });
    return { store, sync };
  }
  function check(): void {
    for (const look of checks) look();
  }
  let running: ReturnType<typeof open> | null = open();
  const program = () => {
    if (!running) throw new Error('the program is not running');
    return running;
  };

  const self: LiveConsole = {
    seat,
    dir,
    frames,
    rejections,
    get store() {
      return program().store;
    },
    get sync() {
      return program().sync;
    },
    until(condition, what) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          checks.delete(look);
          reject(new Error(`${what}: not yet; ${JSON.stringify(running?.sync.status())}`));
        }, PATIENCE_MS);
        function look() {
          if (!condition()) return;
          clearTimeout(timer);
          checks.delete(look);
          resolve();
        }
        checks.add(look);
        look();
      });
    },
    phase: (phase) => self.until(() => self.sync.status().phase === phase, phase),
    async settle() {
      self.sync.enqueue('ticket.markRead', { ticketId: NO_TICKET });
      const settled = () =>
        self.sync.status().phase === 'live' &&
        self.store.outbox.size() === 0 &&
        self.store.missingTails(1).length === 0 &&
        self.store.chats.missingTails(1).length === 0;
      await self.until(settled, 'settled');
    },
    async conversation(ticketId) {
      const read = () => self.store.messages.page({ ticketId, before: null, limit: 1_000 });
      let page = read();
      if (!page.missing) return page.messages;
      self.sync.setInterest([ticketId]);
      for (; page.missing; page = read()) await self.sync.fetchMessages(ticketId, page.missing.before, 100);
      self.sync.setInterest([]);
      return page.messages;
    },
    shut() {
      if (!running) return;
      running.sync.stop();
      running.store.close();
      running = null;
    },
    open() {
      running ??= open();
    },
    remove() {
      self.shut();
      if (!options.dir) rmSync(dir, { recursive: true, force: true });
    },
  };
  return self;
}

/** The visible state: lists in their order, directories, counts. The online agents change with the viewers. */
export function shownRows({ store }: LiveConsole) {
  const list = (status: (typeof TICKET_STATUSES)[number]) =>
    store.tickets.list({ status, search: '', before: null, limit: 1_000 }).tickets;
  const tickets = TICKET_STATUSES.flatMap(list);
  return {
    tickets,
    contacts: tickets.map(({ contactId }) => store.contacts.byId(contactId)),
    counts: store.tickets.counts(),
    ...Object.fromEntries(LISTED_ENTITIES.map((entity) => [entity, store.all(entity)])),
    user: store.all('user').map(({ online: _online, ...user }) => user),
    schedules: store.schedules.list({ search: '', offset: 0, limit: 100 }).schedules,
    mentions: store.mentions.list(100),
    chats: store.chats.list('').map((chat) => ({ ...chat, said: store.chats.page(chat.id, 100) })),
  };
}

/** The content of each conversation. */
export async function shownConversations(console: LiveConsole): Promise<Record<number, StoredMessage[]>> {
  const conversations: Record<number, StoredMessage[]> = {};
  for (const { id } of shownRows(console).tickets) conversations[id] = await console.conversation(id);
  return conversations;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
