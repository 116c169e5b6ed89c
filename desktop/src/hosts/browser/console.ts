import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { WebSocket } from 'ws';
import { createDispatcher } from '../../bridge/dispatcher.ts';
import { serveWebSocket } from '../../bridge/websocket-server.ts';
import { createCore } from '../../core/core.ts';
import type { Log } from '../../core/log.ts';
import { type AccountPlace, writeCard } from '../accounts/cards.ts';
import { lockInstance } from '../accounts/instance-lock.ts';
import type { HostAccounts, SecretStore } from '../host.ts';
import { openScreenFiles } from '../screen-files.ts';
import { createBrowserHost } from './host.ts';
import { type HttpServer, startHttpServer } from './http-server.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

export interface ConsoleOptions {
  /** Null: the user chooses. */
  serverUrl: string | null;
  dataDir: string;
  /** 0 lets the system choose. */
  port: number;
  rendererDir: string;
  version: string;
  log: Log;
  /** The store of its secrets; a separate file when absent. */
  secrets?: (path: string) => SecretStore;
  /** The other accounts on this computer. */
  accounts: HostAccounts;
  /** The account whose card it writes. */
  place: AccountPlace;
}

export interface BrowserConsole {
  /** Opens the console once (access.ts). */
  readonly entryUrl: string;
  /** Opens the console in the browser that was let in, or lets the first one in. */
  url(): string;
  stop(): Promise<void>;
}

/** One account's console, with a browser as its screen. */
export async function startConsole(options: ConsoleOptions): Promise<BrowserConsole> {
  const { accounts, dataDir, log, place, port, rendererDir, serverUrl, version } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const screenFiles = await openScreenFiles(rendererDir);
  const unlock = lockInstance(dataDir);
  const host = createBrowserHost(dataDir, {
    chosenByPerson: serverUrl === null,
    startAnew,
    accounts,
    ...(options.secrets && { secrets: options.secrets(join(dataDir, 'secrets.json')) }),
    onStatus: ({ account, queued, unread }) => writeCard(place, { ...account, queued, unread }),
  });
  let core = await createCore({ host, serverUrl, version, log });
  const screens = new Set<WebSocket>();

  function startAnew(): void {
    void core
      .stop()
      .then(() => createCore({ host, serverUrl, version, log }))
      .then((next) => {
        core = next;
        // The screens reconnect by themselves, to the new core.
        for (const screen of screens) screen.close();
      })
      .catch((err: unknown) => log.error({ err }, 'the console could not start anew'));
  }

  function serveScreen(socket: WebSocket): void {
    screens.add(socket);
    socket.once('close', () => screens.delete(socket));
    const dispatch = createDispatcher(core.handlers, (err, method) =>
      log.error({ err, method }, 'call failed'),
    );
    serveWebSocket({ on: core.on, dispatch }, socket);
  }

  let server: HttpServer;
  try {
    server = await startHttpServer({
      port,
      screenFiles,
      cookieSecret: await keepSecret(join(dataDir, 'browser-cookie')),
      language: () => core.language(),
      openMedia: (mediaId) => core.openMedia(mediaId),
      onScreen: serveScreen,
      onError: (err) => log.error({ err }, 'request failed'),
    });
  } catch (error) {
    await core.stop();
    unlock();
    throw error;
  }

  return {
    entryUrl: server.entryUrl,
    url: server.url,
    async stop() {
      await server.close();
      await core.stop();
      unlock();
    },
  };
}

async function keepSecret(path: string): Promise<string> {
  const kept = await readPrivateFile(path);
  if (kept && /^[\w-]{43}$/.test(kept)) return kept;
  const secret = randomBytes(32).toString('base64url');
  await writePrivateFile(path, secret);
  return secret;
}
