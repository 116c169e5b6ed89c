import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { createTables } from './tables.ts';
import { COLLEAGUE, contact, instant, ME, message, ticket, user, uuid } from './testing/rows.ts';
import { open, seeded, tempDir } from './testing/temp-store.ts';

describe('ticket list', () => {
  const many = () =>
    seeded(open(tempDir()), [
      {
        entity: 'contact',
        rows: [
          contact({ id: 2, name: 'Padaria Avó', number: '551133334444' }),
          contact({ id: 3, name: 'Bia' }),
        ],
      },
      {
        entity: 'ticket',
        rows: [
          ticket({ id: 1, lastMessageAt: instant(5), unreadMessages: 2 }),
          ticket({ id: 2, lastMessageAt: instant(9), lastMessage: 'Preço do pão?', userId: COLLEAGUE }),
          ticket({ id: 3, lastMessageAt: instant(5) }),
          ticket({ id: 4, status: 'pending', userId: null, queueId: null, unreadMessages: 1 }),
          ticket({ id: 5, status: 'closed', unreadMessages: 1 }),
        ],
      },
      { entity: 'user', rows: [user({ id: COLLEAGUE, name: 'Bruno' })] },
    ]);

  const ids = (page: { tickets: { id: number }[] }) => page.tickets.map(({ id }) => id);

  test('pages by last message, and equal times by id, without losing or repeating a ticket', () => {
    const store = many();
    const first = store.tickets({ status: 'open', search: '', before: null, limit: 2 });
    const second = store.tickets({ status: 'open', search: '', before: first.tickets[1]!, limit: 2 });
    expect([ids(first), first.hasMore, ids(second), second.hasMore]).toEqual([[2, 3], true, [1], false]);
  });

  test('search finds names, numbers as people write them, and last messages, whatever the accents', () => {
    const store = many();
    const search = (text: string) =>
      ids(store.tickets({ status: 'open', search: text, before: null, limit: 9 }));
    expect([
      search('conceicao'),
      search('AVÓ'),
      search('+55 (11) 3333-4444'),
      search('preco do p'),
      search('%'),
    ]).toEqual([[1], [2], [2], [2], []]);
  });

  test('counts tickets, and the unread among those under way', () => {
    expect(many().ticketCounts()).toEqual({ open: 3, pending: 1, closed: 1, unread: 2 });
  });

  test('an item carries the names of contact, queue, agent and connection, or their absence', () => {
    const store = many();
    expect(store.ticketByUuid(ticket({ id: 2 }).uuid)).toMatchObject({
      contact: { name: 'Padaria Avó' },
      queue: { name: 'Suporte' },
      user: { name: 'Bruno' },
      whatsapp: { name: '', status: 'DISCONNECTED', reason: null },
      queued: false,
    });
    expect(store.ticket(4)).toMatchObject({ queue: null, user: null });
    expect([store.ticket(99), store.ticketByUuid(uuid(1))]).toEqual([null, null]);
  });

  test('reads by index, over rows and commands alike, whatever the number of tickets', () => {
    const db = new Sqlite(':memory:');
    const plans: string[] = [];
    const dir = tempDir();
    const store = open(dir);
    store.close();
    db.close();
    const files = new Sqlite(`${dir}/cache.db`);
    files.prepare('attach ? as pending').run(`${dir}/pending.db`);
    const prepare = files.prepare.bind(files);
    const spy = Object.assign(Object.create(files), {
      prepare: (sql: string) => {
        if (sql.includes('effective_') && sql.includes('limit')) plans.push(sql);
        return prepare(sql);
      },
      exec: files.exec.bind(files),
    });
    createTables(spy, ME);
    for (const sql of plans) {
      const holes = sql.match(/[:?]\w*/g) ?? [];
      const named = Object.fromEntries(holes.map((hole) => [hole.slice(1), 1]));
      const explain = prepare(`explain query plan ${sql}`);
      const plan = (sql.includes(':') ? explain.all(named) : explain.all(...holes.map(() => 1))) as {
        detail: string;
      }[];
      const steps = plan.map(({ detail }) => detail).join('\n');
      expect(steps).toMatch(
        /^MERGE \(UNION ALL\)\nLEFT\nSEARCH below USING INDEX (ticket_list|message_page)/,
      );
    }
    expect(plans).toHaveLength(3);
    files.close();
  });
});

describe('conversation', () => {
  test('pages backwards, oldest first within a page, and carries quotes and names', () => {
    const store = seeded(open(tempDir()), [
      { entity: 'ticket', rows: [ticket()] },
      {
        entity: 'message',
        rows: [
          message(1),
          message(3, { createdAt: instant(2), quotedMsgId: uuid(1), fromMe: true, userId: ME }),
          message(2),
        ],
      },
    ]);
    const newest = store.messages({ ticketId: 1, before: null, limit: 2 });
    expect(newest.messages.map(({ id }) => id)).toEqual([uuid(2), uuid(3)]);
    expect(newest).toMatchObject({ hasMore: true, missing: null });
    expect(newest.messages[1]).toMatchObject({
      delivery: 'accepted',
      userName: 'Ana',
      quoted: { id: uuid(1), body: 'message 1', fromMe: false, mediaType: 'chat', isDeleted: false },
    });
    const older = store.messages({ ticketId: 1, before: newest.messages[0]!, limit: 2 });
    expect(older.messages.map(({ id }) => id)).toEqual([uuid(1)]);
    expect(older.missing).toEqual({ before: { createdAt: instant(1), id: uuid(1) } });
  });
});

test('drafts are kept apart from the cache, and an empty one is none', () => {
  const dir = tempDir();
  const store = open(dir);
  store.setDraft(1, 'meio escrito');
  store.setDraft(2, 'outro');
  store.setDraft(2, '');
  store.close();
  const again = open(dir);
  expect([again.draft(1), again.draft(2), again.draft(3)]).toEqual(['meio escrito', '', '']);
});
