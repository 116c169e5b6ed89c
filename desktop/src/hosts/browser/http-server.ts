import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@balcao/shared/errors.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import { contentOf } from '../../core/media/content.ts';
import { fileResponse, passingHeaders } from '../../core/media/file-response.ts';
import type { MediaFile } from '../../core/media/file-store.ts';
import { isPassing, type PassingFile } from '../../core/media/passing.ts';
import type { ScreenFiles } from '../screen-files.ts';
import { type BrowserAccess, createAccess } from './access.ts';
import { sendEntry, sendNoAccess } from './notice-page.ts';

/** `media.add` carries a whole file as base64: the largest one, and a little for the frame around it. */
const MAX_FRAME_BYTES = 96 * 1024 * 1024;

export interface HttpServer {
  /** Address that opens the console once. */
  readonly entryUrl: string;
  /** The same until a browser was let in, then the address for that browser. */
  url(): string;
  close(): Promise<void>;
}

interface Deps {
  port: number;
  /** Proves that a browser was let in before; the same one after every start. */
  cookieSecret: string;
  screenFiles: ScreenFiles;
  language(): Language;
  openMedia(mediaId: string): Promise<MediaFile | PassingFile>;
  onScreen(socket: WebSocket): void;
  onError(error: unknown): void;
}

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** The console on loopback: page, files and bridge, each behind the same three checks (access.ts). */
export async function startHttpServer(deps: Deps): Promise<HttpServer> {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A browser that closed the connection is no error of ours.
      if (!response.destroyed) deps.onError(error);
      response.destroy();
    });
  });
  const access: BrowserAccess = createAccess(deps.cookieSecret, () => portOf(server));
  const screens = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const url = parseTarget(request.url);
    if (!url || !access.hostAllowed(request)) return refuse(response, 403);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuse(response, access.originAllowed(request) ? 405 : 403);
    }
    const { path, token } = url;
    if (path === '/' && token !== null && access.redeem(token)) {
      return sendEntry(response, deps.language(), access.cookie);
    }
    if (!access.hasCookie(request)) return sendNoAccess(response, deps.language());
    if (path.startsWith('/media/')) {
      const mediaId = path.slice('/media/'.length);
      return sendMedia(request, response, () => deps.openMedia(mediaId));
    }
    return sendScreen(request, response, await deps.screenFiles.find(path));
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Node no longer handles its errors: without a listener an aborted request would end the program.
    socket.on('error', () => {});
    const allowed =
      parseTarget(request.url)?.path === '/bridge' &&
      access.hostAllowed(request) &&
      access.originAllowed(request) &&
      access.hasCookie(request);
    if (allowed) screens.handleUpgrade(request, socket, head, deps.onScreen);
    else socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
  });

  await listen(server, deps.port);

  const address = `http://127.0.0.1:${portOf(server)}/`;
  const entryUrl = `${address}?token=${access.token}`;
  return {
    entryUrl,
    url: () => (access.isRedeemed() ? address : entryUrl),
    async close() {
      for (const screen of screens.clients) screen.terminate();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}

async function sendScreen(
  request: IncomingMessage,
  response: ServerResponse,
  found: Awaited<ReturnType<ScreenFiles['find']>>,
): Promise<void> {
  if (!found) return refuse(response, 404);
  if (found.kind === 'page') {
    response.writeHead(200, found.headers).end(found.html);
    return;
  }
  response.writeHead(200, { ...found.headers, 'content-length': found.size });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(found.path), response);
}

async function sendMedia(
  request: IncomingMessage,
  response: ServerResponse,
  open: () => Promise<MediaFile | PassingFile>,
): Promise<void> {
  const file = await open().catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  if (file instanceof AppError) return refuse(response, file.status);
  if (isPassing(file)) {
    response.writeHead(200, passingHeaders(file));
    return pipeline(Readable.from(file.pieces), response);
  }
  const { status, headers, range } = fileResponse(file, request.headers.range);
  response.writeHead(status, headers);
  if (request.method === 'HEAD' || !range) response.end();
  else await pipeline(contentOf(file, range), response);
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'cache-control': 'no-store' }).end();
}

/** The decoded path; null for a target that is none of our addresses. */
function parseTarget(target = ''): { path: string; token: string | null } | null {
  const [path = '', query = ''] = target.split('?', 2);
  if (!path.startsWith('/')) return null;
  try {
    return { path: decodeURIComponent(path), token: new URLSearchParams(query).get('token') };
  } catch {
    return null;
  }
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
