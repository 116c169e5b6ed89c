import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { login } from '@balcao/shared/features/auth/calls.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectError } from './api.ts';
import { admin, api, company, noticeUrl, prepare, ticketId } from './bad-input.ts';
import { DEEP, SEED } from './sample.ts';

prepare();

const JSON_TYPE = { 'content-type': 'application/json' };

interface Case {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  payload?: string | Buffer;
  headers?: Record<string, string>;
  anonymous?: boolean;
}

const post = (url: string, payload: string | Buffer, headers: Record<string, string> = JSON_TYPE): Case => ({
  method: 'POST',
  url,
  payload,
  headers,
});

const inject = ({ method = 'GET', url, payload, headers, anonymous }: Case) =>
  api.app.inject({
    method,
    url,
    ...(payload === undefined ? {} : { payload }),
    headers: { ...(anonymous ? {} : { authorization: `Bearer ${admin}` }), ...headers },
  });

const CASES: [string, ErrorCode, () => Case][] = [
  ['an unknown address', 'ERR_NOT_FOUND', () => ({ url: '/nothing/here' })],
  ['an address that cannot be decoded', 'ERR_VALIDATION', () => ({ url: '/tickets/%ff' })],
  ['a method that the address does not have', 'ERR_NOT_FOUND', () => ({ method: 'DELETE', url: '/queue' })],
  ['no token', 'ERR_SESSION_EXPIRED', () => ({ url: '/queue', anonymous: true })],
  ['JSON that breaks off', 'ERR_MALFORMED_JSON', () => post('/auth/login', '{"email": "a')],
  ['a body that is empty', 'ERR_MALFORMED_JSON', () => post('/auth/login', '')],
  [
    'a prototype in the body',
    'ERR_MALFORMED_JSON',
    () => post('/whatsapp', '{"name":"abc","__proto__":{"a":1}}'),
  ],
  ['no body at all', 'ERR_VALIDATION', () => ({ method: 'POST', url: '/auth/login', anonymous: true })],
  [
    'a form',
    'ERR_UNSUPPORTED_MEDIA_TYPE',
    () => post('/auth/login', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }),
  ],
  [
    'plain text',
    'ERR_UNSUPPORTED_MEDIA_TYPE',
    () => post('/auth/login', '{}', { 'content-type': 'text/plain' }),
  ],
  [
    'more than a megabyte',
    'ERR_BODY_TOO_LARGE',
    () => post('/auth/login', JSON.stringify({ email: 'x'.repeat(1_100_000) })),
  ],
  ['a list for an object', 'ERR_VALIDATION', () => post('/whatsapp', '[1]')],
  ['null for an object', 'ERR_VALIDATION', () => post('/whatsapp', 'null')],
  ['wrong types', 'ERR_VALIDATION', () => post('/whatsapp', '{"name":1,"isDefault":"yes"}')],
  ['a text that PostgreSQL cannot hold', 'ERR_VALIDATION', () => post('/whatsapp', '{"name":"ab\\u0000c"}')],
  ['words for an id', 'ERR_VALIDATION', () => ({ url: '/tickets/abc' })],
  ['an id beyond all numbers', 'ERR_VALIDATION', () => ({ url: `/tickets/${'9'.repeat(30)}` })],
  ['the largest id', 'ERR_NO_TICKET_FOUND', () => ({ url: '/tickets/9007199254740991' })],
  ['a negative id', 'ERR_VALIDATION', () => ({ url: '/tickets/-1' })],
  ['SQL for an id', 'ERR_VALIDATION', () => ({ url: `/tickets/${encodeURIComponent("1' or '1'='1")}` })],
  ['an unknown ticket', 'ERR_NO_TICKET_FOUND', () => ({ url: '/tickets/123456' })],
  ['an unknown uuid', 'ERR_NO_TICKET_FOUND', () => ({ url: `/tickets/u/${crypto.randomUUID()}` })],
  ['a uuid that is none', 'ERR_VALIDATION', () => ({ url: '/tickets/u/xyz' })],
  ['an unknown connection', 'ERR_NO_WAPP_FOUND', () => ({ url: '/whatsapp/123456' })],
  ['an unknown file', 'ERR_NO_MEDIA_FOUND', () => ({ url: `/media/${crypto.randomUUID()}` })],
  [
    'a status that does not exist',
    'ERR_VALIDATION',
    () => ({ ...post(`/tickets/${ticketId}`, '{"status":"lost"}'), method: 'PUT' }),
  ],
  ['a page that is none', 'ERR_VALIDATION', () => ({ url: '/tickets?pageNumber=all' })],
  ['the same question twice', 'ERR_VALIDATION', () => ({ url: '/tickets?pageNumber=1&pageNumber=2' })],
  ['queues that are no list', 'ERR_VALIDATION', () => ({ url: '/tickets?queueIds={"a":1}' })],
  [
    'a search longer than any name',
    'ERR_VALIDATION',
    () => ({ url: `/tickets?searchParam=${'a'.repeat(5_000)}` }),
  ],
  ['a search that PostgreSQL cannot hold', 'ERR_VALIDATION', () => ({ url: '/tickets?searchParam=%00' })],
  [
    'a message longer than WhatsApp takes',
    'ERR_VALIDATION',
    () => post(`/messages/${ticketId}`, JSON.stringify({ body: 'x'.repeat(70_000) })),
  ],
];

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
CASES.push(
  ['a body as deep as it may be long', 'ERR_VALIDATION', () => post('/whatsapp', nested(500_000))],
  [
    'an object in an object in an object',
    'ERR_VALIDATION',
    () => post('/whatsapp', `${'{"name":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  ],
);

const BYTES = { 'content-type': 'application/octet-stream' };
CASES.push(
  ['a notice at no address', 'ERR_NO_WAPP_FOUND', () => post('/webhooks/channels/1', '{}', BYTES)],
  [
    'an address longer than any',
    'ERR_VALIDATION',
    () => post(`/webhooks/channels/${'1'.repeat(101)}`, '{}', BYTES),
  ],
  [
    'a notice longer than any messenger makes',
    'ERR_BODY_TOO_LARGE',
    () => post(noticeUrl, Buffer.alloc(3 * 1024 * 1024 + 1), BYTES),
  ],
  [
    'a notice of a type that is none',
    'ERR_UNSUPPORTED_MEDIA_TYPE',
    () => post(noticeUrl, '{}', { 'content-type': 'x'.repeat(200) }),
  ],
  ['a challenge without a word', 'ERR_VALIDATION', () => ({ url: noticeUrl })],
  [
    'a challenge that is a page',
    'ERR_VALIDATION',
    () => ({ url: `${noticeUrl}?hub.mode=subscribe&hub.verify_token=x&hub.challenge=%3Cscript%3E` }),
  ],
);

it.each(CASES)('%s is answered with %s', async (_what, code, request) => {
  expectError(await inject(request()), code);
});

it.each<[string, string | Buffer, Record<string, string>]>([
  ['JSON as deep as it may be long', nested(500_000), JSON_TYPE],
  ['a form', 'text=oi', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['XML', '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>', { 'content-type': 'text/xml' }],
  ['bytes that are no text', Buffer.from([0, 255, 254, 0]), BYTES],
  ['a prototype', '{"__proto__":{"a":1}}', { 'content-type': 'text/plain' }],
  [
    'a packed bomb, which nobody unpacks',
    Buffer.from([31, 139, 8]),
    { ...BYTES, 'content-encoding': 'gzip' },
  ],
])('a notice that is %s is kept as it came, and opened by nobody here', async (_what, payload, headers) => {
  expect((await inject({ ...post(noticeUrl, payload, headers), anonymous: true })).statusCode).toBe(200);
  const kept = await api.database.admin`delete from channel_notices returning body`;
  expect([...kept]).toEqual([{ body: Buffer.from(payload) }]);
});

it('names every field that is wrong', async () => {
  const body = expectError(await inject(post('/auth/login', '{"email":"","password":7}')), 'ERR_VALIDATION');
  expect(body.details).toEqual([
    { location: 'body.email', code: 'too_small' },
    { location: 'body.password', code: 'invalid_type' },
  ]);
});

it('never answers anything with a failure of its own, whatever is sent', async () => {
  const routes = api.app.contracts.filter(
    (contract) => contract.access !== 'public' && contract.method !== 'DELETE',
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.integer().map(String),
    fc.constantFrom('', 'null', '__proto__', '[]', '{}', '1e9', '%', "'", '\u0000', 'NaN'),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...routes),
      fc.array(value, { minLength: 2, maxLength: 2 }),
      fc.dictionary(fc.constantFrom('pageNumber', 'searchParam', 'status', 'queueIds', 'showAll'), value),
      fc.option(fc.json(), { nil: undefined }),
      async (contract, texts, query, payload) => {
        let next = 0;
        const url = contract.path.replace(/:\w+/g, () =>
          encodeURIComponent((texts[next++] ?? '').toWellFormed()),
        );
        const search = new URLSearchParams(query).toString();
        const response = await inject({
          method: contract.method,
          url: `${url}?${search}`,
          ...(contract.method === 'GET' || payload === undefined ? {} : { payload, headers: JSON_TYPE }),
        });
        expect(response.statusCode, response.body).toBeLessThan(500);
        if (response.statusCode >= 400) expectError(response, response.json().error);
      },
    ),
    { seed: SEED, numRuns: DEEP ? 1_000 : 100 },
  );
});

it('survives what is not HTTP, and people who hang up in the middle', async () => {
  const address = new URL(await api.app.listen({ port: 0, host: '127.0.0.1' }));
  const port = Number(address.port);
  const speak = (bytes: Buffer | string) =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      let heard = '';
      socket.on('data', (chunk) => (heard += chunk));
      socket.on('close', () => resolve(heard)).on('error', () => {});
    });
  expect(await speak(randomBytes(2_000))).toMatch(/^HTTP\/1\.1 400/);

  const before = api.logged().length;
  const id = crypto.randomUUID();
  const closed = new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(
        `PUT /media/${id} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin}\r\ncontent-length: 100000\r\n\r\nhalf`,
        () => socket.destroy(),
      );
    });
    socket.on('close', () => resolve());
  });
  await closed;
  await expect.poll(() => api.logged().slice(before)).toContain('client went away');
  expect(api.logged().slice(before)).not.toContain('"level":50');
  await expect.poll(() => readdir(join(api.deps.config.dataDir, 'media', 'incoming'))).toEqual([]);
  const stored = await api.database.admin`select from media where id = ${id}`;
  expect(stored.count).toBe(0);
  expect(
    (await api.send(login, { body: { email: company.ana.email, password: company.ana.password } }))
      .statusCode,
  ).toBe(200);
});
