import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { updateConnection } from '@balcao/shared/features/connections/calls.ts';
import { getApiMessage, listApiCalls, sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { API_RATE } from '@balcao/shared/features/messages-api/rules.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ErrorBody, startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createTicket, givePlan, insertedId } from '../../../test/fixtures.ts';
import { PICTURE } from '../../../test/picture.ts';
import { companyKey } from '../../../test/program-token.ts';
import {
  NUMBER_QUESTION,
  type NumberAnswer,
  type NumberQuestion,
} from '../../platform/realtime/number-questions.ts';

/** What a program with a connection's token may do, and what it is told when it may not. */

let api: TestApi;
let company: CompanyFixture;
let adminToken: string;
let token: string;
let people = 0;

const newNumber = () => `5511970${String(100_000 + ++people)}`;

beforeAll(async () => {
  api = await startApi();
  await api.company('Operator');
  company = await withPlan('Padaria');
  adminToken = await api.signIn(company.admin);
  token = await newToken(company, adminToken);
});
afterAll(() => api.stop());

async function withPlan(name: string): Promise<CompanyFixture> {
  const made = await api.company(name);
  await givePlan(api.admin, made.companyId);
  return made;
}

/** As the dialog of connections makes one. */
async function newToken({ connectionId }: CompanyFixture, by: string): Promise<string> {
  const made = crypto.randomUUID() + crypto.randomUUID();
  await api.call(updateConnection, {
    params: { whatsappId: connectionId },
    body: { name: 'Loja', token: made },
    token: by,
  });
  return made;
}

/** The burst is for programs, not for tests. */
const restRate = () => api.admin`delete from token_rates`;

const send = (body: Record<string, unknown>, options: { key?: string; bearer?: string } = {}) =>
  api.send(sendApiMessage, {
    body,
    token: options.bearer ?? token,
    ...(options.key ? { headers: { 'idempotency-key': options.key } } : {}),
  });

async function sent(body: Record<string, unknown>, options?: { key?: string; bearer?: string }) {
  const response = await send(body, options);
  expect(response.statusCode, response.body).toBe(202);
  return sendApiMessage.response.parse(response.json());
}

function sendForm(
  fields: Record<string, string>,
  files: [name: string, bytes: Uint8Array<ArrayBuffer>][],
  key?: string,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of files) form.append('medias', new Blob([bytes]), name);
  return sendRaw(form, key);
}

async function sendRaw(form: FormData, key?: string) {
  const request = new Request('http://x/', { method: 'POST', body: form });
  return api.app.inject({
    method: 'POST',
    url: sendApiMessage.path,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': request.headers.get('content-type') ?? '',
      ...(key ? { 'idempotency-key': key } : {}),
    },
  });
}

const messagesTo = (number: string) => api.admin<
  { body: string; origin: string; mediaType: string; state: string }[]
>`
  select m.body, m.origin, m.media_type as "mediaType", m.state from messages m
  join contacts c on c.company_id = m.company_id and c.id = m.contact_id
  where c.company_id = ${company.companyId} and c.number = ${number} and m.state <> 'local' order by m.created_at`;

const stateOf = async (id: string) => api.call(getApiMessage, { params: { messageId: id }, token });

const codeOf = (response: { json(): ErrorBody }) => response.json().error;

it('stores a message to a number with its contact and its conversation, and tells what becomes of it', async () => {
  const number = newNumber();
  const first = await sent({
    number: `+${number.slice(0, 2)} (${number.slice(2, 4)}) ${number.slice(4)}`,
    body: 'Oi',
    name: 'Maria',
  });
  expect(first).toEqual({
    id: expect.any(String),
    ids: [first.id],
    channel: 'whatsapp',
    state: 'queued',
    ticket: { id: expect.any(Number), uuid: expect.any(String), status: 'pending' },
  });
  const second = await sent({ number, body: 'Chegou', quotedMsgId: first.id });
  expect(second.ticket).toEqual(first.ticket);
  expect(await messagesTo(number)).toEqual([
    { body: 'Oi', origin: 'api', mediaType: 'chat', state: 'queued' },
    { body: 'Chegou', origin: 'api', mediaType: 'chat', state: 'queued' },
  ]);
  expect(await stateOf(first.id)).toMatchObject({ state: 'queued', errorCode: null, ticket: first.ticket });
  await api.admin`update messages set state = 'sent', ack = 3, sent_at = now(), delivered_at = now() where id = ${first.id}`;
  await api.admin`update messages set state = 'failed', ack = 0, error_code = 'ERR_SENDING_WAPP_MSG' where id = ${second.id}`;
  expect(await stateOf(first.id)).toMatchObject({ state: 'delivered', deliveredAt: expect.any(String) });
  expect(await stateOf(second.id)).toMatchObject({ state: 'failed', errorCode: 'ERR_SENDING_WAPP_MSG' });
  const [contact] = await api.admin`select name from contacts where number = ${number}`;
  expect(contact?.name).toBe('Maria');
});

it('leads the conversation where the program says, unless an agent has it', async () => {
  const { queues, ana, bruno } = company;
  const tag = await insertedId(api.admin`
    insert into tags (company_id, name, color) values (${company.companyId}, 'Entrega', '#ff0000') returning id`);
  const ticketOf = async (id: number) =>
    (
      await api.admin`select queue_id::int as queue, user_id::int as agent, status from tickets where id = ${id}`
    )[0];
  const number = newNumber();
  const begun = await sent({ number, body: 'Oi', queueId: queues.sales, tags: [tag] });
  expect(await ticketOf(begun.ticket?.id ?? 0)).toEqual({
    queue: queues.sales,
    agent: null,
    status: 'pending',
  });
  expect((await api.admin`select from ticket_tags where tag_id = ${tag}`).count).toBe(1);
  const moved = await sent({ number, body: 'Oi', queueId: queues.support, userId: ana.id });
  expect(moved.ticket).toEqual({ ...begun.ticket, status: 'open' });
  const left = await sent({ number, body: 'Oi', queueId: queues.sales, userId: bruno.id, closeTicket: true });
  expect(left.ticket).toEqual(moved.ticket);
  expect(await ticketOf(begun.ticket?.id ?? 0)).toEqual({
    queue: queues.support,
    agent: ana.id,
    status: 'open',
  });

  const told = newNumber();
  const notice = await sent({ number: told, body: 'Saiu para entrega', closeTicket: true });
  expect(notice.ticket?.status).toBe('closed');
  expect((await sent({ number: told, body: 'Entregue', closeTicket: true })).ticket).toEqual(notice.ticket);
  expect((await sent({ number: told, body: 'Precisa de algo?' })).ticket?.status).toBe('pending');
  expect((await sent({ number: told, body: 'Então até logo', closeTicket: true })).ticket?.status).toBe(
    'closed',
  );

  const waiting = await createTicket(api.admin, company, {});
  const theirs = newNumber();
  await api.admin`update contacts set number = ${theirs} where id = ${waiting.contactId}`;
  await api.admin`insert into contact_identities (company_id, kind, value, contact_id)
    values (${company.companyId}, 'phone', ${theirs}, ${waiting.contactId})`;
  // What the customer has written, nobody has read.
  expect((await sent({ number: theirs, body: 'Tchau', closeTicket: true })).ticket).toMatchObject({
    id: waiting.id,
    status: 'pending',
  });
  for (const [wish, code] of [
    [{ queueId: 987_654 }, 'ERR_NO_QUEUE_FOUND'],
    [{ userId: 987_654 }, 'ERR_NO_USER_FOUND'],
    [{ queueId: queues.sales, userId: ana.id }, 'ERR_USER_NOT_IN_QUEUE'],
    [{ tags: [987_654] }, 'ERR_NO_TAG_FOUND'],
    [{ quotedMsgId: begun.id }, 'ERR_NO_MESSAGE_FOUND'],
  ] as const) {
    const stranger = newNumber();
    expect([code, codeOf(await send({ number: stranger, body: 'Oi', ...wish }))]).toEqual([code, code]);
    expect((await api.admin`select from contacts where number = ${stranger}`).count).toBe(0);
  }
});

it('sends files as messages of their own, and keeps none of a call that is refused', async () => {
  await restRate();
  const stored = async () =>
    (await api.admin`select from media where company_id = ${company.companyId}`).count;
  const before = await stored();
  const number = newNumber();
  const key = crypto.randomUUID();
  const files: [string, Uint8Array<ArrayBuffer>][] = [
    ['foto.png', new Uint8Array(PICTURE)],
    ['nota.txt', new TextEncoder().encode('Obrigado')],
  ];
  const fields = { number, closeTicket: 'true', tags: '[]', body: '' };
  const first = await sendForm(fields, files, key);
  expect(first.statusCode, first.body).toBe(202);
  expect(first.json()).toMatchObject({
    ids: [expect.any(String), expect.any(String)],
    ticket: { status: 'closed' },
  });
  expect(await stored()).toBe(before + 2);
  expect((await messagesTo(number)).map(({ mediaType }) => mediaType)).toEqual(['image', 'application']);
  const again = await sendForm(fields, files, key);
  expect(again.body).toBe(first.body);
  expect(codeOf(await sendForm(fields, files.toReversed(), key))).toBe('ERR_IDEMPOTENCY_KEY_REUSED');

  const big = new Uint8Array(65 * 1024 * 1024).fill(1);
  const wrongField = new FormData();
  wrongField.append('number', newNumber());
  wrongField.append('file', new Blob([PICTURE]), 'foto.png');
  const cases: [string, ErrorCode, () => PromiseLike<{ json(): ErrorBody }>][] = [
    ['65 MB', 'ERR_BODY_TOO_LARGE', () => sendForm({ number: newNumber() }, [['big.bin', big]])],
    [
      'a program',
      'ERR_UNSUPPORTED_MEDIA_TYPE',
      () => sendForm({ number: newNumber() }, [['a.exe', new TextEncoder().encode('MZ\u0090')]]),
    ],
    ['words and files', 'ERR_VALIDATION', () => sendForm({ number: newNumber(), body: 'Oi' }, files)],
    ['neither', 'ERR_VALIDATION', () => sendForm({ number: newNumber() }, [])],
    ['an unknown field', 'ERR_VALIDATION', () => sendForm({ number: newNumber(), caption: 'Oi' }, files)],
    ['files in another field', 'ERR_VALIDATION', () => sendRaw(wrongField)],
    [
      'too many files',
      'ERR_VALIDATION',
      () =>
        sendForm(
          { number: newNumber() },
          Array.from({ length: 11 }, () => files[1]!),
        ),
    ],
    ['no number', 'ERR_VALIDATION', () => sendForm({}, files)],
    ['a number that is none', 'ERR_WAPP_INVALID_CONTACT', () => sendForm({ number: 'Maria' }, files)],
    [
      'a queue that is not there',
      'ERR_NO_QUEUE_FOUND',
      () => sendForm({ number: newNumber(), queueId: '987654' }, files),
    ],
  ];
  for (const [what, code, call] of cases) expect([what, codeOf(await call())]).toEqual([what, code]);
  expect(await stored()).toBe(before + 2);
  await api.run('removed files');
  expect(await readdir(join(api.config.dataDir, 'media', 'incoming'))).toEqual([]);
});

it('refuses what it cannot send, each with its code', async () => {
  await restRate();
  const number = newNumber();
  const cases: [Record<string, unknown>, ErrorCode, string?][] = [
    [{ number }, 'ERR_VALIDATION', 'body.body'],
    [{ number, body: ' ' }, 'ERR_VALIDATION', 'body.body'],
    [{ body: 'Oi' }, 'ERR_VALIDATION', 'body.number'],
    [{ number, body: 'Oi', medias: [] }, 'ERR_VALIDATION', 'body.medias'],
    [{ number, body: 'Oi', companyId: 1 }, 'ERR_VALIDATION', 'body.companyId'],
    [{ number, body: 'x'.repeat(70_000) }, 'ERR_VALIDATION', 'body.body'],
    [{ number: 'Maria', body: 'Oi' }, 'ERR_WAPP_INVALID_CONTACT'],
    [{ number: '123', body: 'Oi' }, 'ERR_WAPP_INVALID_CONTACT'],
    [{ number: '9'.repeat(30), body: 'Oi' }, 'ERR_WAPP_INVALID_CONTACT'],
    [
      { number, body: 'Oi', sendAt: '2040-01-01T12:00:00Z', closeTicket: true },
      'ERR_VALIDATION',
      'body.closeTicket',
    ],
    [{ number, body: 'Oi', sendAt: 'amanhã' }, 'ERR_VALIDATION', 'body.sendAt'],
  ];
  for (const [body, code, location] of cases) {
    const answer: ErrorBody = (await send(body)).json();
    expect([body, answer.error]).toEqual([body, code]);
    if (location) expect(answer.details?.map((one) => one.location)).toContain(location);
  }
  const large = await api.app.inject({
    method: 'POST',
    url: sendApiMessage.path,
    payload: JSON.stringify({ number, body: 'x'.repeat(2_000_000) }),
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  });
  expect(codeOf(large)).toBe('ERR_BODY_TOO_LARGE');
  const key = crypto.randomUUID();
  const one = await sent({ number, body: 'Oi' }, { key });
  expect(await sent({ number, body: 'Oi' }, { key })).toEqual(one);
  expect(codeOf(await send({ number, body: 'Tchau' }, { key }))).toBe('ERR_IDEMPOTENCY_KEY_REUSED');
  expect((await messagesTo(number)).length).toBe(1);
});

it('asks the messenger once about a number, on the connection of the token', async () => {
  await restRate();
  const { companyId, connectionId } = company;
  const asked: NumberQuestion[] = [];
  const answers: NumberAnswer[] = [];
  const stop = api.bus.answer(NUMBER_QUESTION, async (question) => {
    asked.push(question as NumberQuestion);
    return answers.shift();
  });
  await api.admin`update connections set status = 'connected' where id = ${connectionId}`;
  await api.admin`insert into connection_leases (company_id, connection_id, owner, expires_at)
    values (${companyId}, ${connectionId}, 'test', now() + interval '1 hour')`;
  const [known, unknown, silent] = [newNumber(), newNumber(), newNumber()];
  answers.push({ kind: 'known', number: known, lid: '123' }, { kind: 'unknown' }, { kind: 'failed' });
  await sent({ number: known, body: 'Oi' });
  await sent({ number: known, body: 'De novo' });
  for (const _ of [1, 2])
    expect(codeOf(await send({ number: unknown, body: 'Oi' }))).toBe('ERR_WAPP_INVALID_CONTACT');
  expect(codeOf(await send({ number: silent, body: 'Oi' }))).toBe('ERR_WAPP_CHECK_CONTACT');
  expect(asked.map((question) => [question.connectionId, question.spellings[0]])).toEqual(
    [known, unknown, silent].map((number) => [connectionId, number]),
  );
  stop();
  await api.admin`delete from connection_leases where connection_id = ${connectionId}`;
  await api.admin`update connections set status = 'DISCONNECTED' where id = ${connectionId}`;
});

it('keeps a scheduled message until its time, and sends it through its own connection', async () => {
  await restRate();
  const number = newNumber();
  const later = await sent({ number, body: 'Lembrete {{name}}', sendAt: '2040-01-01T12:00:00Z' });
  expect(later).toMatchObject({ state: 'scheduled', ticket: null });
  expect(await stateOf(later.id)).toMatchObject({ state: 'scheduled', sendAt: '2040-01-01T12:00:00.000Z' });
  await api.admin`update connections set status = 'connected' where id = ${company.connectionId}`;
  await api.run('scheduled messages', new Date('2040-01-01T12:00:01Z'));
  await api.admin`update connections set status = 'DISCONNECTED' where id = ${company.connectionId}`;
  expect(await messagesTo(number)).toEqual([
    { body: 'Lembrete {{name}}', origin: 'api', mediaType: 'chat', state: 'queued' },
  ]);
  expect(await stateOf(later.id)).toMatchObject({ state: 'queued', ticket: { status: 'closed' } });
});

it('says the same of every token that opens nothing, and says why a company may not send', async () => {
  await restRate();
  const other = await withPlan('Farmácia');
  const theirs = await newToken(other, await api.signIn(other.admin));
  const mine = await sent({ number: newNumber(), body: 'Oi' });
  expect(codeOf(await api.send(getApiMessage, { params: { messageId: mine.id }, token: theirs }))).toBe(
    'ERR_NO_MESSAGE_FOUND',
  );

  const replaced = theirs;
  const current = await newToken(other, await api.signIn(other.admin));
  const body = { number: newNumber(), body: 'Oi' };
  const answers = await Promise.all(
    [replaced, 'x'.repeat(40), adminToken].map(async (bearer) =>
      (await send(body, { bearer })).json<ErrorBody>(),
    ),
  );
  answers.push((await api.send(sendApiMessage, { body })).json<ErrorBody>());
  expect(new Set(answers.map(({ error, message }) => `${error} ${message}`)).size).toBe(1);
  expect(answers[0]?.error).toBe('ERR_API_TOKEN');
  // Nor does such a token open what is a person's.
  expect(codeOf(await api.send(listApiCalls, { token: current }))).toBe('ERR_SESSION_EXPIRED');

  const as = async (change: Record<string, unknown>) => {
    await api.admin`update companies set ${api.admin(change)} where id = ${other.companyId}`;
    return send(body, { bearer: current });
  };
  const overdue = await as({ due_date: '2001-01-01' });
  expect([overdue.statusCode, overdue.json()]).toEqual([
    402,
    expect.objectContaining({ error: 'ERR_SUBSCRIPTION_EXPIRED', params: { date: '2001-01-01' } }),
  ]);
  expect(codeOf(await as({ due_date: null, status: false }))).toBe('ERR_COMPANY_BLOCKED');
  expect((await as({ status: true })).statusCode).toBe(202);
  await api.admin`update plans set use_external_api = false where id = (
    select plan_id from companies where id = ${other.companyId})`;
  expect(codeOf(await send(body, { bearer: current }))).toBe('ERR_PLAN_FEATURE_OFF');
});

it('lets a token call so often, over all processes, and says when it may again', async () => {
  await restRate();
  const beside = await startApi({ beside: api });
  const number = newNumber();
  await sent({ number, body: 'Oi' });
  const ask = (through: TestApi) =>
    through.send(getApiMessage, { params: { messageId: crypto.randomUUID() }, token });
  const answers = [];
  // No more at once than strangers from one network may have under way.
  while (answers.length < API_RATE.burst + 40)
    answers.push(
      ...(await Promise.all(Array.from({ length: 40 }, (_, at) => ask(at % 2 === 0 ? api : beside)))),
    );
  const counts = Object.groupBy(answers, ({ statusCode }) => String(statusCode));
  // One or two have come free again since.
  const allowed = counts['404']?.length ?? 0;
  expect(allowed).toBeGreaterThanOrEqual(API_RATE.burst - 1);
  expect(allowed).toBeLessThan(API_RATE.burst + 30);
  const refused = counts['429']?.[0];
  expect(refused?.headers).toMatchObject({
    'ratelimit-limit': String(API_RATE.burst),
    'ratelimit-remaining': '0',
    'ratelimit-reset': expect.stringMatching(/^\d+$/),
    'retry-after': '1',
  });
  await api.admin`update token_rates set full_at = full_at - interval '1 minute'`;
  const free = await ask(beside);
  expect([free.statusCode, Number(free.headers['ratelimit-remaining'])]).toEqual([404, expect.any(Number)]);
  await beside.stop();
});

it('shows people the last calls of their tokens, and no others', async () => {
  await restRate();
  const { whatsappId, ...page } = { whatsappId: String(company.connectionId) } as Record<string, string>;
  const calls = async (query: Record<string, string> = page) =>
    api.call(listApiCalls, { token: adminToken, query });
  await send({ number: 'Maria', body: 'Oi' });
  await expect
    .poll(async () => (await calls()).calls[0])
    .toMatchObject({
      whatsappId: company.connectionId,
      method: 'POST',
      path: '/api/messages/send',
      status: 422,
      errorCode: 'ERR_WAPP_INVALID_CONTACT',
      durationMs: expect.any(Number),
    });
  const first = await calls({ whatsappId: whatsappId ?? '' });
  expect(first.hasMore).toBe(true);
  const second = await calls({ whatsappId: whatsappId ?? '', after: first.next ?? '' });
  expect(second.calls[0]?.id).toBeLessThan(first.calls.at(-1)?.id ?? 0);
  expect(new Set(first.calls.map((call) => call.whatsappId))).toEqual(new Set([company.connectionId]));
  // The flood before has left no more than are kept.
  const [kept] = await api.admin<{ most: number }[]>`
    select max(calls)::int as most from (select count(*) as calls from token_calls group by company_id, token_id) x`;
  expect(kept?.most).toBeLessThanOrEqual(200);
  expect(
    await api.refused('ERR_NO_PERMISSION', listApiCalls, { token: await api.signIn(company.ana) }),
  ).toBeTruthy();
});

it('refuses numbers where people have none, and writes there to a contact that has written before', async () => {
  const { contactId } = await createTicket(api.admin, company, { name: 'Bia' });
  const place = { companyId: company.companyId, contactId };
  const telegramId = await insertedId(api.admin`
    insert into connections (company_id, name, kind, channel)
    values (${place.companyId}, 'Telegram', 'telegram', 'telegram') returning id`);
  const bearer = crypto.randomUUID() + crypto.randomUUID();
  await api.call(updateConnection, {
    params: { whatsappId: telegramId },
    body: { name: 'Telegram', token: bearer },
    token: adminToken,
  });
  const byNumber = await send({ number: newNumber(), body: 'Oi' }, { bearer });
  expect([byNumber.statusCode, codeOf(byNumber)]).toEqual([422, 'ERR_CHANNEL_NO_NUMBERS']);
  expect(codeOf(await send({ contactId, body: 'Oi' }, { bearer }))).toBe('ERR_CHANNEL_CANNOT');
  expect(codeOf(await send({ contactId: 987_654_321, body: 'Oi' }, { bearer }))).toBe('ERR_NO_CONTACT_FOUND');
  await api.admin`
    insert into tickets (company_id, contact_id, connection_id, status)
    values (${place.companyId}, ${contactId}, ${telegramId}, 'pending')`;
  expect(await sent({ contactId, body: 'Oi, Bia' }, { bearer })).toMatchObject({ state: 'queued' });
  for (const body of [
    { body: 'Oi' },
    { contactId, number: newNumber(), body: 'Oi' },
    { contactId, name: 'Bia', body: 'Oi' },
  ])
    expect(codeOf(await send(body))).toBe('ERR_VALIDATION');
});

it('says of a contact of another company what it says of none, whichever token asks', async () => {
  const other = await withPlan('Mercearia');
  const { contactId } = await createTicket(api.admin, other, { name: 'Caio' });
  const { connectionId: whatsappId } = company;
  for (const bearer of [token, await companyKey(api.admin, company, 'write')]) {
    const told = async (id: number) => {
      const response = await send({ contactId: id, whatsappId, body: 'Oi' }, { bearer });
      return [response.statusCode, codeOf(response)];
    };
    expect(await told(contactId)).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
    expect(await told(987_654_321)).toEqual([404, 'ERR_NO_CONTACT_FOUND']);
  }
  const said = await api.admin`
    select from messages where company_id = ${other.companyId} and contact_id = ${contactId} and said_by = 'api'`;
  expect(said.count).toBe(0);
});
