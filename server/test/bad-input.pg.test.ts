import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { login } from '@balcao/shared/features/auth/calls.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createImportDraft } from '../src/modules/contacts/testing/import-draft.ts';
import type { JsonSchema } from '../src/modules/openapi/json-schema.ts';
import { expectError, startApi, type TestApi } from './api.ts';
import { type CompanyFixture, createCompany, createTicket, givePlan, insertedId } from './fixtures.ts';
import { fieldsOf, inputOf, mayCarryBody, routeName, sampleObject } from './generate.ts';
import { DEEP, SEED, sampleOf } from './sample.ts';
import { noticeToken, validCall } from './valid-call.ts';

let api: TestApi;
let company: CompanyFixture;
let admin: string;
let ticketId: number;
/** Where a messenger tells of a connection that exists. */
let noticeUrl: string;

beforeAll(async () => {
  api = await startApi({ documented: true });
  company = await createCompany(api.database.admin, 'Padaria');
  admin = await api.signIn(company.admin);
  ticketId = (await createTicket(api.database.admin, company, { userId: company.admin.id })).id;
  await givePlan(api.database.admin, company.companyId);
  noticeUrl = `/webhooks/channels/${await noticeToken(api, admin, company)}`;
});
afterAll(() => api.stop());

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

describe('every route', () => {
  const reads = () =>
    api.app.contracts.filter((contract) => !mayCarryBody(contract) && contract.access !== 'public');
  const writes = () => api.app.contracts.filter(mayCarryBody);

  /** Values of which one in a field is enough to fail somewhere: in a parser, in a query, in PostgreSQL, in a log. */
  const HOSTILE: unknown[] = [
    null,
    true,
    -1,
    0.5,
    2 ** 53,
    1e308,
    '',
    ' ',
    'x\u0000y',
    '\ud800',
    '\u202egnp.exe',
    '\u200b\u200b\u200b',
    'e\u0301'.repeat(24),
    '👩‍👩‍👧‍👦'.repeat(4),
    'x'.repeat(100_000),
    'a\r\nset-cookie: a=b',
    "'; drop table users; --",
    '{{7*7}}<%= 7*7 %>',
    '__proto__',
    '2030-02-31',
    '9999999-01-01',
    [],
    {},
    [[]],
    { toString: 1 },
  ];

  /** Rows of a list with what PostgreSQL cannot hold in each of their texts. */
  function inside({ items }: JsonSchema): unknown[] {
    const texts = Object.entries(items?.properties ?? {}).filter(([, { type }]) => type === 'string');
    return texts.flatMap(([name]) =>
      ['x\u0000y', '\ud800'].map((text) => [{ ...sampleObject(items ?? {}), [name]: text }]),
    );
  }

  it('refuses or stores what is hostile in any field, and never fails', async () => {
    const before = await api.database.admin`select count(*)::int as companies from companies`;
    for (const [at, contract] of writes().entries()) {
      const fields = Object.keys(fieldsOf(contract, 'body'));
      if (fields.length === 0) continue;
      const call: { token?: string; params?: Record<string, unknown>; body?: unknown } =
        contract.access === 'public'
          ? { body: sampleObject(inputOf(contract, 'body')) }
          : // Every other one by a program, where one may; it calls slowly, a test does not.
            await validCall(api, contract, at % 2 === 1);
      for (const field of fields) {
        await api.database.admin`delete from token_rates`;
        for (const value of [...sampleOf(HOSTILE, 8), ...inside(fieldsOf(contract, 'body')[field] ?? {})]) {
          const response = await api.send(contract, {
            ...call,
            body: { ...(call.body as object), [field]: value },
          });
          const what = `${routeName(contract)} ${field} ${JSON.stringify(value)?.slice(0, 40)}`;
          // That nobody answers at a service outside is no failure of ours, where the contract says it.
          const isOutside = response.statusCode >= 500 && contract.errors?.includes(response.json().error);
          if (!isOutside)
            expect(response.statusCode, `${what}: ${response.body.slice(0, 300)}`).toBeLessThan(500);
          if (response.statusCode >= 400) expectError(response, response.json().error);
          expect(response.headers['set-cookie'], what).toBeUndefined();
        }
      }
    }
    const after = await api.database.admin`select count(*)::int as companies from companies`;
    expect(after[0]?.companies).toBeGreaterThanOrEqual(before[0]?.companies);
  }, 180_000);

  it('takes the fields of its contract and no others: nothing else reaches the database', async () => {
    const { admin: db } = api.database;
    const columns = await db<{ name: string; type: string }[]>`
      select column_name as name, min(data_type) as type from information_schema.columns
      where table_schema = 'public' group by 1`;
    const planted: Record<string, unknown> = {
      bigint: 777_777_777,
      integer: 777_777_777,
      boolean: true,
      date: '2099-12-31',
    };
    const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const extra = Object.fromEntries(
      columns.flatMap(({ name, type }) => {
        const value = planted[type] ?? (type.startsWith('timestamp') ? '2099-12-31T00:00:00Z' : 'PLANTED');
        return [name, camel(name)].map((key) => [key, value]);
      }),
    );
    Object.assign(extra, {
      super: true,
      companyId: 777_777_777,
      isAdmin: true,
      role: 'super',
      price: 0,
      users: 777_777_777,
    });
    const privileged = async () => {
      const [row] = await db`
        select (select count(*)::int from users where online) as online,
          (select count(*)::int from users where super) as operators,
          (select count(*)::int from companies where due_date is not null and due_date > '2090-01-01') as eternal`;
      return row;
    };
    for (const contract of writes().filter(({ body }) => body)) {
      const isPublic = contract.access === 'public';
      const call: { token?: string; params?: Record<string, unknown>; body?: unknown } = isPublic
        ? { body: sampleObject(inputOf(contract, 'body')) }
        : await validCall(api, contract);
      const before = await privileged();
      const response = await api.send(contract, {
        ...call,
        body: { ...extra, ...without(extra, contract), ...(call.body as object) },
      });
      // A contract for programs names what it does not know.
      const isStrict = inputOf(contract, 'body').additionalProperties === false;
      if (!isPublic)
        expect([routeName(contract), response.statusCode, response.body]).toEqual([
          routeName(contract),
          isStrict ? 400 : (contract.status ?? 200),
          response.body,
        ]);
      expect([routeName(contract), await privileged()]).toEqual([routeName(contract), before]);
    }
    const tables = await db<
      { name: string }[]
    >`select tablename as name from pg_tables where schemaname = 'public'`;
    for (const { name } of tables) {
      const found =
        await db`select t::text as row from ${db(name)} t where t::text ~ 'PLANTED|777777777|2099-12-31'`;
      expect([name, [...found]]).toEqual([name, []]);
    }
  }, 180_000);

  /** Fields that the contract does have are the other test's. */
  function without(extra: Record<string, unknown>, contract: (typeof api.app.contracts)[number]) {
    return Object.fromEntries(
      Object.keys(extra)
        .filter((key) => key in fieldsOf(contract, 'body'))
        .map((key) => [key, undefined]),
    );
  }

  it('has an end to every list: no page, no search and no number of them is too much', async () => {
    const operator = await createCompany(api.database.admin, 'Lists');
    await givePlan(api.database.admin, operator.companyId);
    await api.database.admin`update users set super = true where id = ${operator.admin.id}`;
    const token = await api.signIn(operator.admin);
    const paged = reads().filter((contract) => 'pageNumber' in fieldsOf(contract, 'query'));
    expect(paged.length).toBeGreaterThan(5);
    for (const contract of paged) {
      const ticket = await createTicket(api.database.admin, operator, { userId: operator.admin.id });
      const [list] = await api.database.admin`
        insert into contact_lists (company_id, name) values (${operator.companyId}, ${contract.path}) returning id::int`;
      const listImportId = await createImportDraft(
        api.database.admin,
        operator.companyId,
        'sample',
        list?.id,
      );
      const named = { contactId: String(ticket.contactId), contactListId: String(list?.id) };
      const of = Object.fromEntries(
        Object.entries(named).filter(([key]) => key in fieldsOf(contract, 'query')),
      );
      const importId = await createImportDraft(api.database.admin, operator.companyId, 'sample');
      const [integration] = await api.database.admin`
        insert into queue_integrations (company_id, type, name)
        values (${operator.companyId}, 'webhook', ${contract.path}) returning id::int`;
      const chatId = await insertedId(api.database.admin`
        insert into chats (company_id, title) values (${operator.companyId}, ${contract.path}) returning id`);
      await api.database.admin`
        insert into chat_members (company_id, chat_id, user_id)
        values (${operator.companyId}, ${chatId}, ${operator.admin.id})`;
      const ask = (query: Record<string, string>) =>
        api.send(contract, {
          params: {
            ticketId: ticket.id,
            contactId: ticket.contactId,
            importId,
            contactListId: list?.id,
            listImportId,
            whatsappId: operator.connectionId,
            queueIntegrationId: integration?.id,
            chatId,
          },
          query: { ...of, ...query },
          token,
        });
      const far = await ask({ pageNumber: '999999' });
      expect([routeName(contract), far.statusCode]).toEqual([routeName(contract), 200]);
      const lists = Object.values(far.json()).filter(Array.isArray);
      expect([routeName(contract), lists.flat(), far.json().hasMore]).toEqual([
        routeName(contract),
        [],
        false,
      ]);
      expect((await ask({ pageNumber: '0' })).statusCode).toBe(200);
      for (const pageNumber of ['-1', '1e9', '9'.repeat(30), 'NaN', '1.5', ' ', '١', '0x10'])
        expect([routeName(contract), pageNumber, (await ask({ pageNumber })).statusCode]).toEqual([
          routeName(contract),
          pageNumber,
          400,
        ]);
      if (!('searchParam' in fieldsOf(contract, 'query'))) continue;
      expect((await ask({ searchParam: 'x'.repeat(65_536) })).statusCode).toBe(400);
      for (const searchParam of [
        '%',
        '_',
        '\\',
        '%'.repeat(200),
        '(a+)+$',
        "'",
        '\u202e',
        '😀',
        '\\%_'.repeat(60),
      ])
        expect([routeName(contract), searchParam, (await ask({ searchParam })).statusCode]).toEqual([
          routeName(contract),
          searchParam,
          200,
        ]);
    }
  });

  it('answers with the headers that keep it from being read, framed, cached or guessed by others', async () => {
    for (const contract of api.app.contracts) {
      const response = await api.app.inject({
        method: contract.method,
        url: contract.path.replaceAll(/:\w+/g, '1'),
        headers: { origin: 'https://evil.example', 'x-request-id': 'mine' },
      });
      const { headers } = response;
      expect([routeName(contract), headers]).toEqual([
        routeName(contract),
        expect.objectContaining({
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          'referrer-policy': 'no-referrer',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          'cross-origin-resource-policy': 'same-origin',
          'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
        }),
      ]);
      for (const name of [
        'access-control-allow-origin',
        'access-control-allow-credentials',
        'x-powered-by',
        'server',
        'set-cookie',
      ])
        expect([routeName(contract), name, headers[name]]).toEqual([routeName(contract), name, undefined]);
    }
    const preflight = await api.app.inject({
      method: 'OPTIONS',
      url: '/users',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    });
    expectError(preflight, 'ERR_NOT_FOUND');
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('believes nothing of where a request says it comes from', async () => {
    const forged = {
      host: 'evil.example',
      forwarded: 'for=10.6.6.6;host=evil.example;proto=https',
      'x-forwarded-for': '10.6.6.6',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '10.6.6.6',
      'x-original-url': '/users',
      'x-http-method-override': 'DELETE',
      authorization: `Bearer ${admin}`,
    };
    const before = api.logged().length;
    for (const contract of reads()) {
      const url = contract.path.replaceAll(/:\w+/g, '1');
      const honest = await api.app.inject({
        method: 'GET',
        url,
        headers: { authorization: forged.authorization },
      });
      const response = await api.app.inject({ method: 'GET', url, headers: forged });
      expect([routeName(contract), response.statusCode]).toEqual([routeName(contract), honest.statusCode]);
      expect(JSON.stringify([response.headers, response.body])).not.toMatch(/evil\.example|10\.6\.6\.6/);
    }
    expect(api.logged().slice(before)).not.toMatch(/evil\.example|10\.6\.6\.6/);
  });
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

it('answered nothing that its description does not tell of', () => {
  expect([...api.undocumented].toSorted()).toEqual([]);
});
