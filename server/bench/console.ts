import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { type BridgeClient, createBridgeClient } from '../../desktop/src/bridge/client.ts';
import { createDispatcher } from '../../desktop/src/bridge/dispatcher.ts';
import { connectMemory } from '../../desktop/src/bridge/memory.ts';
import { type Core, createCore } from '../../desktop/src/core/core.ts';
import { PREFERENCES_KEY } from '../../desktop/src/core/settings/preferences.ts';
import { openFile } from '../../desktop/src/core/store/files.ts';
import { createFakeHost } from '../../desktop/src/hosts/fake/fake-host.ts';
import type { UserFixture } from '../test/fixtures.ts';

/** Keeps what one computer would, from one start of the console to the next. */
export interface Computer {
  dir: string;
  settings: Map<string, unknown>;
  secrets: Map<string, string>;
}

/** Somebody has signed in there before: nobody is greeted. */
export const newComputer = (dir: string): Computer => ({
  dir,
  settings: new Map([[PREFERENCES_KEY, { firstSteps: false }]]),
  secrets: new Map(),
});

/** The console's core with its bridge, in this process. */
export interface BenchConsole {
  core: Core;
  screen: BridgeClient;
  /** Resolves when everything is here. */
  live(): Promise<void>;
  stop(): Promise<void>;
}

export async function startConsole(computer: Computer, serverUrl: string): Promise<BenchConsole> {
  const { dir: dataDir, settings, secrets } = computer;
  const log = pino({ level: 'silent' });
  const host = createFakeHost({ dataDir, settings, secrets });
  const core = await createCore({ host, serverUrl, version: 'bench', log });
  const dispatch = createDispatcher(core.handlers, (error) => process.stderr.write(`console: ${error}\n`));
  const screen = createBridgeClient(connectMemory({ dispatch, on: core.on }));
  return {
    core,
    screen,
    async live() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const stop = core.on('sync.status', ({ phase }) => {
        if (phase === 'live') resolve();
      });
      if ((await screen.invoke('sync.status')).phase !== 'live') await promise;
      stop();
    },
    async stop() {
      screen.close();
      await core.stop();
    },
  };
}

export const signIn = (console: BenchConsole, { email, password }: UserFixture) =>
  console.screen.invoke('session.login', { email, password });

/** The file with the rows of the only account on this computer. */
export async function cacheOf({ dir }: Pick<Computer, 'dir'>) {
  const [account] = await readdir(join(dir, 'accounts'));
  return openFile(join(dir, 'accounts', account ?? '', 'cache.db'));
}

export type Cache = ReturnType<typeof openFile>;
