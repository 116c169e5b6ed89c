import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { describe, expect, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { batch, COLLEAGUE, instant, message, START, ticket, uuid } from '../store/testing/rows.ts';
import { open, seeded, tempDir } from '../store/testing/temp-store.ts';
import type { Rejection } from './outbox.ts';

const NOBODY = { interest: new Set<number>() };
const REFUSED = 'ERR_CUSTOMER_WROTE' as const;

const close = (store: Store, holdUntil?: number) =>
  store.enqueue({
    name: 'ticket.close',
    args: { ticketId: 1 },
    at: instant(30),
    ...(holdUntil ? { holdUntil } : {}),
  });

/** The server brings the customer's words of the time between, and refuses the command with this number. */
const refuse = (store: Store, seq = 1) =>
  store.applyBatch(
    batch(10, 11, {
      puts: [
        { entity: 'ticket', rows: [ticket({ unreadMessages: 1 })] },
        { entity: 'message', rows: [message(40)] },
      ],
      mutations: { acked: seq, results: [{ seq, status: 'rejected', code: REFUSED }] },
    }),
    NOBODY,
  );

/** A ticket that was finished without a line while its customer wrote. */
function overtaken(dir = tempDir()): Store {
  const store = seeded(open(dir));
  close(store);
  store.outbox.number(store.outbox.ready(9));
  refuse(store);
  return store;
}

const entries = (store: Store) =>
  store.commands.list(9).map(({ command, ticketId, refusal }) => [command?.name, ticketId, refusal?.code]);

describe('a ticket that was finished while its customer wrote', () => {
  test('goes on, and says why: to the person, in the outbox and at the ticket, in the next run too', () => {
    const dir = tempDir();
    const store = seeded(open(dir));
    const told: Rejection[] = [];
    store.on('rejected', (rejection) => told.push(rejection));
    close(store);
    store.outbox.number(store.outbox.ready(9));
    refuse(store);
    expect(told).toMatchObject([{ name: 'ticket.close', ticketId: 1, code: REFUSED }]);
    store.close();

    const again = open(dir);
    expect(again.tickets.byId(1)).toMatchObject({ status: 'open', unreadMessages: 1 });
    expect([entries(again), again.commands.failed()]).toEqual([[['ticket.close', 1, REFUSED]], 1]);
    const notice = again.decisions.overtaken(1);
    expect(notice).toEqual({ position: again.commands.list(1)[0]?.position, at: instant(30) });
    again.commands.remove(notice?.position ?? 0);
    expect([again.decisions.overtaken(1), entries(again)]).toEqual([null, []]);
  });

  test('also while its closing was still held back', () => {
    const store = seeded(open(tempDir()));
    const told: Rejection[] = [];
    store.on('rejected', (rejection) => told.push(rejection));
    close(store, START + 60);
    expect(store.tickets.byId(1)?.status).toBe('closed');
    store.decisions.overtake(1);
    store.decisions.overtake(1);
    expect(told).toMatchObject([{ name: 'ticket.close', ticketId: 1, code: REFUSED }]);
    expect([store.tickets.byId(1)?.status, store.decisions.held(), entries(store)]).toEqual([
      'open',
      [],
      [['ticket.close', 1, REFUSED]],
    ]);
    expect(store.decisions.overtaken(1)).not.toBeNull();
  });

  test.each([
    ['finishes it again', (store: Store) => close(store, START + 60)],
    [
      'answers',
      (store: Store) =>
        store.enqueue({
          name: 'message.send',
          args: { id: uuid(50), ticketId: 1, body: 'Sim', mediaId: null, quotedMsgId: null },
          at: instant(50),
        }),
    ],
    [
      'hands it over',
      (store: Store) =>
        store.enqueue({
          name: 'ticket.transfer',
          args: { ticketId: 1, userId: COLLEAGUE, queueId: null },
          at: instant(50),
        }),
    ],
  ])('is nobody’s business any more once its agent %s', (_, decide) => {
    const store = overtaken();
    // Reading and noting decide nothing.
    store.enqueue({ name: 'ticket.markRead', args: { ticketId: 1 }, at: instant(45) });
    store.enqueue({ name: 'note.add', args: { id: uuid(46), ticketId: 1, body: 'x' }, at: instant(46) });
    expect(store.decisions.overtaken(1)).not.toBeNull();
    decide(store);
    expect([store.decisions.overtaken(1), store.commands.failed()]).toEqual([null, 0]);
  });

  test.each<[string, Partial<TicketRow>, boolean]>([
    ['a colleague has finished it', { status: 'closed' }, true],
    ['a colleague has it', { userId: COLLEAGUE }, true],
    ['the customer writes more', { unreadMessages: 2 }, false],
  ])('is nobody’s business any more when that is so: %s', (_, row, isOver) => {
    const store = overtaken();
    store.applyBatch(batch(11, 12, { puts: [{ entity: 'ticket', rows: [ticket(row)] }] }), NOBODY);
    expect(store.decisions.overtaken(1) === null).toBe(isOver);
  });

  test('was decided anew before the server refused it', () => {
    const store = seeded(open(tempDir()));
    close(store);
    store.enqueue({ name: 'ticket.reopen', args: { ticketId: 1 }, at: instant(35) });
    store.outbox.number(store.outbox.ready(9));
    refuse(store);
    expect([store.decisions.overtaken(1), store.commands.failed()]).toEqual([null, 0]);
  });

  test('is finished by the same command once its words were read', () => {
    const store = overtaken();
    store.commands.retry(store.decisions.overtaken(1)?.position ?? 0, instant(60));
    expect([store.decisions.overtaken(1), store.outbox.size(), store.commands.failed()]).toEqual([
      null,
      1,
      0,
    ]);
  });
});
