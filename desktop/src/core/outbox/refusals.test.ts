import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import { describe, expect, test } from 'vitest';
import type { Store } from '../store/store.ts';
import { batch, instant, message, uuid } from '../store/testing/rows.ts';
import { open, seeded, tempDir } from '../store/testing/temp-store.ts';
import { bubbles, NOBODY, push, rejections, send, sendArgs } from './testing/acts.ts';

describe('a refused message', () => {
  function refused() {
    const store = seeded(open(tempDir()));
    send(store, 30);
    send(store, 31);
    push(store);
    const results = [
      { seq: 1, status: 'rejected' as const, code: 'ERR_TICKET_CLOSED' as const },
      { seq: 2, status: 'applied' as const },
    ];
    const rows = [message(31, { fromMe: true, body: 'answer 31', ack: ACK.server })];
    store.applyBatch(
      batch(10, 11, { puts: [{ entity: 'message', rows }], mutations: { acked: 2, results } }),
      NOBODY,
    );
    return store;
  }

  test('stays with its text as failed, and changes nothing else of the ticket', () => {
    const store = refused();
    expect(bubbles(store)).toEqual([
      { id: uuid(30), delivery: 'failed', ack: ACK.error, errorCode: 'ERR_TICKET_CLOSED' },
      { id: uuid(31), delivery: 'accepted', ack: ACK.server, errorCode: null },
    ]);
    expect(store.messages.byId(uuid(30))?.body).toBe('answer 30');
    expect(store.tickets.byId(1)).toMatchObject({ lastMessage: 'bom dia', queued: false });
    expect([store.outbox.size(), store.outbox.ready(9)]).toEqual([0, []]);
  });

  test('is sent again under its own id and a new number, at the end of the conversation', () => {
    const store = refused();
    store.retryMessage(uuid(30), instant(60));
    expect(bubbles(store).map(({ id, delivery }) => [id, delivery])).toEqual([
      [uuid(31), 'accepted'],
      [uuid(30), 'queued'],
    ]);
    expect(push(store)).toMatchObject([{ seq: 3, at: instant(60), args: sendArgs(30) }]);
    expect(() => store.retryMessage(uuid(30), instant(61))).toThrow('ERR_NO_MESSAGE_FOUND');
  });

  test('is another command each time that it is sent again: the server would repeat the refusal of the one before', () => {
    const store = seeded(open(tempDir()));
    send(store, 30);
    const ids = [push(store)[0]?.id];
    const refuse = (seq: number) => {
      const results = [{ seq, status: 'rejected' as const, code: 'ERR_TICKET_CLOSED' as const }];
      store.applyBatch(batch(9 + seq, 10 + seq, { mutations: { acked: seq, results } }), NOBODY);
    };
    refuse(1);
    store.retryMessage(uuid(30), instant(60));
    ids.push(push(store)[0]?.id);
    refuse(2);
    store.commands.retry(store.commands.list(1)[0]?.position ?? 0, instant(61));
    ids.push(push(store)[0]?.id);
    expect(new Set(ids).size).toBe(3);
  });

  test('is gone when it is discarded; other messages cannot be', () => {
    const store = refused();
    store.discardMessage(uuid(30));
    expect(bubbles(store).map(({ id }) => id)).toEqual([uuid(31)]);
    expect(() => store.discardMessage(uuid(31))).toThrow('ERR_NO_MESSAGE_FOUND');
  });

  test('by this console itself, before it had a number, leaves no hole', () => {
    const store = seeded(open(tempDir()));
    const heard = rejections(store);
    send(store, 30);
    send(store, 31);
    const [first = 0] = store.outbox.ready(1);
    store.outbox.refuse(first, 'ERR_NO_MEDIA_FOUND', {});
    expect(heard).toMatchObject([{ name: 'message.send', ticketId: 1, code: 'ERR_NO_MEDIA_FOUND' }]);
    expect(push(store)).toMatchObject([{ seq: 1, args: { id: uuid(31) } }]);
  });
});

describe('what was refused in a conversation that is gone for everybody', () => {
  const bytesOf = (dir: string) =>
    Buffer.concat(readdirSync(dir).map((name) => readFileSync(join(dir, name)))).toString('latin1');
  const gone = {
    deletes: [
      { entity: 'ticket' as const, ids: ['1'] },
      { entity: 'contact' as const, ids: ['1'] },
    ],
  };
  const refuse = (seq: number, code: ErrorCode) => ({
    mutations: { acked: seq, results: [{ seq, status: 'rejected' as const, code }] },
  });

  function refusedIn(dir: string) {
    const store = seeded(open(dir));
    send(store, 30);
    push(store);
    store.applyBatch(batch(10, 11, refuse(1, 'ERR_TICKET_CLOSED')), NOBODY);
    store.enqueue({
      name: 'contact.update',
      args: { contactId: 1, change: { notes: 'noted 31' } },
      at: instant(31),
    });
    push(store);
    store.applyBatch(batch(11, 12, refuse(2, 'ERR_NO_PERMISSION')), NOBODY);
    expect(store.commands.list(9)).toHaveLength(2);
    return store;
  }

  function purged(store: Store, dir: string): string {
    while (store.purgeDeletedText());
    store.close();
    return bytesOf(dir);
  }

  test('goes with it, file and log included, however long ago it was refused', () => {
    const dir = tempDir();
    const store = refusedIn(dir);
    expect(bytesOf(dir)).toContain('answer 30');
    const told: unknown[] = [];
    store.on('erased', () => told.push(1));
    store.applyBatch(batch(12, 13, gone), NOBODY);
    expect([store.commands.list(9), told]).toEqual([[], [1]]);
    const left = purged(store, dir);
    expect(['answer 30', 'noted 31'].filter((words) => left.includes(words))).toEqual([]);
  });

  test('does not stay when the refusal comes after it', () => {
    const dir = tempDir();
    const store = seeded(open(dir));
    const heard = rejections(store);
    send(store, 30);
    push(store);
    store.applyBatch(batch(10, 11, gone), NOBODY);
    expect(store.commands.list(9)).toHaveLength(1);
    store.applyBatch(batch(11, 12, refuse(1, 'ERR_NO_TICKET_FOUND')), NOBODY);
    expect([store.commands.list(9), heard]).toMatchObject([[], [{ code: 'ERR_NO_TICKET_FOUND' }]]);
    expect(purged(store, dir)).not.toContain('answer 30');
  });

  test('goes after a month where nobody told of it, because this computer was away for too long', () => {
    const dir = tempDir();
    const store = refusedIn(dir);
    seeded(store, []);
    // The contact is still there.
    expect(store.commands.list(9)).toMatchObject([{ command: { name: 'contact.update' } }]);
    expect(purged(store, dir)).not.toContain('answer 30');
  });

  test('stays where only this agent has lost sight of it', () => {
    const store = refusedIn(tempDir());
    store.applyBatch(batch(12, 13, { evicts: gone.deletes }), NOBODY);
    expect(store.commands.list(9)).toHaveLength(2);
  });
});
