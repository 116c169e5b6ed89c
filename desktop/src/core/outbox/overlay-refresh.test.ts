import { expect, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { batch, contact, instant, message, ticket, uuid } from '../store/testing/rows.ts';
import { open, seeded, snapshot, tempDir } from '../store/testing/temp-store.ts';

const NOBODY = { interest: new Set<number>() };

/** Two customers, to each of whom the agent has answered twice without a network. */
function offline(dir: string): Store {
  const store = seeded(open(dir), [
    { entity: 'contact', rows: [contact({ id: 2 })] },
    { entity: 'ticket', rows: [ticket(), ticket({ id: 2, contactId: 2 })] },
    { entity: 'message', rows: [message(1), message(2, { ticketId: 2, contactId: 2 })] },
  ]);
  for (const n of [50, 51, 52, 53])
    store.enqueue({
      name: 'message.send',
      args: { id: uuid(n), ticketId: 1 + (n % 2), body: `answer ${n}`, mediaId: null, quotedMsgId: null },
      at: instant(n),
    });
  store.outbox.number(store.outbox.ready(9));
  return store;
}

const confirmed = (acked: number) => ({
  mutations: { acked, results: [{ seq: acked, status: 'applied' as const }] },
});
const sent = (n: number, ticketId: number) =>
  message(n, { ticketId, contactId: ticketId, fromMe: true, userId: 7, body: `answer ${n}`, ack: 2 });

/** What may happen to a queue on its way, one after the other. */
const BATCHES = {
  'a customer writes': { puts: [{ entity: 'message' as const, rows: [message(60)] }] },
  'the first is confirmed': {
    puts: [{ entity: 'message' as const, rows: [sent(50, 1)] }],
    ...confirmed(1),
  },
  'the second is refused': {
    mutations: {
      acked: 2,
      results: [{ seq: 2, status: 'rejected' as const, code: 'ERR_TICKET_CLOSED' as const }],
    },
  },
  'a ticket goes': { evicts: [{ entity: 'ticket' as const, ids: ['1'] }] },
  'it comes back': {
    puts: [
      { entity: 'ticket' as const, rows: [ticket({ lastMessageAt: instant(60) })] },
      { entity: 'message' as const, rows: [message(1), sent(50, 1), message(60)] },
    ],
  },
  'a ticket proves to be of the other customer': {
    puts: [{ entity: 'ticket' as const, rows: [ticket({ id: 2, contactId: 1 })] }],
  },
  'all are confirmed': confirmed(4),
};

test('a queue that is confirmed in parts shows what it would show after a start, at each step', () => {
  const dir = tempDir();
  const store = offline(dir);
  for (const [index, [what, fields]] of Object.entries(BATCHES).entries()) {
    store.applyBatch(batch(10 + index, 11 + index, fields), NOBODY);
    const again = open(dir);
    expect([what, snapshot(store)]).toEqual([what, snapshot(again)]);
    again.close();
  }
  expect(store.outbox.size()).toBe(0);
});
