import type { ContactRow } from '@balcao/shared/features/contacts/row.ts';
import type { ScheduleItem } from '@balcao/shared/features/schedules/bridge.ts';
import type { ScheduleRow } from '@balcao/shared/features/schedules/row.ts';
import type { UserRow } from '@balcao/shared/features/users/row.ts';
import { foldQuery } from '@balcao/shared/text/fold.ts';
import type { Database } from 'better-sqlite3';
import { and, asc, count, desc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { Overlay } from '../../core/outbox/overlay.ts';
import type { Queue } from '../../core/outbox/queue.ts';
import type { Rows } from '../../core/store/rows.ts';
import { effectiveSchedules as schedules } from '../../core/store/schema.ts';

interface ScheduleQuery {
  search: string;
  offset: number;
  limit: number;
}

interface SchedulePage {
  schedules: ScheduleItem[];
  hasMore: boolean;
}

export interface ScheduleReads {
  /** Waiting schedules, the next one first; then the others, the latest first. */
  list(query: ScheduleQuery): SchedulePage;
  /** Messages still to be sent to a contact, the next one first. */
  of(contactId: number): ScheduleItem[];
  /** The schedule as it is on the server, even when its cancellation waits. */
  byId(id: string): ScheduleRow | null;
}

interface Deps {
  db: Database;
  rows: Rows;
  overlay: Overlay;
  queue: Queue;
}

export function createScheduleReads({ db: client, rows, overlay, queue }: Deps): ScheduleReads {
  const db = drizzle({ client });
  const found = (waits: 0 | 1) =>
    and(eq(schedules.waits, waits), sql`instr(${schedules.search}, ${sql.placeholder('words')})`);
  // Rows and commands are walked together in the order of the index only when its columns are selected.
  const page = (waits: 0 | 1, order: typeof asc) =>
    db
      .select({ sendAt: schedules.sendAt, id: schedules.id, row: schedules.row })
      .from(schedules)
      .where(found(waits))
      .orderBy(order(schedules.sendAt), order(schedules.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare();
  const [waiting, ended] = [page(1, asc), page(0, desc)];
  const countWaiting = db.select({ count: count() }).from(schedules).where(found(1)).prepare();
  const ofContact = db
    .select({ row: schedules.row })
    .from(schedules)
    .where(eq(schedules.contactId, sql.placeholder('contactId')))
    .prepare();

  const rowsOf = (read: readonly { row: ScheduleRow }[]) => read.map(({ row }) => row);

  function inOrder(words: string, limit: number, offset: number): ScheduleRow[] {
    const first = rowsOf(waiting.all({ words, limit, offset }));
    const room = limit - first.length;
    if (room === 0) return first;
    const passed = Math.max(0, offset - (countWaiting.get({ words })?.count ?? 0));
    return [...first, ...rowsOf(ended.all({ words, limit: room, offset: passed }))];
  }

  function itemOf(row: ScheduleRow, queued: ReadonlySet<string>): ScheduleItem {
    const contact: ContactRow | undefined = overlay.get('contact', row.contactId);
    const author: UserRow | undefined = row.userId === null ? undefined : rows.get('user', row.userId);
    // Names change without an update of the row.
    const name = contact?.name ?? row.contact.name;
    return { ...row, contact: { name }, userName: author?.name ?? '', queued: queued.has(row.id) };
  }

  return {
    list({ search, limit, offset }) {
      const found = inOrder(foldQuery(search), limit + 1, offset);
      const queued = queue.waitingSchedules();
      return {
        schedules: found.slice(0, limit).map((row) => itemOf(row, queued)),
        hasMore: found.length > limit,
      };
    },
    of(contactId) {
      const queued = queue.waitingSchedules();
      return rowsOf(ofContact.all({ contactId }))
        .filter(({ sentAt }) => sentAt === null)
        .sort((a, b) => Date.parse(a.sendAt) - Date.parse(b.sendAt))
        .map((row) => itemOf(row, queued));
    },
    byId: (id) => rows.get('schedule', id) ?? null,
  };
}
