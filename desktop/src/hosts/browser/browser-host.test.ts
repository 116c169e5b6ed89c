import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { NO_CAPABILITIES } from '@balcao/shared/bridge/host.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket as NodeWebSocket } from 'ws';
import { rawRequest } from '../../../test/http.ts';
import { PASSWORD, type StubServer, startStubServer, stubUser } from '../../../test/stub-server.ts';
import { createTempDir } from '../../../test/temp-dir.ts';
import { type BridgeClient, createBridgeClient } from '../../bridge/client.ts';
import { connectWebSocket } from '../../bridge/websocket-client.ts';
import { type BrowserHost, startBrowserHost } from './start.ts';

const log = pino({ level: 'silent' });
const PAGE = `<html><head><meta property="csp-nonce" nonce="__CSP_NONCE__"><script src="./assets/main-1a2b.js"></script></head></html>`;

let temp: ReturnType<typeof createTempDir>;
let server: StubServer;
let host: BrowserHost;
let port: number;
let cleanups: (() => unknown)[];

beforeEach(async () => {
  temp = createTempDir();
  server = await startStubServer();
  mkdirSync(join(temp.dir, 'renderer/assets'), { recursive: true });
  writeFileSync(join(temp.dir, 'renderer/index.html'), PAGE);
  writeFileSync(join(temp.dir, 'renderer/assets/main-1a2b.js'), 'export {};');
  writeFileSync(join(temp.dir, 'secret.js'), 'not to be served');
  symlinkSync(join(temp.dir, 'secret.js'), join(temp.dir, 'renderer/assets/link.js'));
  cleanups = [];
  await start();
});

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  await host.stop();
  await server.close();
  temp.remove();
});

async function start(wantedPort = 0): Promise<void> {
  host = await startBrowserHost({
    serverUrl: server.url,
    dataDir: join(temp.dir, 'data'),
    port: wantedPort,
    rendererDir: join(temp.dir, 'renderer'),
    version: '1.2.3',
    log: () => log,
  });
  port = Number(new URL(host.entryUrl).port);
}

const tokenPath = () => new URL(host.entryUrl).pathname + new URL(host.entryUrl).search;
const own = (headers: Record<string, string> = {}) => ({ host: `127.0.0.1:${port}`, ...headers });
const get = (path: string, headers: Record<string, string> = {}) =>
  rawRequest(port, { path, headers: own(headers) });

async function enter(): Promise<string> {
  const { headers } = await get(tokenPath());
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

/** A screen with the given cookie and origin, as a browser would connect it. */
function connect(cookie: string, origin = `http://127.0.0.1:${port}`): BridgeClient {
  class Socket extends NodeWebSocket {
    constructor(url: string) {
      super(url, { headers: { cookie, origin } });
    }
  }
  const client = createBridgeClient(
    connectWebSocket(`ws://127.0.0.1:${port}/bridge`, {
      WebSocket: Socket as unknown as new (url: string) => WebSocket,
    }),
  );
  cleanups.push(() => client.close());
  return client;
}

async function upgradeStatus(path: string, headers: Record<string, string>): Promise<number> {
  const socket = new NodeWebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
  const opened = once(socket, 'open').then(() => 101);
  const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number);
  opened.catch(() => {});
  refused.catch(() => {});
  const status = await Promise.race([opened, refused]);
  socket.on('error', () => {});
  socket.terminate();
  return status;
}

describe('entry to the console', () => {
  it('lets in once by token, then by cookie, and tells a second visitor clearly', async () => {
    expect((await get('/')).status).toBe(403);
    expect((await get('/?token=wrong')).status).toBe(403);

    const entry = await get(tokenPath());
    expect([entry.status, entry.headers.refresh]).toEqual([200, '0; url=/']);
    expect(entry.headers['set-cookie']?.[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/);
    const cookie = entry.headers['set-cookie']?.[0]?.split(';')[0] ?? '';

    const second = await get(tokenPath());
    expect([second.status, second.headers['set-cookie']]).toEqual([403, undefined]);
    expect(second.body.toString()).toContain('já foi usado');

    for (let reload = 0; reload < 2; reload += 1) expect((await get('/', { cookie })).status).toBe(200);
    expect((await get('/', { cookie: `${cookie}x` })).status).toBe(403);
  });

  it('accepts an open tab after a restart, and a new token once more', async () => {
    const cookie = await enter();
    const screen = connect(cookie);
    await screen.invoke('app.info');
    await host.stop();
    await start(port);
    expect((await get('/', { cookie })).status).toBe(200);
    expect(await screen.invoke('app.info')).toEqual({
      version: '1.2.3',
      host: 'browser',
      can: { ...NO_CAPABILITIES, accounts: true },
      mediaBase: '/media/',
    });
    expect((await get(tokenPath())).status).toBe(200);
    expect(statSync(join(temp.dir, 'data/browser-cookie')).mode & 0o777).toBe(0o600);
  });

  it('refuses a second program on the same data', async () => {
    const second = startBrowserHost({
      serverUrl: server.url,
      dataDir: join(temp.dir, 'data'),
      port: 0,
      rendererDir: join(temp.dir, 'renderer'),
      version: '1.2.3',
      log: () => log,
    });
    await expect(second).rejects.toThrow('another console is running');
  });

  it('answers only to its own names (DNS rebinding)', async () => {
    const cookie = await enter();
    const status = async (name: string) =>
      (await rawRequest(port, { path: '/', headers: { host: name, cookie } })).status;
    expect(await status(`127.0.0.1:${port}`)).toBe(200);
    expect(await status(`localhost:${port}`)).toBe(200);
    const foreign = [
      '127.0.0.1',
      'localhost',
      `127.0.0.1:${port + 1}`,
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      `localhost.:${port}`,
      `LOCALHOST.evil:${port}`,
      `[::1]:${port}`,
      `0.0.0.0:${port}`,
    ];
    for (const name of foreign) expect([name, await status(name)]).toEqual([name, 403]);
  });

  it('opens the bridge only to its own page with the cookie', async () => {
    const cookie = await enter();
    const origin = `http://127.0.0.1:${port}`;
    expect(await upgradeStatus('/bridge', { cookie, origin })).toBe(101);
    const refused: [string, Record<string, string>][] = [
      ['/bridge', { origin }],
      ['/bridge', { cookie }],
      ['/bridge', { cookie, origin: 'null' }],
      ['/bridge', { cookie, origin: 'https://evil.example' }],
      ['/bridge', { cookie, origin: `https://127.0.0.1:${port}` }],
      ['/bridge', { cookie, origin: `http://127.0.0.1:${port}.evil.example` }],
      ['/bridge', { cookie, origin: `http://127.0.0.1:${port + 1}` }],
      ['/bridge', { cookie, origin, host: `evil.example:${port}` }],
      ['/', { cookie, origin }],
    ];
    for (const [path, headers] of refused) {
      expect([path, headers, await upgradeStatus(path, headers)]).toEqual([path, headers, 403]);
    }
  });

  it('goes on when a refused caller breaks off', async () => {
    const callers = Array.from({ length: 20 }, async () => {
      const socket = createConnection(port, '127.0.0.1');
      socket.on('error', () => {});
      await once(socket, 'connect');
      const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n';
      socket.write(`GET /bridge HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${upgrade}${'x'.repeat(100_000)}`);
      await new Promise((resolve) => setImmediate(resolve));
      socket.resetAndDestroy();
      await once(socket, 'close');
    });
    await Promise.all(callers);
    expect((await get('/', { cookie: await enter() })).status).toBe(200);
  });

  it('changes nothing by other methods, whoever asks', async () => {
    const cookie = await enter();
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const status = async (headers: Record<string, string>) =>
        (await rawRequest(port, { path: '/', method, headers: own({ cookie, ...headers }) })).status;
      expect(await status({})).toBe(403);
      expect(await status({ origin: 'https://evil.example' })).toBe(403);
      expect(await status({ origin: `http://127.0.0.1:${port}` })).toBe(405);
    }
  });
});

describe('several accounts', () => {
  it('work side by side, each at an address of its own, until one is removed', async () => {
    const screen = connect(await enter());
    await screen.invoke('session.login', { email: stubUser.email, password: PASSWORD });
    const { url } = await screen.invoke('accounts.add');
    const added = new URL(url ?? '');
    expect([added.hostname, Number(added.port) === port]).toEqual(['127.0.0.1', false]);
    const seen = async () =>
      (await screen.invoke('accounts.list')).map(({ profile, own, open, person }) => [
        profile,
        own,
        open,
        person,
      ]);
    expect(await seen()).toEqual([
      ['', true, true, stubUser.name],
      ['2', false, true, null],
    ]);
    // No browser was let in there yet: the entry link is the same.
    expect((await screen.invoke('accounts.open', { profile: '2' })).url).toBe(url);
    const entry = await rawRequest(Number(added.port), {
      path: added.pathname + added.search,
      headers: { host: added.host },
    });
    expect(entry.status).toBe(200);
    expect((await screen.invoke('accounts.open', { profile: '2' })).url).toBe(`${added.origin}/`);
    const own = screen.invoke('accounts.remove', { profile: '' });
    await expect(own).rejects.toMatchObject({ code: 'ERR_NO_ACCOUNT_FOUND' });
    await screen.invoke('accounts.remove', { profile: '2' });
    expect([await seen(), existsSync(join(temp.dir, 'data/profiles/2'))]).toEqual([
      [['', true, true, stubUser.name]],
      false,
    ]);
    await expect(fetch(added)).rejects.toThrow();
  });
});

describe('the page', () => {
  it('comes with a strict policy and a fresh nonce each time', async () => {
    const cookie = await enter();
    const nonces = new Set<string>();
    for (const path of ['/', '/tickets/0b6f', '/index.html']) {
      const { headers, body } = await get(path, { cookie });
      const nonce = body.toString().match(/nonce="([^"]+)"/)?.[1] ?? '';
      nonces.add(nonce);
      expect(headers['content-security-policy']).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' blob: data:; ` +
          "media-src 'self' blob:; font-src 'self'; connect-src 'self'; " +
          "frame-src https://www.youtube-nocookie.com; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
      );
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      });
      expect(body.toString()).toContain('src="/assets/main-1a2b.js"');
    }
    expect(nonces.size).toBe(3);
  });

  it('keeps hashed files for good and knows no other files', async () => {
    const cookie = await enter();
    const asset = await get('/assets/main-1a2b.js', { cookie });
    expect([asset.status, asset.body.toString(), asset.headers['cache-control']]).toEqual([
      200,
      'export {};',
      'public, max-age=31536000, immutable',
    ]);
    expect((await get('/assets/main-1a2b.js')).status).toBe(403);
    expect((await get('/assets/none.js', { cookie })).status).toBe(404);
  });

  it('never leaves its folder', async () => {
    const cookie = await enter();
    const paths = [
      '/../secret.js',
      '/..%2fsecret.js',
      '/assets/../../secret.js',
      '/assets/..%2f..%2fsecret.js',
      '/assets/%2e%2e/%2e%2e/secret.js',
      '/assets/%2e%2e%2f%2e%2e%2fsecret.js',
      '/assets/..%252f..%252fsecret.js',
      '/assets/..%5c..%5csecret.js',
      '/assets\\..\\..\\secret.js',
      '/%2e%2e%2fsecret.js%00.css',
      `/${encodeURIComponent(join(temp.dir, 'secret.js'))}`,
      '//secret.js',
      'http://127.0.0.1/secret.js',
      '/assets/link.js',
      '/%c0%ae%c0%ae/secret.js',
    ];
    for (const path of paths) {
      const { status, body } = await get(path, { cookie });
      expect([path, status >= 400, body.includes('not to be served')]).toEqual([path, true, false]);
    }
  });
});

describe('files of conversations', () => {
  const bytes = randomBytes(10_000);
  const id = '0199a000-0000-7000-8000-000000000001';

  async function signedIn(): Promise<{ cookie: string; screen: BridgeClient }> {
    const cookie = await enter();
    const screen = connect(cookie);
    await screen.invoke('session.login', { email: stubUser.email, password: PASSWORD });
    return { cookie, screen };
  }

  it('come from the server once, then from the disk, in ranges', async () => {
    const { cookie } = await signedIn();
    server.downloads.set(id, { bytes, mime: 'audio/ogg; codecs=opus', name: 'voz.ogg' });
    const part = (range: string) => get(`/media/${id}`, { cookie, range });

    const whole = await get(`/media/${id}`, { cookie });
    expect([whole.status, whole.body.equals(bytes)]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({
      'content-type': 'audio/ogg; codecs=opus',
      'content-disposition': "inline; filename*=UTF-8''voz.ogg",
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    const ranges: [string, number, number][] = [
      ['bytes=0-', 0, 9_999],
      ['bytes=0-99', 0, 99],
      ['bytes=9990-20000', 9_990, 9_999],
      ['bytes=-10', 9_990, 9_999],
    ];
    for (const [range, start, end] of ranges) {
      const { status, headers, body } = await part(range);
      expect([range, status, headers['content-range']]).toEqual([range, 206, `bytes ${start}-${end}/10000`]);
      expect(body.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    expect((await part('bytes=10000-')).status).toBe(416);
    for (const odd of ['bytes=5-2', 'bytes=0-1,3-4', 'chunks=1-2'])
      expect((await part(odd)).status).toBe(200);
    expect(server.calls.filter((call) => call === `GET /media/${id}`)).toHaveLength(1);
  });

  it('are saved, not shown, unless their type is harmless', async () => {
    const { cookie } = await signedIn();
    const disposition = async (mime: string) => {
      const mediaId = crypto.randomUUID();
      server.downloads.set(mediaId, { bytes, mime, name: "a'b ç.bin" });
      const { headers } = await get(`/media/${mediaId}`, { cookie });
      expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
      return headers['content-disposition'];
    };
    expect(await disposition('image/png')).toBe("inline; filename*=UTF-8''a%27b%20%C3%A7.bin");
    for (const mime of ['text/html', 'image/svg+xml', 'application/pdf', 'text/javascript', 'image/png2']) {
      expect(await disposition(mime)).toBe("attachment; filename*=UTF-8''a%27b%20%C3%A7.bin");
    }
  });

  it('are only for whoever is signed in, and only by their ids', async () => {
    const cookie = await enter();
    server.downloads.set(id, { bytes, mime: 'image/png', name: 'a.png' });
    expect((await get(`/media/${id}`, { cookie })).status).toBe(401);
    const screen = connect(cookie);
    await screen.invoke('session.login', { email: stubUser.email, password: PASSWORD });
    expect((await get(`/media/${id}`)).status).toBe(403);
    for (const path of ['x', '..%2f..%2fsettings.json', `${id}.json`, crypto.randomUUID(), '']) {
      expect([path, (await get(`/media/${path}`, { cookie })).status]).toEqual([path, 404]);
    }
  });

  it('that are chosen for sending can be seen at once, without the server', async () => {
    const { cookie, screen } = await signedIn();
    server.answerWith((_request, response) => response.destroy());
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const { mediaId, url } = await screen.invoke('media.add', {
      name: 'foto.png',
      bytes: png.toString('base64'),
    });
    expect(url).toBe(`/media/${mediaId}`);
    const { headers, body } = await get(url, { cookie });
    expect([headers['content-type'], body.equals(png)]).toEqual(['image/png', true]);
  });
});
