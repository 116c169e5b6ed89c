/** The web page on which a person plays the phones, and the script API, over plain http on loopback. */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import type { SandboxWhatsApp } from './sandbox.ts';
import { createControl, isLocal } from './script/http.ts';
import { decryptMedia } from './wire/media-crypto.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Changes within this time reach the page as one event. */
const GATHER_MS = 40;

export interface Page {
  url: string;
  stop: () => Promise<void>;
}

export async function servePage(world: SandboxWhatsApp, port = 0): Promise<Page> {
  const control = createControl(world);
  const server = createServer((req, res) => {
    for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value);
    if (!isLocal(req)) return void res.writeHead(403).end();
    if (control(req, res)) return;
    if (req.method !== 'GET') return void res.writeHead(405).end();
    const url = new URL(req.url ?? '/', 'http://127.0.0.1');
    if (url.pathname === '/events') streamChanges(world, req, res);
    else if (url.pathname === '/file') sendFile(world, url.searchParams, res);
    else void sendStatic(url.pathname, res);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Server-sent events: one "changed" for any number of changes; the page then reloads what it shows. */
function streamChanges(world: SandboxWhatsApp, req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    timer = undefined;
    res.write('event: changed\ndata: {}\n\n');
  };
  const onChange = () => {
    timer ??= setTimeout(tell, GATHER_MS);
  };
  world.on('change', onChange);
  req.on('close', () => {
    clearTimeout(timer);
    world.off('change', onChange);
  });
  tell();
}

/** The decrypted file of a message, as its reader's phone sees it. */
function sendFile(world: SandboxWhatsApp, query: URLSearchParams, res: ServerResponse): void {
  const [from, id] = [query.get('from') ?? '', query.get('id') ?? ''];
  const location = world.ledger.media.get(`${from}/${id}`);
  const blob = location && world.media.get(location.directPath);
  if (!blob) return void res.writeHead(404).end();
  const mimetype = world.ledger.get(from, id)?.media?.mimetype ?? '';
  const shown = /^(image\/(png|jpeg|webp|gif)|audio\/|video\/)/.test(mimetype);
  res
    .writeHead(200, {
      'content-type': shown ? mimetype : 'application/octet-stream',
      ...(shown ? {} : { 'content-disposition': 'attachment' }),
    })
    .end(decryptMedia(blob, location.mediaKey, location.kind));
}

async function sendStatic(path: string, res: ServerResponse): Promise<void> {
  const name = path === '/' ? 'index.html' : path.slice(1);
  // the page's files lie in one folder: no name with a slash is one of them
  const body = /^[\w-]+\.\w+$/.test(name)
    ? await readFile(new URL(`ui/${name}`, import.meta.url)).catch(() => undefined)
    : undefined;
  if (!body) return void res.writeHead(404).end();
  res.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(body);
}
