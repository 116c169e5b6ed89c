import { MUTATION_NAMES, type MutationArgs, type MutationName } from '@balcao/shared/sync/commands.ts';
import { CLOSE, LIMITS } from '@balcao/shared/sync/frames.ts';
import { describe, expect, test } from 'vitest';
import type { CompanyFixture } from '../../test/fixtures.ts';
import { addMessage } from './testing/data.ts';
import {
  ana,
  arrivalTime,
  chats,
  company,
  foreign,
  hello,
  other,
  own,
  prepare,
  say,
  server,
  type Word,
} from './testing/hostile.ts';

prepare();

const range = (length: number) => Array.from({ length }, (_, index) => index + 1);

/** The close code of a line that is cut without a word. */
const CUT = 1006;

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
    'macro.run': () =>
      [foreign.id, own.id].map((ticketId) => ({
        id: crypto.randomUUID(),
        ticketId,
        macroId: foreign.macroId,
        version: 1,
        lines: [],
      })),
    'audit.opened': () => [{ ticketId: foreign.id }],
    // It names nothing of a company.
    'audit.sought': () => [],
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
