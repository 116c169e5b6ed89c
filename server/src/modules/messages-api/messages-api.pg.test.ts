import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { getApiMessage, sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { expect, it } from 'vitest';
import type { ErrorBody } from '../../../test/api.ts';
import { createTicket, insertedId } from '../../../test/fixtures.ts';
import { holdLease } from '../../../test/hold-lease.ts';
import { PICTURE } from '../../../test/picture.ts';
import {
  NUMBER_QUESTION,
  type NumberAnswer,
  type NumberQuestion,
} from '../../platform/realtime/number-questions.ts';
import { api, codeOf, company, newNumber, prepare, restRate, send, sent, token } from './testing/programs.ts';

prepare();

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
  await holdLease(api.admin, { companyId, connectionId });
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
