import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setInterval as everyFew } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { createAddressRule } from './address-rule.ts';
import { createHttpClient, type HttpClient, type OutsideRequest } from './http-client.ts';

const servers: Server[] = [];
const clients: HttpClient[] = [];
afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())));
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** A service at a port of loopback. */
async function serve(listener: RequestListener): Promise<{ port: number; url: string }> {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/` };
}

/** @param names what a name is looked up as, one answer after the other */
function openClient(allowed: string[], names: string[][] = []): HttpClient {
  const answers = [...names];
  const client = createHttpClient(createAddressRule(allowed), {
    lookup: (_name, _options, callback) => {
      const addresses = (answers.shift() ?? []).map((address) => ({
        address,
        family: address.includes(':') ? 6 : 4,
      }));
      callback(
        addresses.length > 0 ? null : Object.assign(new Error('who?'), { code: 'ENOTFOUND' }),
        addresses,
      );
    },
  });
  clients.push(client);
  return client;
}

const get = (url: string, more: Partial<OutsideRequest> = {}): OutsideRequest => ({
  method: 'GET',
  url,
  timeoutMs: 5_000,
  ...more,
});

/** What became of a call: its status, or the problem. */
const outcome = (client: HttpClient, request: OutsideRequest): Promise<unknown> =>
  client.send(request).then(
    ({ status }) => status,
    (error) => error.problem ?? error,
  );

const INNER = [
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::10.0.0.1',
  '2002:7f00:1::',
  '2001:db8::1',
  'fe80::1',
  'fec0::1',
  'fd00:ec2::254',
  'ff02::1',
];

it('refuses every inner address, however it is written', async () => {
  const { port } = await serve((_request, response) => response.end('inside'));
  const written = ['0x7f.1', '2130706433', '0177.0.0.1', '127.1', '①②⑦.0.0.1', 'user@127.0.0.1'];
  const urls = [
    ...INNER.map((address) => (address.includes(':') ? `[${address}]` : address)),
    ...written,
  ].map((host) => `http://${host}:${port}/`);
  for (const url of urls) expect([url, await outcome(openClient([]), get(url))]).toEqual([url, 'forbidden']);
  for (const url of ['file:///etc/passwd', 'ftp://10.0.0.1/', 'gopher://127.0.0.1/', '//127.0.0.1/', ''])
    expect([url, await outcome(openClient([]), get(url))]).toEqual([url, 'forbidden']);
});

it('refuses names that lead inside, at the moment of connecting', async () => {
  const { port } = await serve((_request, response) => response.end('inside'));
  const url = `http://shop.example:${port}/`;
  for (const address of INNER)
    expect([address, await outcome(openClient([], [[address]]), get(url))]).toEqual([address, 'forbidden']);
  const systems = createHttpClient(createAddressRule([]));
  clients.push(systems);
  expect(await outcome(systems, get(`http://localhost:${port}/`))).toBe('forbidden');
});

it('follows no name that leads elsewhere the second time it is asked', async () => {
  const { port } = await serve((_request, response) => response.setHeader('connection', 'close').end('ours'));
  const url = `http://rebinding.example:${port}/`;
  const client = openClient(
    [`127.0.0.1:${port}`],
    [['127.0.0.1'], ['169.254.169.254'], ['10.0.0.1', '127.0.0.1']],
  );
  expect(await outcome(client, get(url))).toBe(200);
  expect(await outcome(client, get(url))).toBe('forbidden');
  expect(await outcome(client, get(url))).toBe(200);
});

it('lets the operator open single ports, networks and IPv6 addresses', async () => {
  const { port, url } = await serve((_request, response) => response.end('ours'));
  const other = await serve((_request, response) => response.end('not ours'));
  const client = openClient([`127.0.0.1:${port}`]);
  expect([await outcome(client, get(url)), await outcome(client, get(other.url))]).toEqual([
    200,
    'forbidden',
  ]);
  const rule = createAddressRule(['10.1.0.0/16', ' [fd00::1]:443', 'fd11::/16', '192.168.0.0/24:8080']);
  const open = [
    '10.1.255.1 80',
    '::ffff:10.1.0.1 80',
    'fd00::1 443',
    'fd11:2::3 1',
    '192.168.0.9 8080',
    '8.8.8.8 1',
  ];
  const shut = ['10.2.0.1 80', 'fd00::1 80', 'fd00::2 443', '192.168.0.9 80', 'localhost 80'];
  const isOpen = (text: string) => rule(text.split(' ')[0]!, Number(text.split(' ')[1]));
  expect(open.filter((text) => !isOpen(text))).toEqual([]);
  expect(shut.filter(isOpen)).toEqual([]);
});

it('takes a redirect for an answer, and asks nobody at its target', async () => {
  let asked = 0;
  const inside = await serve((_request, response) => {
    asked++;
    response.end('inside');
  });
  const { port, url } = await serve((_request, response) =>
    response.writeHead(307, { location: inside.url }).end(),
  );
  const answer = await openClient([`127.0.0.1:${port}`]).send(get(url, { method: 'POST', body: 'words' }));
  expect([answer.status, answer.headers.location, asked]).toEqual([307, inside.url, 0]);
});

it('cuts off an answer that is too large, before it has come', async () => {
  const WHOLE = 50 * 1024 * 1024;
  let sent = 0;
  const { promise: cut, resolve } = Promise.withResolvers<void>();
  const { port, url } = await serve((_request, response) => {
    const chunk = Buffer.alloc(64 * 1024);
    const go = () => {
      while (sent < WHOLE && !response.destroyed) {
        sent += chunk.length;
        if (!response.write(chunk)) return response.once('drain', go);
      }
    };
    response.on('close', resolve);
    go();
  });
  const client = openClient([`127.0.0.1:${port}`]);
  expect(await outcome(client, get(url, { maxBytes: 256 * 1024 }))).toBe('nonsense');
  await cut;
  expect(sent).toBeLessThan(WHOLE / 2);
});

it('ends a call at its time, whether the answer has begun or not, and when it is told to', async () => {
  const { port, url } = await serve(async (request, response) => {
    if (request.url !== '/slow') return;
    for await (const _ of everyFew(10)) if (!response.write('.')) break;
  });
  const client = openClient([`127.0.0.1:${port}`]);
  const stop = new AbortController();
  const calls = [
    outcome(client, get(url, { timeoutMs: 100 })),
    outcome(client, get(`${url}slow`, { timeoutMs: 100 })),
    outcome(client, get(`${url}slow`, { signal: stop.signal })),
  ];
  stop.abort();
  expect(await Promise.all(calls)).toEqual(['unknown', 'unknown', 'unknown']);
});

it('tells what surely was not done from what may have been', async () => {
  let asked = 0;
  const { port, url } = await serve((request) => {
    asked++;
    request.socket.resetAndDestroy();
  });
  const client = openClient([`127.0.0.1:${port}`, '127.0.0.1:1'], [['127.0.0.1']]);
  const post = { method: 'POST', body: 'words' } as const;
  expect([await outcome(client, get(url, post)), asked]).toEqual(['unknown', 1]);
  const plain = await serve(() => asked++);
  const openToPlain = openClient([`127.0.0.1:${plain.port}`]);
  expect(await outcome(client, get('http://127.0.0.1:1/', post))).toBe('unreachable');
  expect(await outcome(client, get('http://shop.example:1/', post))).toBe('unreachable');
  expect(await outcome(client, get('http://nowhere.example/', post))).toBe('unreachable');
  expect(await outcome(openToPlain, get(`https://127.0.0.1:${plain.port}/`, post))).toBe('unreachable');
  const broken = { ...post, headers: { authorization: 'Bearer sk-“pasted”\nx: y' } };
  expect(await outcome(openToPlain, get(plain.url, broken))).toBe('refused');
  expect(asked).toBe(1);
});
