import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDispatcher } from '../../bridge/dispatcher.ts';
import { serveWebSocket } from '../../bridge/websocket-server.ts';
import { createCore } from '../../core/core.ts';
import type { Log } from '../../core/log.ts';
import { openScreenFiles } from '../screen-files.ts';
import { createBrowserHost } from './host.ts';
import { type HttpServer, startHttpServer } from './http-server.ts';
import { lockInstance } from './instance-lock.ts';
import { readPrivateFile, writePrivateFile } from './private-file.ts';

interface BrowserHostOptions {
  serverUrl: string;
  dataDir: string;
  /** 0 lets the system choose. */
  port: number;
  rendererDir: string;
  version: string;
  log: Log;
}

export interface BrowserHost {
  /** Opens the console once (access.ts). */
  readonly entryUrl: string;
  stop(): Promise<void>;
}

/** The console as a program of its own, with a browser as its screen. */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const { dataDir, log, port, rendererDir, serverUrl, version } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const screenFiles = await openScreenFiles(rendererDir);
  const unlock = lockInstance(dataDir);
  const core = await createCore({ host: createBrowserHost(dataDir), serverUrl, version, log });
  const source = {
    on: core.on,
    dispatch: createDispatcher(core.handlers, (err, method) => log.error({ err, method }, 'call failed')),
  };

  let server: HttpServer;
  try {
    server = await startHttpServer({
      port,
      screenFiles,
      cookieSecret: await keepSecret(join(dataDir, 'browser-cookie')),
      language: core.language,
      openMedia: core.openMedia,
      onScreen: (socket) => serveWebSocket(source, socket),
      onError: (err) => log.error({ err }, 'request failed'),
    });
  } catch (error) {
    await core.stop();
    unlock();
    throw error;
  }

  return {
    entryUrl: server.entryUrl,
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
