import type { EventData, EventName } from '@balcao/shared/bridge/events.ts';
import type { RowSet } from '@balcao/shared/sync/entities.ts';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect } from 'vitest';
import { connectionRow, contactRow, messageRow, minute, queueRow, ticketRow } from '../../../test/rows.ts';
import { PASSWORD, type StubServer, startStubServer, stubUser } from '../../../test/stub-server.ts';
import { createTempDir } from '../../../test/temp-dir.ts';
import { type BridgeClient, createBridgeClient } from '../../bridge/client.ts';
import { createDispatcher } from '../../bridge/dispatcher.ts';
import { connectMemory } from '../../bridge/memory.ts';
import { createFakeHost, type FakeHost } from '../../hosts/fake/fake-host.ts';
import { type Core, createCore } from '../core.ts';
import { EMPTY_DRAFT } from '../store/drafts.ts';
import type { Recovery } from '../workspace.ts';

const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
export const LOGIN = { email: stubUser.email, password: PASSWORD };

/** Ticket 1 waits, 2 is mine, 3 is a colleague's; 2 has a history. */
export const rows = (): RowSet[] => [
  { entity: 'queue', rows: [queueRow] },
  { entity: 'connection', rows: [connectionRow] },
  { entity: 'contact', rows: [1, 2, 3].map((id) => contactRow(id)) },
  {
    entity: 'ticket',
    rows: [
      ticketRow(1, { unreadMessages: 2, waitingSince: minute(0) }),
      ticketRow(2, { status: 'open', userId: stubUser.id }),
      ticketRow(3, { status: 'open', userId: 99 }),
    ],
  },
  { entity: 'message', rows: [21, 22, 23].map((id) => messageRow(id, 2)) },
];

export interface Console {
  screen: BridgeClient;
  host: FakeHost;
  core: Core;
  /** The next event that fits, from now on or already heard. */
  heard<E extends EventName>(event: E, fits: (data: EventData<E>) => boolean): Promise<EventData<E>>;
  live(): Promise<void>;
  stop(): Promise<void>;
}

/** Something new of this person's. */
export const made = () => ({ id: uuidv7(), userId: stubUser.id });

/** What is written where nothing stood. */
export const begun = (body: string, ...mediaIds: string[]) => ({
  ticketId: 2,
  userId: stubUser.id,
  base: EMPTY_DRAFT,
  draft: { ...EMPTY_DRAFT, body, files: mediaIds.map((mediaId) => ({ mediaId, caption: '' })) },
});

/** A stub server and a computer for each test, with consoles that end with it. */
export interface CorePlace {
  /** Another one may take its place: its starter ends the one before. */
  server: StubServer;
  /** Where consoles keep their data. */
  readonly dir: string;
  start(kept?: Disk, serverUrl?: string | null, recovery?: Recovery | null): Promise<Console>;
  signIn(kept?: Disk): Promise<Console>;
}

/** The program, started on this computer's disk as often as a test wants. */
export const disk = () => ({ settings: new Map<string, unknown>(), secrets: new Map<string, string>() });
type Disk = ReturnType<typeof disk>;

/** Called once by each file. */
export function openCorePlace(): CorePlace {
  let temp: ReturnType<typeof createTempDir>;
  let server: StubServer;
  let consoles: Console[];

  beforeEach(async () => {
    temp = createTempDir();
    server = await startStubServer();
    server.sync.rows = rows();
    consoles = [];
  });
  afterEach(async () => {
    for (const console of consoles) await console.stop();
    await server.close();
    temp.remove();
  });

  async function start(
    kept = disk(),
    serverUrl: string | null = `${server.url}/`,
    recovery: Recovery | null = null,
  ): Promise<Console> {
    const host = createFakeHost({ dataDir: temp.dir, ...kept });
    const core = await createCore({ host, serverUrl, version: '1.2.3', log, recovery });
    const unexpected: unknown[] = [];
    const dispatch = createDispatcher(core.handlers, (error) => unexpected.push(error));
    const screen = createBridgeClient(connectMemory({ dispatch, on: core.on }));
    const self: Console = {
      screen,
      host,
      core,
      heard: (event, fits) =>
        new Promise((resolve) => {
          const stop = screen.on(event, (data) => {
            if (!fits(data)) return;
            stop();
            resolve(data);
          });
        }),
      async live() {
        const reached = self.heard('sync.status', ({ phase }) => phase === 'live');
        if ((await screen.invoke('sync.status')).phase !== 'live') await reached;
      },
      async stop() {
        screen.close();
        await core.stop();
        expect(unexpected).toEqual([]);
      },
    };
    consoles.push(self);
    return self;
  }

  async function signIn(kept = disk()): Promise<Console> {
    const console = await start(kept);
    await console.screen.invoke('session.login', LOGIN);
    await console.live();
    return console;
  }

  return {
    get server() {
      return server;
    },
    set server(next) {
      server = next;
    },
    get dir() {
      return temp.dir;
    },
    start,
    signIn,
  };
}

export const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error) => error.code,
  );
