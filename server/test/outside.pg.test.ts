import { type AddressInfo, connect, type Socket } from 'node:net';
import { type RouteContract, route } from '@balcao/shared/contract/call.ts';
import { createContact } from '@balcao/shared/features/contacts/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { register } from '../src/platform/http/route.ts';
import { NUMBER_QUESTION, type NumberAnswer } from '../src/platform/realtime/number-questions.ts';
import { startApi, type TestApi } from './api.ts';
import { createCompany } from './fixtures.ts';
import { routeName } from './generate.ts';
import { holdLease } from './hold-lease.ts';
import { PAGE } from './services/visitors.ts';
import { type ValidCall, validCall } from './valid-call.ts';

/** Calls that wait for more than the database hold no transaction open meanwhile. */

let api: TestApi;
let letGo = () => {};
/** A route that waits in its transaction, which none of ours does. */
const idle = route({ method: 'POST', path: '/idle', access: 'session', status: 204 });
const addIdle = (app: FastifyInstance) =>
  register(app, idle, async (_input, { tx }) => {
    // A transaction begins with its first statement.
    await tx`select 1`;
    await new Promise<void>((resolve) => (letGo = resolve));
  });

beforeAll(async () => {
  api = await startApi({ extend: addIdle });
  await createCompany(api.database.admin, 'Operator');
  await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.stop());

const isOutside = ({ waitsFor }: RouteContract) => waitsFor === 'outside';

it('are these, and among them all that take or give bytes', () => {
  const { contracts } = api.app;
  expect(contracts.filter(isOutside).map(routeName).toSorted()).toEqual([
    'DELETE /auth/second-factor',
    'GET /audit/export',
    'GET /auth/oidc/callback',
    'GET /chat/:chatKey',
    'GET /chat/:chatKey/files/:fileId/:link',
    'GET /contact-lists/template',
    'GET /contacts/export',
    'GET /data-exports/:exportId/parts/:partId',
    'GET /data-subjects/contacts/:contactId',
    'GET /data-subjects/numbers/:number',
    'GET /help/:companyId',
    'GET /help/:companyId/articles/:articleId',
    'GET /help/:companyId/files/:mediaId',
    'GET /help/:companyId/files/:mediaId/thumbnail',
    'GET /help/:companyId/sitemap.xml',
    'GET /knowledge',
    'GET /media/:mediaId',
    'GET /media/:mediaId/:link',
    'GET /media/:mediaId/thumbnail',
    'GET /media/:mediaId/upload',
    'GET /messages/:messageId/page',
    'GET /messages/:ticketId/document',
    'GET /privacy/:companyId',
    'GET /public/announcements/:imageName',
    'GET /public/announcements/:imageName/thumbnail',
    'GET /system/consoles',
    'GET /system/health',
    'GET /unsubscribe/:mailToken',
    'GET /updates/:file',
    'GET /webhooks/channels/:connectionToken',
    'POST /announcements/:announcementId/media-upload',
    'POST /api/messages/send',
    'POST /auth/code',
    'POST /auth/invitation',
    'POST /auth/invitation/accept',
    'POST /auth/login',
    'POST /auth/oidc/begin',
    'POST /auth/oidc/code',
    'POST /auth/passkey',
    'POST /auth/passkey-link',
    'POST /auth/passkey-link/store',
    'POST /auth/passkey/options',
    'POST /auth/passkeys',
    'POST /auth/reset',
    'POST /auth/second-factor',
    'POST /campaigns/:campaignId/media-upload',
    'POST /chat/:chatKey/exchange',
    'POST /companies',
    'POST /companies/cadastro',
    'POST /contact-lists/:contactListId/imports',
    'POST /contact-lists/:contactListId/upload',
    'POST /contacts',
    'POST /contacts/import',
    'POST /contacts/upload',
    'POST /files/uploadList/:fileListId',
    'POST /knowledge/import/page',
    'POST /mcp',
    'POST /messages/:messageId/translation',
    'POST /pay/charge',
    'POST /payment-gateway/test',
    'POST /payment-notices/efi',
    'POST /prompt/test',
    'POST /queue-options/:optionId/media-upload',
    'POST /queue/:queueId/media-upload',
    'POST /queue/:queueId/try-bot/ask',
    'POST /queueIntegration/test',
    'POST /queueIntegration/testSession',
    'POST /quick-messages/:quickMessageId/media-upload',
    'POST /schedules/:scheduleId/media-upload',
    'POST /settings/integrations/:service/test',
    'POST /setup',
    'POST /subscription',
    'POST /ticket-answers',
    'POST /tickets',
    'POST /tickets/:ticketId/agent-help',
    'POST /unsubscribe/:mailToken',
    'POST /users',
    'POST /webhooks/:webhookId/test',
    'POST /webhooks/channels/:connectionToken',
    'POST /whatsapp/hub-channels',
    'PUT /chat/:chatKey/files/:fileId',
    'PUT /contacts/:contactId',
    'PUT /media/:mediaId',
    'PUT /payment-gateway',
    'PUT /users/:userId',
  ]);
  const streams = contracts.filter(
    ({ rawBody, method, response }) => rawBody || (method === 'GET' && !response),
  );
  expect(streams.filter((contract) => !isOutside(contract)).map(routeName)).toEqual([]);
});

it('keep no transaction idle for a second while a body does not end, or WhatsApp does not answer', async () => {
  const { admin } = api.database;
  const hanging: Socket[] = [];
  for (const contract of [...api.app.contracts.filter(({ rawBody }) => rawBody), sendMessage, createContact])
    hanging.push(await hang(contract, await validCall(api, contract)));

  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<NumberAnswer>();
  const stop = api.bus.answer(NUMBER_QUESTION, () => {
    asked.resolve();
    return answered.promise;
  });
  const call = await validCall(api, createContact);
  const [line] = await admin`
    update connections set status = 'connected' where company_id = (select max(id) from companies)
    returning company_id, id`;
  await holdLease(admin, { companyId: line?.company_id, connectionId: line?.id });
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const unanswered = Promise.resolve(api.send(createContact, { ...call, headers }));
  await asked.promise;

  const began = performance.now();
  while (performance.now() - began < 1_500) expect(await longestIdle()).toBeLessThan(1);
  for (const socket of hanging) expect(socket.bytesRead).toBe(0);
  // Nor is the eye blind that looked.
  const inside = Promise.resolve(api.send(idle, { token: call.token }));
  await expect.poll(longestIdle, { timeout: 5_000 }).toBeGreaterThan(1);
  letGo();
  expect((await inside).statusCode).toBe(204);

  for (const socket of hanging) socket.destroy();
  answered.resolve({ kind: 'unknown' });
  expect((await unanswered).json().error).toBe('ERR_WAPP_INVALID_CONTACT');
  stop();
});

/** Seconds. */
async function longestIdle(): Promise<number> {
  const [row] = await api.database.admin<{ seconds: number }[]>`
    select coalesce(max(extract(epoch from clock_timestamp() - state_change)), 0)::float8 as seconds
    from pg_stat_activity
    where datname = current_database() and application_name = 'test' and state like 'idle in transaction%'`;
  return row?.seconds ?? 0;
}

/** Sends all of a call but its last byte. */
async function hang(contract: RouteContract, { params, body, token }: ValidCall): Promise<Socket> {
  const isFile = Buffer.isBuffer(body);
  const bytes = isFile ? body : Buffer.from(JSON.stringify(body));
  const path = contract.path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const head = [
    `${contract.method} ${path} HTTP/1.1`,
    'host: localhost',
    `origin: ${PAGE}`,
    `authorization: Bearer ${token}`,
    `content-type: ${isFile ? 'application/octet-stream' : 'application/json'}`,
    `content-length: ${bytes.length}`,
  ];
  const arrived = new Promise((resolve) => api.app.server.once('request', resolve));
  const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(bytes.subarray(0, -1));
  await arrived;
  return socket;
}
