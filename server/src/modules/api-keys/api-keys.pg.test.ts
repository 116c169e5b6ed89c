import { randomUUID } from 'node:crypto';
import { listAudit } from '@balcao/shared/audit-log.ts';
import type { KeyScopes } from '@balcao/shared/contract/key-areas.ts';
import { createApiKey, deleteApiKey, listApiKeys } from '@balcao/shared/features/api-keys/calls.ts';
import { KEY_PREFIX, MAX_API_KEYS } from '@balcao/shared/features/api-keys/rules.ts';
import { me } from '@balcao/shared/features/auth/calls.ts';
import { createContact, listContacts } from '@balcao/shared/features/contacts/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { getApiMessage, listApiCalls, sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { API_RATE } from '@balcao/shared/features/messages-api/rules.ts';
import { createTag, listTags } from '@balcao/shared/features/tags/calls.ts';
import { deleteTicketNote } from '@balcao/shared/features/ticket-notes/calls.ts';
import {
  createTicket as beginTicket,
  pinTicket,
  updateTicket,
} from '@balcao/shared/features/tickets/calls.ts';
import { createUser, listUsers } from '@balcao/shared/features/users/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ErrorBody, startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createTicket, givePlan } from '../../../test/fixtures.ts';

/** What a program with a company's key may do, in whose name, and what it is told when it may not. */

let api: TestApi;
let company: CompanyFixture;
let admin: string;
let made = 0;

beforeAll(async () => {
  api = await startApi();
  await api.company('Operator');
  company = await withPlan('Padaria');
  admin = await api.signIn(company.admin);
});
afterAll(() => api.stop());
/** The burst is for programs, not for tests. */
beforeEach(() => api.admin`delete from token_rates`);

async function withPlan(name: string): Promise<CompanyFixture> {
  const firm = await api.company(name);
  await givePlan(api.admin, firm.companyId);
  return firm;
}

const newKey = (scopes: KeyScopes, { token = admin, name = `Loja ${++made}` } = {}) =>
  api.call(createApiKey, { body: { name, scopes }, token });

const tag = () => ({ name: `Etiqueta ${++made}`, color: '#ff0000' });
const codeOf = (response: { json(): ErrorBody }) => response.json().error;
const newNumber = () => `5511970${String(200_000 + ++made)}`;

it('is made by admins, shown once, listed without its secret, and told of in the log', async () => {
  const key = await newKey({ tags: 'read', contacts: 'write' }, { name: 'ERP' });
  expect(key).toMatchObject({ name: 'ERP', scopes: { tags: 'read', contacts: 'write' }, lastUsedAt: null });
  expect(key.key.startsWith(KEY_PREFIX)).toBe(true);
  const list = await api.send(listApiKeys, { token: admin });
  expect(list.json().apiKeys).toEqual([expect.objectContaining({ id: key.id, name: 'ERP' })]);
  expect(list.body).not.toContain(key.key);
  const everything = await api.admin`select to_jsonb(k)::text as row from api_keys k`;
  expect(JSON.stringify(everything)).not.toContain(key.key);
  expect(api.logged()).not.toContain(key.key);

  const ana = await api.signIn(company.ana);
  for (const [contract, call] of [
    [listApiKeys, {}],
    [createApiKey, { body: { name: 'Mine', scopes: { tags: 'read' } } }],
    [deleteApiKey, { params: { apiKeyId: key.id } }],
  ] as const)
    await api.refused('ERR_NO_PERMISSION', contract, { ...call, token: ana });
  const wrong = (body: object) => api.send(createApiKey, { body, token: admin }).then(codeOf);
  expect(await wrong({ name: 'erp', scopes: { tags: 'read' } })).toBe('ERR_API_KEY_NAME_TAKEN');
  expect(await wrong({ name: 'None', scopes: {} })).toBe('ERR_VALIDATION');
  expect(await wrong({ name: 'Odd', scopes: { everything: 'write' } })).toBe('ERR_VALIDATION');
  expect(await wrong({ name: 'Old', scopes: { tags: 'read' }, expiresAt: '2001-01-01T00:00:00Z' })).toBe(
    'ERR_VALIDATION',
  );

  await api.call(deleteApiKey, { params: { apiKeyId: key.id }, token: admin });
  await api.refused('ERR_NO_API_KEY_FOUND', deleteApiKey, { params: { apiKeyId: key.id }, token: admin });
  const { entries } = await api.call(listAudit, { query: { entity: 'apiKey' }, token: admin });
  expect(entries.map(({ action, entityName }) => `${action} ${entityName}`)).toEqual([
    'delete ERP',
    'create ERP',
  ]);

  const full = await withPlan('Cheia');
  const token = await api.signIn(full.admin);
  await api.admin`
    insert into api_keys (company_id, name, key_hash, scopes)
    select ${full.companyId}, n::text, sha256(n::text::bytea), '{}' from generate_series(1, ${MAX_API_KEYS}) n`;
  await api.refused('ERR_TOO_MANY_API_KEYS', createApiKey, {
    body: { name: 'More', scopes: { tags: 'read' } },
    token,
  });
  const first = await api.call(listApiKeys, { token });
  const rest = await api.call(listApiKeys, { query: { after: first.next ?? '' }, token });
  expect(first.apiKeys.length + rest.apiKeys.length).toBe(MAX_API_KEYS);
});

it('says the same of every key that opens nothing, at once and at every process', async () => {
  const beside = await startApi({ beside: api });
  const [revoked, expired] = [await newKey({ tags: 'read' }), await newKey({ tags: 'read' })];
  await api.admin`update api_keys set expires_at = now() + interval '1 hour' where id = ${expired.id}`;
  for (const { key } of [revoked, expired])
    for (const through of [api, beside])
      expect((await through.send(listTags, { token: key })).statusCode).toBe(200);
  await api.call(deleteApiKey, { params: { apiKeyId: revoked.id }, token: admin });
  await api.admin`update api_keys set expires_at = now() - interval '1 second' where id = ${expired.id}`;
  const answers = [];
  for (const through of [api, beside])
    for (const token of [revoked.key, expired.key, `${KEY_PREFIX}made-up`])
      for (const contract of [listTags, sendApiMessage]) {
        const { statusCode, ...response } = await through.send(contract, { token });
        answers.push([statusCode, JSON.parse(response.body).message]);
      }
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(answers[0]?.[0]).toBe(401);
  await beside.stop();
});

it('opens the calls of its areas to read or to write, of an admin who is no person', async () => {
  const read = (await newKey({ tags: 'read' })).key;
  await api.call(listTags, { token: read });
  await api.refused('ERR_API_KEY_SCOPE', createTag, { body: tag(), token: read });
  await api.refused('ERR_API_KEY_SCOPE', listContacts, { token: read });
  const write = (await newKey({ tags: 'write', people: 'write', tickets: 'write' })).key;
  await api.call(listTags, { token: write });
  await api.call(createTag, { body: tag(), token: write });
  await api.call(listUsers, { token: write });

  const { id } = await createTicket(api.admin, company, { userId: company.ana.id });
  const closed = [
    [me, {}],
    [listApiKeys, {}],
    [createUser, { body: { name: 'Eve', email: 'eve@x.test', password: 'Segredo-123', profile: 'admin' } }],
    [deleteTicketNote, { params: { noteId: randomUUID() } }],
    [pinTicket, { params: { ticketId: id }, body: { pinned: true } }],
  ] as const;
  for (const [contract, call] of closed)
    await api.refused('ERR_API_KEY_PERSON', contract, { ...call, token: write });
});

it('is named in the log and in the conversation, takes no conversation, and says what it says as a program', async () => {
  const { key } = await newKey(
    { tags: 'write', tickets: 'write', messages: 'write', contacts: 'write' },
    {
      name: 'Robô do ERP',
    },
  );
  await api.call(createTag, { body: tag(), token: key });
  const { entries } = await api.call(listAudit, { query: { searchParam: 'robo' }, token: admin });
  expect(entries[0]).toMatchObject({
    userId: null,
    userName: 'Robô do ERP',
    action: 'create',
    entity: 'tag',
  });

  const contact = await api.call(createContact, { body: { name: 'Rosa', number: newNumber() }, token: key });
  const wanted = { contactId: contact.id, whatsappId: company.connectionId, queueId: company.queues.support };
  await api.refused('ERR_API_KEY_PERSON', beginTicket, { body: { ...wanted, status: 'open' }, token: key });
  const { id } = await api.call(beginTicket, { body: wanted, token: key });
  const change = (body: object) => ({ params: { ticketId: id }, body, token: key });
  await api.refused('ERR_API_KEY_PERSON', updateTicket, change({ status: 'open' }));
  await api.call(updateTicket, change({ userId: company.ana.id, queueId: company.queues.support }));
  const said = { params: { ticketId: id }, body: { body: 'O boleto venceu' }, token: key };
  const once = { ...said, headers: { 'idempotency-key': crypto.randomUUID() } };
  expect((await api.send(sendMessage, once)).statusCode).toBeLessThan(300);
  expect((await api.send(sendMessage, once)).statusCode).toBeLessThan(300);
  await api.call(updateTicket, change({ status: 'closed' }));
  const rows = await api.admin<{ origin: string; body: string; mediaType: string }[]>`
    select origin, body, media_type as "mediaType" from messages where ticket_id = ${id} order by created_at, id`;
  const events = rows.filter(({ mediaType }) => mediaType === 'event').map(({ body }) => JSON.parse(body));
  expect(events.map(({ kind, by }) => [kind, by])).toEqual([
    ['started', 'Robô do ERP'],
    ['transferred', 'Robô do ERP'],
    ['closed', 'Robô do ERP'],
  ]);
  expect(rows.filter(({ body }) => body === 'O boleto venceu')).toEqual([
    { origin: 'api', body: 'O boleto venceu', mediaType: 'chat' },
  ]);
});

it('owns its words of idempotency: another key with the same word does its own', async () => {
  const [one, other] = [await newKey({ tags: 'write' }), await newKey({ tags: 'write' })];
  const headers = { 'idempotency-key': 'same' };
  const [first, second] = [tag(), tag()];
  const make = (token: string, body: object) => api.send(createTag, { token, headers, body });
  const answer = await make(one.key, first);
  expect([answer.statusCode, (await make(one.key, first)).body]).toEqual([201, answer.body]);
  expect(codeOf(await make(one.key, second))).toBe('ERR_IDEMPOTENCY_KEY_REUSED');
  expect((await make(other.key, second)).statusCode).toBe(201);
});

it('sends messages through a connection that the program names, or the only one', async () => {
  const firm = await withPlan('Floricultura');
  const token = await api.signIn(firm.admin);
  const { key } = await newKey({ messages: 'write' }, { token });
  const send = (body: object, bearer = key) => api.send(sendApiMessage, { body, token: bearer });
  const text = () => ({ number: newNumber(), body: 'Oi' });
  await api.admin`
    update connections set deleted_at = now() where company_id = ${firm.companyId} and id <> ${firm.connectionId}`;
  const only = await send(text());
  expect(only.statusCode, only.body).toBe(202);
  await api.admin`insert into connections (company_id, name) values (${firm.companyId}, 'Outra')`;
  expect((await send(text())).json()).toMatchObject({
    error: 'ERR_VALIDATION',
    details: [{ location: 'body.whatsappId' }],
  });
  const named = await send({ ...text(), whatsappId: firm.connectionId });
  expect(named.statusCode, named.body).toBe(202);
  for (const whatsappId of [company.connectionId, 987_654_321])
    expect(codeOf(await send({ ...text(), whatsappId }))).toBe('ERR_NO_WAPP_FOUND');
  const reading = (await newKey({ messages: 'read' }, { token })).key;
  expect(codeOf(await send(text(), reading))).toBe('ERR_API_KEY_SCOPE');
  const params = { messageId: named.json().id };
  expect(await api.call(getApiMessage, { params, token: reading })).toMatchObject({ state: 'queued' });
  const foreign = (await newKey({ messages: 'read' })).key;
  await api.refused('ERR_NO_MESSAGE_FOUND', getApiMessage, { params, token: foreign });
  await expect
    .poll(async () => (await api.call(listApiCalls, { query: {}, token })).calls.length, { timeout: 5_000 })
    .toBeGreaterThan(5);
  const { calls } = await api.call(listApiCalls, { query: {}, token });
  expect(calls.every(({ apiKeyId, whatsappId }) => apiKeyId !== null && whatsappId === null)).toBe(true);
});

it('notes its last use once a minute, calls so often over all processes, and as its company may', async () => {
  const firm = await withPlan('Farmácia');
  const token = await api.signIn(firm.admin);
  const key = await newKey({ tags: 'read' }, { token });
  const lastUse = async () => (await api.call(listApiKeys, { token })).apiKeys[0]?.lastUsedAt;
  const ask = (through = api) => through.send(listTags, { token: key.key });
  await ask();
  const first = await lastUse();
  expect(first).toEqual(expect.any(String));
  await ask();
  expect(await lastUse()).toBe(first);
  await api.admin`update api_keys set last_used_at = last_used_at - interval '61 seconds'`;
  await ask();
  expect(Date.parse((await lastUse()) ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));

  const beside = await startApi({ beside: api });
  await api.admin`update token_rates set full_at = now() + interval '1 hour'`;
  for (const through of [api, beside]) {
    const refused = await ask(through);
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({
      'ratelimit-limit': String(API_RATE.burst),
      'ratelimit-remaining': '0',
      'retry-after': expect.stringMatching(/^\d+$/),
    });
  }
  await beside.stop();
  await api.admin`delete from token_rates`;

  const as = async (change: Record<string, unknown>) => {
    await api.admin`update companies set ${api.admin(change)} where id = ${firm.companyId}`;
    const answer = await ask();
    return [answer.statusCode, codeOf(answer)];
  };
  expect(await as({ due_date: '2001-01-01' })).toEqual([402, 'ERR_SUBSCRIPTION_EXPIRED']);
  expect(await as({ due_date: null, status: false })).toEqual([401, 'ERR_COMPANY_BLOCKED']);
  await api.admin`update plans set use_external_api = false where id = (
    select plan_id from companies where id = ${firm.companyId})`;
  expect(await as({ status: true })).toEqual([403, 'ERR_PLAN_FEATURE_OFF']);
});
