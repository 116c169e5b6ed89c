import { ERRORS } from '@balcao/shared/errors.ts';
import { ROUTES } from '@balcao/shared/routes.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import type { OpenApi } from './document.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const get = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url, headers });
const document = async () => (await get('/openapi.json')).json<OpenApi>();

it('is the same every time, and sent to those alone who have it not yet', async () => {
  const { headers, body } = await get('/openapi.json');
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
  });
  const again = await get('/openapi.json', { 'if-none-match': String(headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  const other = await startApi({ beside: api });
  expect((await other.app.inject('/openapi.json')).body).toBe(body);
  await other.stop();
});

it('describes every call', async () => {
  const { paths } = await document();
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{\w+\}/g, ':')}`),
  );
  expect(calls.toSorted()).toEqual(
    ROUTES.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, ':')}`).toSorted(),
  );
});

it('tells of a call what its contract and its comments say', async () => {
  const { post: send } = (await document()).paths['/api/messages/send'] ?? {};
  const { get: contacts } = (await document()).paths['/contacts'] ?? {};
  expect(contacts?.security).toEqual([{ session: [] }, { companyKey: ['contacts:read'] }]);
  expect(contacts?.description).toContain('opens `contacts` to `read`');
  // Of operators alone, and of people.
  const closed = { '/companies': 'post', '/users': 'post', '/chats': 'get' };
  for (const [path, method] of Object.entries(closed))
    expect([path, (await document()).paths[path]?.[method]?.security]).toEqual([path, [{ session: [] }]]);
  const json = send?.requestBody?.content?.['application/json']?.schema;
  const form = send?.requestBody?.content?.['multipart/form-data']?.schema;
  expect(send?.security).toEqual([{ connectionToken: [] }, { companyKey: ['messages:write'] }]);
  expect(send?.description).toContain('`useExternalApi`');
  expect(json?.properties?.number?.description).toContain('5511987654321');
  expect(Object.keys(form?.properties ?? {})).toContain('medias');
  expect(send?.parameters.map(({ name }) => name)).toEqual(['Idempotency-Key']);
  expect(send?.responses[ERRORS.ERR_WAPP_INVALID_CONTACT.status]?.description).toContain(
    'ERR_WAPP_INVALID_CONTACT',
  );
  expect(Object.keys(send?.responses[429]?.headers ?? {})).toEqual(['Retry-After']);
});

it('has nothing to say against it, another one that reads such documents', async () => {
  const config = await createConfig({
    extends: ['recommended'],
    rules: {
      // An address without parameters goes before one with them, and each method has one.
      'no-ambiguous-paths': 'off',
      // Calls without input and without a token refuse nobody.
      'operation-4xx-response': 'off',
      // A browser that comes back from a company's provider is only sent on.
      'operation-2xx-response': 'off',
    },
  });
  const problems = await lintFromString({ source: (await get('/openapi.json')).body, config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

it('is shown to people by a page that reaches nothing but this server', async () => {
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    const elsewhere: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith('data:')) elsewhere.push(request.url());
    });
    page.setDefaultTimeout(80_000);
    await page.goto(`${url}/docs#/Messages%20api/sendApiMessage`);
    await page.getByRole('heading', { name: 'Live events' }).waitFor();
    await page.locator('.opblock.is-open').waitFor();
    // On a phone only what is wide of itself is moved sideways, not the page.
    await page.setViewportSize({ width: 400, height: 800 });
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    expect([wide, complaints, elsewhere]).toEqual([400, [], []]);
  } finally {
    await browser.close();
  }
}, 180_000);
