import type { RouteContract } from '@balcao/shared/contract/call.ts';
import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createImportDraft } from '../src/modules/contacts/testing/import-draft.ts';
import type { JsonSchema } from '../src/modules/openapi/json-schema.ts';
import { expectError } from './api.ts';
import { admin, api, prepare } from './bad-input.ts';
import { createCompany, createTicket, givePlan, insertedId } from './fixtures.ts';
import { fieldsOf, inputOf, mayCarryBody, routeName, sampleObject } from './generate.ts';
import { sampleOf } from './sample.ts';
import { validCall } from './valid-call.ts';

prepare();

describe('every route', () => {
  const reads = () =>
    api.app.contracts.filter((contract) => !mayCarryBody(contract) && contract.access !== 'public');
  const writes = () => api.app.contracts.filter(mayCarryBody);

  /** That nobody answers at a service outside is no failure of ours, where the contract says it. */
  const isOutside = ({ errors }: RouteContract, response: LightMyRequestResponse) =>
    response.statusCode >= 500 && errors?.includes(response.json().error);

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
    const withFields = writes().filter((contract) => Object.keys(fieldsOf(contract, 'body')).length > 0);
    const drawn = sampleOf(
      withFields,
      Math.ceil(withFields.length / 4),
      'routes with hostile fields',
      routeName,
    );
    const values = sampleOf(HOSTILE, 8, 'hostile values', (value) => JSON.stringify(value).slice(0, 20));
    for (const [at, contract] of drawn.entries()) {
      const fields = Object.keys(fieldsOf(contract, 'body'));
      const call: { token?: string; params?: Record<string, unknown>; body?: unknown } =
        contract.access === 'public'
          ? { body: sampleObject(inputOf(contract, 'body')) }
          : // Every other one by a program, where one may; it calls slowly, a test does not.
            await validCall(api, contract, at % 2 === 1);
      for (const field of fields) {
        await api.database.admin`delete from token_rates`;
        for (const value of [...values, ...inside(fieldsOf(contract, 'body')[field] ?? {})]) {
          const response = await api.send(contract, {
            ...call,
            body: { ...(call.body as object), [field]: value },
          });
          const what = `${routeName(contract)} ${field} ${JSON.stringify(value)?.slice(0, 40)}`;
          if (!isOutside(contract, response))
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
      if (!isPublic && !isOutside(contract, response))
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
    const origin = 'https://evil.example';
    for (const contract of api.app.contracts) {
      const response = await api.app.inject({
        method: contract.method,
        url: contract.path.replaceAll(/:\w+/g, '1'),
        headers: { origin, 'x-request-id': 'mine' },
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
      for (const name of ['access-control-allow-credentials', 'x-powered-by', 'server', 'set-cookie'])
        expect([routeName(contract), name, headers[name]]).toEqual([routeName(contract), name, undefined]);
      // A chat is for pages of others, which read why they may not use it.
      const reader = contract.path.startsWith('/chat/') ? origin : undefined;
      expect([routeName(contract), headers['access-control-allow-origin']]).toEqual([
        routeName(contract),
        reader,
      ]);
    }
    const preflight = await api.app.inject({
      method: 'OPTIONS',
      url: '/users',
      headers: { origin, 'access-control-request-method': 'POST' },
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

it('answered nothing that its description does not tell of', () => {
  expect([...api.undocumented].toSorted()).toEqual([]);
});
