import type { TicketReferral } from '@balcao/shared/features/messages/referral.ts';
import { narrows, type TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { TicketRow, TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import { fold, foldQuery } from '@balcao/shared/text/fold.ts';
import type { Database, Statement } from 'better-sqlite3';
import type { Overlay } from '../../core/outbox/overlay.ts';
import type { Queue } from '../../core/outbox/queue.ts';
import type { Rows } from '../../core/store/rows.ts';
import { createTicketItems } from './ticket-items.ts';
import {
  AWAKE,
  countByStatus,
  DUE,
  matching,
  NO_FILTER,
  OWN,
  SNOOZED,
  selectCards,
  selectIds,
  type TicketPosition,
  type TicketSelection,
  type TicketSql,
  WITH_BOT,
  WITHOUT_BOT,
} from './ticket-query.ts';

/** One page, the newest first. */
interface TicketQuery {
  status: TicketStatus;
  search: string;
  /** False: only one's own. */
  all?: boolean;
  before: TicketPosition | null;
  limit: number;
}

interface TicketCounts {
  open: number;
  pending: number;
  /** A bot talks with them: they are not among those who wait. */
  chatbot: number;
  closed: number;
  /** Put off, and in none of the other numbers. */
  snoozed: number;
  /** Counts tickets under way; only `all` of the filter leaves some out. */
  unread: number;
}

interface Card {
  id: number;
  tagIds: number[];
}

export interface TicketReads {
  list(query: TicketQuery): { tickets: TicketItem[]; hasMore: boolean };
  /** A whole list in its order. @param downTo its last row, when newest come first */
  ids(selection: TicketSelection, downTo?: TicketPosition): number[];
  /** The same, each with the tags that it carries. */
  cards(selection: TicketSelection): Card[];
  /** Tickets in the requested order, without those that are gone. */
  items(ids: readonly number[]): TicketItem[];
  counts(filter?: TicketFilter): TicketCounts;
  /** When anybody wrote last, in milliseconds; null without tickets. */
  newestAt(): number | null;
  /** Tickets under way with a later unread message, which a bot does not answer. */
  unreadSince(at: number): number[];
  /** Conversations that this person has pinned. */
  pinned(): ReadonlySet<number>;
  /**
   * When time alone changes a list next, by this computer's clock (ms): a ticket that is put off comes back, or a deadline is
   * missed. Null: it does not.
   */
  nextTurn(): number | null;
  /** Tickets with a deadline that runs, as far as there are not too many: of each status the most urgent. */
  due(): TicketRow[];
  /** What led customers here, of the tickets that are here: the latest first. */
  sources(): TicketReferral[];
  byId(id: number): TicketItem | null;
  /** A ticket that is gone is answered by the one in which it goes on. */
  byUuid(uuid: string): TicketItem | null;
}

interface Deps {
  db: Database;
  rows: Rows;
  overlay: Overlay;
  queue: Queue;
  userId: number;
  /** How far the server's clock is ahead (ms). */
  ahead(): number;
}

/** More that are urgent nobody looks at. */
const MAX_DUE = 200;
/** The most that a choice offers. */
const MAX_SOURCES = 100;

/** No ticket is later: a list without a key begins at its newest row. */
const NEWEST = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** The columns of the order must be in the result: only then SQLite merges the view's two halves by their indexes. */
const LIST = `
  select row, last_message_at, id from effective_ticket
  where status = :status and (last_message_at, id) < (:at, :id)`;
const PAGE = 'order by last_message_at desc, id desc limit :limit';

export function createTicketReads({ db, rows, overlay, queue, userId, ahead }: Deps): TicketReads {
  const now = () => Date.now() + ahead();
  const sql = prepare(db);
  const pinned = (): ReadonlySet<number> => new Set(sql.pins.all());
  const items = createTicketItems({ rows, overlay, queue, pinned });

  function byId(id: number): TicketItem | null {
    const ticket = overlay.get('ticket', id);
    return ticket ? items.of(ticket, items.marks()) : null;
  }

  return {
    byId,
    // No command makes a ticket or changes its public id: the rows of the feed contain them all.
    byUuid(uuid) {
      const id = sql.idOfUuid.get(uuid) ?? rows.successor(uuid);
      return id === undefined ? null : byId(id);
    },

    list({ status, search, all = true, before, limit }) {
      const { at, id } = before ? { at: Date.parse(before.lastMessageAt), id: before.id } : NEWEST;
      const text = foldQuery(search);
      const about = text === '' ? null : matching(text);
      const found = sql
        .statement(`${LIST} ${all ? '' : `and ${OWN}`} ${about ? `and ${about.sql}` : ''} ${PAGE}`)
        .pluck()
        .all({
          status,
          at,
          id,
          limit: limit + 1,
          ...(all ? {} : { me: userId }),
          ...about?.values,
        }) as string[];
      const known = items.marks();
      const tickets = found.slice(0, limit).map((json) => items.of(JSON.parse(json) as TicketRow, known));
      return { tickets, hasMore: found.length > limit };
    },

    ids(selection, downTo) {
      const selected = selectIds(selection, { userId, now: now() }, downTo);
      const found = sql.statement(selected.sql).pluck().all(selected.values) as number[];
      const first = isTab(selection) ? pinned() : NONE;
      if (first.size === 0) return found;
      return [...found.filter((id) => first.has(id)), ...found.filter((id) => !first.has(id))];
    },

    cards(selection) {
      const selected = selectCards(selection, { userId, now: now() });
      const found = sql.statement(selected.sql).all(selected.values) as { id: number; tag_ids: string }[];
      return found.map(({ id, tag_ids }) => ({ id, tagIds: JSON.parse(tag_ids) as number[] }));
    },

    items(ids) {
      const known = items.marks();
      return ids.flatMap((id) => {
        const ticket = overlay.get('ticket', id);
        return ticket ? [items.of(ticket, known)] : [];
      });
    },

    newestAt: () => sql.newest.get() ?? null,
    unreadSince: (at) => sql.unreadSince.all(at),
    pinned,
    sources: () => sql.sources.all(MAX_SOURCES).map((json) => JSON.parse(json) as TicketReferral),
    due: () =>
      (['open', 'pending'] as const).flatMap((status) =>
        sql.due.all(status).map((json) => JSON.parse(json) as TicketRow),
      ),
    nextTurn() {
      const at = sql.nextTurn.get({ now: now() }) ?? null;
      return at === null ? null : at - ahead();
    },

    counts: (filter = NO_FILTER) => countsOf(sql, filter, { userId, now: now() }),
  };
}

function prepare(db: Database) {
  db.function('folded', { deterministic: true }, (text) => (typeof text === 'string' ? fold(text) : null));
  const pins = db
    .prepare<[], number>("select json_extract(row, '$.ticketId') from effective_pin where row is not null")
    .pluck();
  const nextTurn = db
    .prepare<[{ now: number }], number | null>(`
      select min(at) from (
        select min(snoozed_until) as at from effective_ticket where snoozed_until > :now
        union all
        select min(due_at) from effective_ticket where status = 'open' and due_at > :now and ${DUE}
        union all
        select min(due_at) from effective_ticket where status = 'pending' and due_at > :now and ${DUE})`)
    .pluck();
  const due = db
    .prepare<[TicketStatus], string>(`
      select row, due_at, id from effective_ticket where status = ? and ${DUE} order by due_at, id limit ${MAX_DUE}`)
    .pluck();
  // Of the columns beside a maximum, SQLite takes those of the row that has it.
  const sources = db
    .prepare<[number], string>(`
      select json_extract(row, '$.referral') as referral from (
        select row, max(last_message_at) as at from main.ticket where source is not null
        group by source order by at desc limit ?)`)
    .pluck();
  const newest = db.prepare<[], number | null>('select max(last_message_at) from main.ticket').pluck();
  const unreadSince = db
    .prepare<[number], number>(`
      select id from effective_ticket
      where status in ('open', 'pending') and unread > 0 and ${WITHOUT_BOT} and last_message_at > ?`)
    .pluck();
  /** There is one for each combination of filters. */
  const prepared = new Map<string, Statement<[TicketSql['values']], unknown>>();
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? db.prepare<[TicketSql['values']]>(sql);
    prepared.set(sql, known);
    return known;
  };
  const idOfUuid = db.prepare<[string], number>('select id from main.ticket where uuid = ?').pluck();
  return { pins, nextTurn, due, sources, newest, unreadSince, idOfUuid, statement };
}

const NONE: ReadonlySet<number> = new Set();
/** A search shows its hits by time alone. */
const isTab = ({ status, search, snoozed }: TicketSelection) => search === '' && (status !== null || snoozed);

function countsOf(
  { statement }: Pick<ReturnType<typeof prepare>, 'statement'>,
  filter: TicketFilter,
  viewer: { userId: number; now: number },
): TicketCounts {
  const plain = statement(filter.all ? COUNTS : OWN_COUNTS).get({
    now: viewer.now,
    ...(filter.all ? {} : { me: viewer.userId }),
  }) as TicketCounts;
  if (!narrows({ ...filter, all: true })) return plain;
  const { sql, values } = countByStatus(filter, viewer);
  const left = statement(sql).all(values) as { tab: keyof TicketCounts; count: number }[];
  const byTab = Object.fromEntries(left.map(({ tab, count }) => [tab, count]));
  return { ...NOTHING, ...byTab, unread: plain.unread };
}

const NOTHING: TicketCounts = { open: 0, pending: 0, chatbot: 0, closed: 0, snoozed: 0, unread: 0 };

const countOf = (status: TicketStatus, more = '') =>
  `(select count(*) from effective_ticket where status = '${status}' ${more})`;
const countAll = (own: string) => `
  select ${countOf('open', `and ${AWAKE} ${own}`)} as open, ${countOf('pending', `and ${AWAKE} and ${WITHOUT_BOT}`)} as pending,
    ${countOf('pending', `and ${AWAKE} and ${WITH_BOT}`)} as chatbot, ${countOf('closed', own)} as closed,
    (select count(*) from effective_ticket where ${SNOOZED} ${own && `and (${OWN} or status = 'pending')`}) as snoozed,
    ${countOf('open', `and unread > 0 and ${AWAKE} ${own}`)}
      + ${countOf('pending', `and unread > 0 and ${AWAKE} and ${WITHOUT_BOT}`)} as unread`;
const COUNTS = countAll('');
const OWN_COUNTS = countAll(`and ${OWN}`);
