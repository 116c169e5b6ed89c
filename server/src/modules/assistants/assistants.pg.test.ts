import { listAudit } from '@balcao/shared/audit-log.ts';
import type { KeyScopes } from '@balcao/shared/contract/key-areas.ts';
import { createApiKey, deleteApiKey } from '@balcao/shared/features/api-keys/calls.ts';
import { listApiCalls } from '@balcao/shared/features/messages-api/calls.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createTicket, givePlan } from '../../../test/fixtures.ts';
import { allTools } from './tools.ts';

/** An assistant that speaks the protocol by its own client, with a company's key: what it finds, does and may not do. */

let api: TestApi;
let url: string;
let company: CompanyFixture;
let admin: string;
let made = 0;
let connected: Client[] = [];

beforeAll(async () => {
  api = await startApi();
  url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  await api.company('Operator');
  company = await api.company('Padaria');
  await givePlan(api.admin, company.companyId);
  admin = await api.signIn(company.admin);
});
afterAll(() => api.stop());
beforeEach(() => api.admin`delete from token_rates`);
afterEach(async () => {
  await Promise.all(connected.map((client) => client.close()));
  connected = [];
});

const newKey = (scopes: KeyScopes) =>
  api.call(createApiKey, { body: { name: `Assistente ${++made}`, scopes }, token: admin });

async function connect(key: string): Promise<Client> {
  const client = new Client({ name: 'assistant', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  connected.push(client);
  return client;
}

async function use(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [said] = content as { text: string }[];
  const text = said?.text ?? '';
  return { isError, text, answer: isError || !text.startsWith('{') ? undefined : JSON.parse(text) };
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).sort();

it('is offered what its key opens, with the words and arguments of the interface', async () => {
  const reader = await connect((await newKey({ contacts: 'read' })).key);
  expect(reader.getServerVersion()?.name).toBe('balcao');
  expect(await namesOf(reader)).toEqual(['getContact', 'listContactTickets', 'listContacts']);
  const { tools } = await reader.listTools();
  expect(tools.find(({ name }) => name === 'getContact')).toMatchObject({
    inputSchema: { type: 'object', properties: { contactId: {} }, required: ['contactId'] },
    annotations: { readOnlyHint: true },
  });
  const writer = await connect((await newKey({ contacts: 'write', tickets: 'write' })).key);
  expect(await namesOf(writer)).toEqual(
    expect.arrayContaining(['createContact', 'addTicketNote', 'updateTicket']),
  );
  expect(await namesOf(writer)).not.toContain('sendMessage');
});

it('reads, writes a note and a tag, and sends only with a key that may', async () => {
  const ticket = await createTicket(api.admin, company, { status: 'open', userId: company.ana.id });
  const { key } = await newKey({ tickets: 'write', tags: 'write', messages: 'read' });
  const client = await connect(key);
  const list = await use(client, 'listTickets', { status: 'open', showAll: 'true' });
  expect(list.answer.tickets.map(({ id }: { id: number }) => id)).toContain(ticket.id);
  const note = { ticketId: ticket.id, body: 'Cliente pede troca', idempotencyKey: 'nota-1' };
  const first = await use(client, 'addTicketNote', note);
  expect(first).toMatchObject({ isError: false, answer: { body: 'Cliente pede troca' } });
  expect((await use(client, 'addTicketNote', note)).answer.id).toBe(first.answer.id);
  const notes = api.admin`select said_by, user_id from messages where ticket_id = ${ticket.id} and media_type = 'note'`;
  expect(await notes).toEqual([{ said_by: 'api', user_id: null }]);
  const refused = await use(client, 'sendMessage', { ticketId: ticket.id, body: 'Oi' });
  expect(refused).toMatchObject({ isError: true, text: expect.stringMatching(/^ERR_API_KEY_SCOPE: /) });
  const sender = await connect((await newKey({ messages: 'write' })).key);
  const sent = await use(sender, 'sendMessage', { ticketId: ticket.id, body: 'Oi', idempotencyKey: 'oi-1' });
  expect(sent).toMatchObject({ isError: false, answer: { body: 'Oi', fromMe: true } });
  const calls = async () =>
    (await api.call(listApiCalls, { query: {}, token: admin })).calls.map((call) => call.path);
  await expect.poll(calls).toContain('/messages/:ticketId');
});

it('finds what the team knows, and writes a draft', async () => {
  const writer = await connect((await newKey({ knowledge: 'write' })).key);
  const fields = { language: 'pt', title: 'Quando o dinheiro volta', body: 'No mesmo dia.' };
  const { answer: draft } = await use(writer, 'createArticle', { ...fields, idempotencyKey: 'artigo-1' });
  expect(draft).toMatchObject({ published: false, body: 'No mesmo dia.' });
  const reader = await connect((await newKey({ knowledge: 'read' })).key);
  const found = await use(reader, 'listArticles', { searchParam: 'meu dinheiro' });
  expect(found.answer.articles).toMatchObject([{ id: draft.id, title: fields.title }]);
  const read = await use(reader, 'getArticle', { articleId: draft.id });
  expect(read.answer).toMatchObject({ body: 'No mesmo dia.' });
});

it('is told in words what is wrong, and nothing is half done', async () => {
  const { key, id } = await newKey({ tickets: 'write', contacts: 'write' });
  const client = await connect(key);
  const other = await api.company('Outra');
  const foreign = await createTicket(api.admin, other);
  const missing = await use(client, 'getTicket', { ticketId: 987_654_321 });
  expect(missing).toMatchObject({ isError: true, text: expect.stringMatching(/^ERR_NO_TICKET_FOUND: /) });
  expect(await use(client, 'getTicket', { ticketId: foreign.id })).toEqual(missing);
  for (const args of [{}, { ticketId: ['1', '2'] }, { ticketId: '../users', body: 'x' }, { strange: 1 }])
    expect(await use(client, 'addTicketNote', args)).toMatchObject({ isError: true });
  expect(await use(client, 'dropTables')).toMatchObject({ isError: true });
  const left = await api.call(listAudit, { query: { entity: 'apiKey' }, token: admin });
  expect(left.entries.length).toBeGreaterThan(0);
  await api.call(deleteApiKey, { params: { apiKeyId: id }, token: admin });
  await expect(client.listTools()).rejects.toThrow();
  await expect(connect('balcao_key_made-up')).rejects.toThrow();
  await expect(connect('of no kind')).rejects.toThrow();
});

it('answers each message by itself, and has no stream', async () => {
  expect((await fetch(`${url}/mcp`)).status).toBe(405);
  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  expect((await post('{"jsonrpc":"2.0","id":1,"method":"tools/list"}')).status).toBe(401);
  // A person's own token opens no tool, although the call behind it would take it.
  const byPerson = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"listContacts"}}';
  expect((await post(byPerson, { authorization: `Bearer ${admin}` })).status).toBe(401);
  const { key } = await newKey({ contacts: 'read' });
  const authorization = `Bearer ${key}`;
  const accept = 'application/json, text/event-stream';
  const asked = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'listContacts', arguments: {} },
  };
  const answered = await post(JSON.stringify(asked), { authorization, accept });
  expect(await answered.text()).toContain('hasMore');
  for (const body of ['[]', 'null', '{"jsonrpc":"1.0"}', 'no json'])
    expect((await post(body, { authorization })).status).toBeGreaterThanOrEqual(400);
});

it('has tools that say what they are, none of which takes a file or a person away', () => {
  const tools = allTools();
  expect(tools.length).toBeGreaterThan(20);
  for (const { offered, contract } of tools) {
    expect(offered.description?.length, offered.name).toBeGreaterThan(30);
    expect([contract.rawBody, contract.form, contract.method === 'DELETE'], offered.name).toEqual([
      undefined,
      undefined,
      false,
    ]);
  }
});
