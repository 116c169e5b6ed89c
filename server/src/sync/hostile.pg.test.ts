import type { Socket } from 'node:net';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { MUTATION_NAMES, type MutationArgs, type MutationName } from '@balcao/shared/sync/commands.ts';
import { CLOSE, LIMITS, SYNC_PATH } from '@balcao/shared/sync/frames.ts';
import { PROTOCOL } from '@balcao/shared/sync/protocol.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Session, startApi } from '../../test/api.ts';
import { type CompanyFixture, givePlan } from '../../test/fixtures.ts';
import { DEEP, SEED } from '../../test/sample.ts';
import type { TestConsole } from './testing/console.ts';
import { addChat, addMessage, addTicket, type TicketFixture } from './testing/data.ts';
import { openSyncApi, type SyncApi } from './testing/sync-api.ts';

type Chat = Awaited<ReturnType<typeof addChat>>;

let server: SyncApi;
let company: CompanyFixture;
let other: CompanyFixture;
let ana: Session;
let own: TicketFixture;
/** Belongs to the other company, with everything that has an id. */
let foreign: TicketFixture & { uuid: string; messageId: string; mediaId: string; tagId: number };
/** A chat of Ana's, and one of the other company. */
let chats: { own: Chat; foreign: Chat };
/** Another company's console: whatever happens beside it must not concern it. */
let witness: TestConsole;

beforeAll(async () => {
  server = await openSyncApi(await startApi());
  company = await server.company('Padaria');
  other = await server.company('Concorrente');
  await givePlan(server.admin, company.companyId);
  ana = await server.openSession(company.ana);
  own = await addTicket(server.db, company, {
    queueId: company.queues.support,
    name: 'Maria',
    status: 'open',
    userId: company.ana.id,
    messages: ['oi'],
  });
  const theirs = await addTicket(server.db, other, {
    queueId: other.queues.support,
    name: 'CANARY',
    status: 'open',
    userId: other.ana.id,
    messages: ['CANARY'],
  });
  const messageId = await addMessage(server.db, other, theirs, 'CANARY again');
  const [row] = await server.admin`select uuid from tickets where id = ${theirs.id}`;
  const [media] = await server.admin`
    insert into media (company_id, id, mime, size, state, path)
    values (${other.companyId}, gen_random_uuid(), 'image/png', 3, 'stored', 'x') returning id`;
  const [tag] = await server.admin`
    insert into tags (company_id, name, color) values (${other.companyId}, 'CANARY', '#112233') returning id`;
  const ids = { uuid: String(row?.uuid), messageId, mediaId: String(media?.id), tagId: Number(tag?.id) };
  foreign = { ...theirs, ...ids };
  chats = {
    own: await addChat(server.db, company, [company.ana.id]),
    foreign: await addChat(server.db, other, [other.ana.id], 'CANARY'),
  };
  witness = server.console(await server.openSession(other.ana));
  await witness.live();
});
afterAll(() => server.stop());

const hello = (fields: Record<string, unknown> = {}) =>
  JSON.stringify({
    type: 'hello',
    protocol: PROTOCOL,
    clientId: crypto.randomUUID(),
    schema: 1,
    appVersion: 'test',
    cursor: null,
    viewVersion: null,
    token: ana.token,
    ...fields,
  });

const range = (length: number) => Array.from({ length }, (_, index) => index + 1);

/** How long the other company's console waits for what has just been committed, in ms. */
async function arrivalTime(): Promise<number> {
  const news = witness.next('batch', (batch) => batch.puts.some(({ entity }) => entity === 'message'));
  await addMessage(server.db, other, foreign, 'CANARY');
  const at = performance.now();
  await news;
  return performance.now() - at;
}

const STILL_THERE = -42;
/** Without a word. */
const CUT = 1006;

type Word = string | Uint8Array;
interface Outcome {
  /** Codes of the errors and farewells that were heard. */
  heard: string[];
  /** How the line was closed; null when it was not, and goes on answering. */
  code: number | null;
}

/** Says all this, then asks whether anybody is still there. */
function say(words: Word[]): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const ws = new WebSocket(`${server.url}${SYNC_PATH}`);
  const heard: string[] = [];
  let answered = false;
  ws.on('message', (data) => {
    const text = String(data);
    expect(text).not.toContain('CANARY');
    const frame = JSON.parse(text) as { type: string; code?: string; t?: number };
    if (frame.type === 'error' || frame.type === 'bye') heard.push(`${frame.code}`);
    if (frame.type !== 'pong' || frame.t !== STILL_THERE) return;
    answered = true;
    ws.close();
  });
  ws.on('error', () => {});
  ws.on('open', () => {
    // In one packet, as far as it goes: then it is there before the first word is answered.
    const { _socket: line } = ws as unknown as { _socket: Socket };
    line.cork();
    for (const word of words) ws.send(word, { binary: typeof word !== 'string' });
    process.nextTick(() => line.uncork());
    ws.send(`{"type":"ping","t":${STILL_THERE}}`);
  });
  ws.on('close', (code) => resolve({ heard, code: answered ? null : code }));
  return promise;
}

describe('I4: ids of another company are ids of nothing', () => {
  const inBoth = <T extends object>(args: T) =>
    [foreign.id, own.id].map((ticketId) => ({ ...args, id: foreign.messageId, ticketId }));
  const inBothChats = <T extends object>(args: T) =>
    [chats.foreign, chats.own].map(({ chatId }) => ({ ...args, id: chats.foreign.id, chatId }));
  const plan = () => ({
    id: crypto.randomUUID(),
    contactId: own.contactId,
    body: 'scheduled',
    sendAt: '2040-01-01T12:00:00Z',
    mediaId: null,
  });
  const commands: { [N in MutationName]: () => MutationArgs<N>[] } = {
    'ticket.accept': () => [{ ticketId: foreign.id }],
    'ticket.close': () => [{ ticketId: foreign.id }],
    'ticket.reopen': () => [{ ticketId: foreign.id }],
    'ticket.markRead': () => [{ ticketId: foreign.id }],
    'ticket.markUnread': () => [{ ticketId: foreign.id }],
    'ticket.snooze': () => [{ ticketId: foreign.id, until: '2040-01-01T12:00:00Z' }],
    'ticket.silenceBot': () => [{ ticketId: foreign.id }],
    'ticket.startBot': () => [{ ticketId: foreign.id, queueId: null }],
    'ticket.pin': () => [true, false].map((pinned) => ({ ticketId: foreign.id, pinned })),
    'ticket.setTags': () => [
      { ticketId: foreign.id, tagIds: [] },
      { ticketId: own.id, tagIds: [foreign.tagId] },
    ],
    'ticket.moveToLane': () => [
      { ticketId: foreign.id, tagId: null },
      { ticketId: own.id, tagId: foreign.tagId },
    ],
    'ticket.return': () => [{ ticketId: foreign.id }],
    'ticket.transfer': () => [
      { ticketId: foreign.id, userId: company.ana.id, queueId: null },
      { ticketId: own.id, userId: other.ana.id, queueId: null },
      { ticketId: own.id, userId: null, queueId: other.queues.support },
    ],
    'mention.read': () => [{ ids: [foreign.messageId] }],
    'chat.send': () => {
      const { chatId } = chats.own;
      const args = {
        id: crypto.randomUUID(),
        chatId,
        body: 'x',
        mediaId: null,
        card: null,
        mentionedIds: [],
      };
      const card = { ticketId: foreign.id, ticketUuid: foreign.uuid, message: null };
      return [
        { ...args, chatId: chats.foreign.chatId },
        { ...args, mediaId: foreign.mediaId },
        { ...args, card },
      ];
    },
    'chat.edit': () => inBothChats({ body: 'x' }),
    'chat.delete': () => inBothChats({}),
    'chat.react': () => inBothChats({ emoji: '👍' }),
    'chat.read': () => [{ chatId: chats.foreign.chatId, number: 1 }],
    'note.add': () => [{ id: crypto.randomUUID(), ticketId: foreign.id, body: 'x' }],
    'schedule.create': () => [
      { ...plan(), contactId: foreign.contactId },
      { ...plan(), mediaId: foreign.mediaId },
    ],
    'schedule.update': () => [plan()],
    'schedule.cancel': () => [{ id: foreign.messageId }],
    'message.send': () => {
      const args = { id: crypto.randomUUID(), body: 'x', ticketId: own.id, mediaId: null, quotedMsgId: null };
      return [
        { ...args, ticketId: foreign.id },
        { ...args, mediaId: foreign.mediaId },
        { ...args, quotedMsgId: foreign.messageId },
      ];
    },
    'message.retry': () => [
      { id: foreign.messageId, ticketId: foreign.id },
      { id: foreign.messageId, ticketId: own.id },
    ],
    'contact.update': () => [{ contactId: foreign.contactId, change: { name: 'Mine' } }],
    'contact.link': () => {
      const personId = crypto.randomUUID();
      return [
        { contactId: own.contactId, otherId: foreign.contactId, personId },
        { contactId: foreign.contactId, otherId: own.contactId, personId },
      ];
    },
    'contact.unlink': () => [{ contactId: foreign.contactId }],
    'message.forward': () => [
      { id: crypto.randomUUID(), ticketId: own.id, ofId: foreign.messageId },
      { id: crypto.randomUUID(), ticketId: foreign.id, ofId: foreign.messageId },
    ],
    'message.forwardTo': () => [
      { id: crypto.randomUUID(), contactId: own.contactId, ofId: foreign.messageId },
      { id: crypto.randomUUID(), contactId: foreign.contactId, ofId: foreign.messageId },
    ],
    'message.delete': () => inBoth({}),
    'message.edit': () => inBoth({ body: 'x' }),
    'message.react': () => inBoth({ emoji: '👍' }),
  };
  const everythingOf = ({ companyId }: CompanyFixture) => server.admin`
    select (select jsonb_agg(to_jsonb(t) order by id) from tickets t where company_id = ${companyId}) as tickets,
      (select jsonb_agg(to_jsonb(m) order by id) from messages m where company_id = ${companyId}) as messages,
      (select jsonb_agg(to_jsonb(n) order by id) from mentions n where company_id = ${companyId}) as mentions,
      (select jsonb_agg(to_jsonb(h) order by id) from chat_messages h where company_id = ${companyId}) as chat_messages,
      (select jsonb_agg(to_jsonb(b)) from chat_members b where company_id = ${companyId}) as chat_members`;
  const NOT_FOUND = /^ERR_NO_\w+_FOUND$/;

  test.each(MUTATION_NAMES)('%s', async (name) => {
    const before = await everythingOf(other);
    const desk = server.console(ana);
    await desk.live();
    for (const args of commands[name]()) {
      const seq = desk.push(name, args as never);
      const { mutations } = await desk.next('batch', (batch) => batch.mutations.acked >= seq);
      const [result] = mutations.results;
      // What somebody has seen may be gone: that is nobody's fault.
      if (name === 'mention.read') expect(result).toEqual({ seq, status: 'applied' });
      else expect(result).toMatchObject({ seq, status: 'rejected', code: expect.stringMatching(NOT_FOUND) });
    }
    expect(await everythingOf(other)).toEqual(before);
    desk.cut();
    await desk.closed;
  });

  test('what it is interested in, and what it asks for', async () => {
    const desk = server.console(ana);
    await desk.live();
    const contacts = [foreign.contactId, own.contactId];
    desk.send({ type: 'interest', tickets: [foreign.id, own.id], contacts });
    const ask = async (reqId: number, request: Record<string, unknown>) => {
      desk.send({ type: 'fetch', reqId, ...request });
      const { code, sets } = await desk.next('page', (frame) => frame.reqId === reqId, 0);
      return { code, sets };
    };
    const nothing = { code: 'ERR_NO_TICKET_FOUND', sets: [] };
    expect(await ask(1, { what: 'ticket', uuid: foreign.uuid })).toEqual(nothing);
    const messages = { what: 'messages', before: null, limit: 100 };
    expect(await ask(2, { ...messages, ticketId: foreign.id })).toEqual(nothing);
    const before = { createdAt: new Date().toISOString(), id: foreign.messageId };
    expect(await ask(3, { ...messages, ticketId: foreign.id, before })).toEqual(nothing);
    const chat = { what: 'chatMessages', chatId: chats.foreign.chatId, before: null, limit: 100 };
    expect(await ask(4, chat)).toEqual({ code: 'ERR_NO_CHAT_FOUND', sets: [] });
    await addMessage(server.db, other, foreign, 'CANARY once more');
    await desk.settle();
    expect(desk.texts.filter((text) => text.includes('CANARY'))).toEqual([]);
    desk.cut();
    await desk.closed;
  });
});

describe('too many', () => {
  const refused = { heard: ['ERR_PROTOCOL'], code: CLOSE.protocolError };
  const fetches = (count: number) =>
    range(count).map((reqId) =>
      JSON.stringify({ type: 'fetch', reqId, what: 'closedTickets', before: null, limit: 100 }),
    );

  test('questions at once: those that cannot wait are answered with a code', async () => {
    const desk = server.console(ana);
    await desk.live();
    for (const text of fetches(30)) desk.ws.send(text);
    const pages = await Promise.all(
      range(30).map((reqId) => desk.next('page', (frame) => frame.reqId === reqId, 0)),
    );
    expect(new Set(pages.map(({ code }) => code))).toEqual(new Set([undefined, 'ERR_TOO_MANY_REQUESTS']));
    await desk.settle();
    desk.cut();
    await desk.closed;
  });

  test('words before the greeting is answered', async () => {
    expect(await say([hello(), ...fetches(40)])).toEqual(refused);
  });

  test('commands at once', async () => {
    const desk = server.console(ana);
    await desk.live();
    // The first waits for a lock, the others for the first.
    await server.db.withCompany(company.companyId, async (tx) => {
      await tx`select from tickets where id = ${own.id} for update`;
      for (let batch = 0; batch < 5; batch++)
        desk.pushMutations(
          range(LIMITS.mutationsInFlight).map(() => {
            desk.store.pushed += 1;
            return desk.mutation(desk.store.pushed, 'ticket.markRead', { ticketId: own.id });
          }),
        );
      expect(await desk.closed).toEqual({ code: CLOSE.protocolError });
    });
    expect(desk.frames.findLast(({ type }) => type === 'error')).toMatchObject({ code: 'ERR_PROTOCOL' });
  });

  test('signs of life', async () => {
    const desk = server.console(ana);
    await desk.live();
    for (let n = 0; n < 1_000; n++) desk.ws.ping();
    expect(await desk.closed).toEqual({ code: CUT });
  });

  test('letters', async () => {
    const desk = server.console(ana);
    await desk.live();
    const long = JSON.stringify({ type: 'ping', t: 1, more: 'x'.repeat(LIMITS.maxFrame / 2) });
    for (let n = 0; n < 40; n++) desk.ws.send(long);
    expect(await desk.closed).toEqual({ code: 1008 });
    expect(desk.frames.at(-1)).toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
  });
});

test('nobody else waits for those who shout', async () => {
  const quiet = await times(5);
  const keys = JSON.stringify(Object.fromEntries(range(70_000).map((n) => [`key${n}`, 1])));
  const words: Word[][] = [
    ['['.repeat(LIMITS.maxFrame)],
    [hello(), `{"type":"ping","t":1,"more":${keys}}`],
    [hello(), '['.repeat(LIMITS.maxFrame)],
  ];
  let over = false;
  const shouting = Promise.all(
    words.map(async (all) => {
      while (!over) await say(all);
    }),
  );
  const loud = await times(10);
  over = true;
  await shouting;
  // Theirs is a share of the processor like anybody's: no queue in which the others wait.
  expect(median(loud)).toBeLessThan(10 * median(quiet) + 250);
  expect(server.errors()).toEqual([]);
});

async function times(count: number): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n++) all.push(await arrivalTime());
  return all;
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Values at the edge of their types, and beyond. */
function frames() {
  const number = fc.constantFrom(0, 1, -1, 1.5, 2 ** 31, -(2 ** 31), Number.MAX_SAFE_INTEGER, 2 ** 63, 1e308);
  const id = fc.constantFrom(
    own.id,
    foreign.id,
    1,
    0,
    -1,
    1.5,
    2 ** 31,
    Number.MAX_SAFE_INTEGER,
    2 ** 63,
    '1',
  );
  const uuid = fc.oneof(
    fc.uuid(),
    fc.constantFrom(
      foreign.uuid,
      foreign.messageId,
      foreign.mediaId,
      '',
      `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`,
    ),
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      '\0',
      'a\0b',
      '\ud800',
      '\u202e',
      'x'.repeat(MESSAGE_MAX_CHARS),
      "'; drop table users; --",
      '__proto__',
    ),
  );
  const instant = fc.oneof(
    fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    fc.constantFrom(
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999999Z',
      '2026-02-28T23:59:59+23:59',
      '2026-01-01T00:00:00-00:00',
      'now',
      '',
    ),
  );
  const nullable = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
  const of = (type: string, fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ type: fc.constant(type), ...fields }, { requiredKeys: ['type'] });
  const whole = (type: string, fields: Record<string, fc.Arbitrary<unknown>>) =>
    fc.record({ type: fc.constant(type), ...fields });
  const args = fc.record({
    ticketId: id,
    id: uuid,
    body: text,
    mediaId: nullable(uuid),
    quotedMsgId: nullable(uuid),
  });
  const mutation = fc.record({
    seq: fc.oneof(fc.constantFrom(1, 1, 2), number),
    name: fc.oneof(fc.constantFrom(...MUTATION_NAMES), text),
    args,
    at: instant,
  });
  const position = fc.record({ createdAt: instant, id: uuid });
  const row = fc.record({ lastMessageAt: instant, id });
  const what = {
    reqId: number,
    what: fc.constantFrom('messages', 'closedTickets', 'ticket', 'users'),
    ticketId: id,
    uuid,
  };
  const bodies = (frame: typeof of) =>
    fc.oneof(
      frame('interest', {
        tickets: fc.array(id, { maxLength: 25 }),
        contacts: fc.array(id, { maxLength: 25 }),
      }),
      frame('ack', { seq: number }),
      { weight: 4, arbitrary: frame('push', { mutations: fc.array(mutation, { maxLength: 20 }) }) },
      {
        weight: 4,
        arbitrary: frame('fetch', {
          ...what,
          before: nullable(fc.oneof(position, row)),
          limit: fc.constantFrom(1, 100, 101, 0),
        }),
      },
      frame('auth', { token: fc.oneof(text, fc.constant(ana.token)) }),
      frame('ping', { t: number }),
    );
  const frame = fc.oneof(
    { weight: 6, arbitrary: bodies(whole) },
    bodies(of),
    fc.object({ key: fc.constantFrom('type', 'seq', '__proto__', 'toString') }),
  );
  const greeting = {
    protocol: fc.constantFrom(1, 1, 1, 0, 2, 2 ** 40),
    schema: fc.oneof(fc.constant(1), number),
    appVersion: fc.oneof(fc.constant('test'), text),
    cursor: nullable(fc.record({ epoch: uuid, seq: number })),
    viewVersion: nullable(number),
  };
  const words = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: frame.map((value): Word => JSON.stringify(value)) },
      fc.oneof(text, fc.json(), fc.uint8Array({ maxLength: 40 })),
    ),
    { maxLength: 6 },
  );
  const greetings = fc.oneof(fc.constant({}), fc.record(greeting, { requiredKeys: [] }));
  return fc.tuple(greetings.map(hello), words);
}

test(`whatever is said is answered, or ends that line alone (SEED=${SEED})`, async () => {
  const ends: (number | null)[] = [null, CLOSE.protocolError, CLOSE.protocolTooOld, CLOSE.tokenInvalid];
  await fc.assert(
    fc.asyncProperty(frames(), async ([greeting, words]) => {
      const { heard, code } = await say([greeting, ...words]);
      expect(ends).toContain(code);
      // A token is looked at beside the frames: what is said of it may come after the answer to the last one.
      if (code !== null) expect(heard.length).toBe(1);
      expect(heard).not.toContain('ERR_UNAVAILABLE');
      expect(witness.ws.readyState).toBe(WebSocket.OPEN);
      expect(server.errors()).toEqual([]);
    }),
    { seed: SEED, numRuns: DEEP ? 500 : 60, endOnFailure: process.env.SHRINK !== '1' },
  );
  await arrivalTime();
  const [left] = await server.admin`select count(*)::int from tickets where company_id = ${other.companyId}`;
  expect(left).toEqual({ count: 1 });
}, 120_000);
