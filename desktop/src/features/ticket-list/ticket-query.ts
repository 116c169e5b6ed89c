import { cameBy } from '@balcao/shared/features/messages/referral.ts';
import { type TicketFilter, ticketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import type { ColumnOrder, SortedColumn, TicketSort } from '@balcao/shared/features/ticket-list/sort.ts';
import type { TicketRow, TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import { soughtSpellings } from '@balcao/shared/phone/digits.ts';
import { foldQuery } from '@balcao/shared/text/fold.ts';
import { dayStart } from '@balcao/shared/time/local-day.ts';
import { dueAtOf, NOTHING_DUE } from '../../core/store/due-at.ts';
import { NOBODY_WAITS } from '../../core/store/rows.ts';
import { trigramQuery } from '../../core/store/trigram-query.ts';

export const NO_FILTER = ticketFilter.parse({});

/** Which tickets, and in which order. */
export interface TicketSelection {
  /** Null: of every status. */
  status: TicketStatus | null;
  /** Part of the contact's name or number or of the last message; accents and case do not matter. '' finds all. */
  search: string;
  filter?: TicketFilter;
  sort?: TicketSort;
  /** In place of `sort`. */
  order?: ColumnOrder | null;
  /** Only those that are put off, the next to come back first. Lists of one status leave them out, searches do not. */
  snoozed?: boolean;
  /** Only those with which a bot talks. Lists of those who wait leave them out, searches do not. */
  chatbot?: boolean;
}

/** Last row of the page before, or the last row of all. */
export interface TicketPosition {
  lastMessageAt: string;
  id: number;
}

export interface TicketSql {
  sql: string;
  values: Record<string, string | number>;
}

/** Each is a walk along one index: the columns of the order, and the direction. */
const ORDERS: Record<TicketSort | 'return', { column: string; direction: 'asc' | 'desc' }> = {
  newest: { column: 'last_message_at', direction: 'desc' },
  longest: { column: 'since', direction: 'asc' },
  urgent: { column: 'due_at', direction: 'asc' },
  return: { column: 'snoozed_until', direction: 'asc' },
};

const nameIn = (table: string, id: string) =>
  `(select folded(json_extract(row, '$.name')) from main.${table} where id = ${id})`;

/** What a column is ordered by. People order one list at a time: it is sorted, and has no index. */
const COLUMNS: Record<SortedColumn, string> = {
  contact: '(select search from effective_contact where id = contact_id)',
  queue: nameIn('queue', 'queue_id'),
  user: nameIn('user', 'user_id'),
  waiting: `case when since < ${NOBODY_WAITS} then -since end`,
  lastMessage: 'last_message_at',
};

/** Its time brings a ticket back also while no server can say so. */
export const SNOOZED = 'snoozed_until > :now';
export const AWAKE = '(snoozed_until is null or snoozed_until <= :now)';

export const WITH_BOT = 'chatbot = 1';
export const WITHOUT_BOT = 'chatbot = 0';

const SCANNED =
  '(instr(search, :search) > 0 or contact_id in (select id from effective_contact where instr(search, :search) > 0))';

/** Rows changed by waiting commands are in no index, and they are few. */
const INDEXED = `(
  contact_id in (
    select rowid from contact_letters where contact_letters match :spelt
      and rowid not in (select id from overlay_contact)
    union all select id from overlay_contact
      where exists (select 1 from json_each(:spellings) spelling where instr(search, spelling.value) > 0))
  or instr(search, :search) > 0 and id in (
    select rowid from ticket_letters where ticket_letters match :letters union all select id from overlay_ticket))`;

/** The condition of tickets that hold a folded text, in the contact's name or number or in the last message. */
export function matching(text: string): TicketSql {
  const letters = trigramQuery(text);
  if (letters === null) return { sql: SCANNED, values: { search: text } };
  const spellings = soughtSpellings(text);
  const spelt = spellings.map(trigramQuery).join(' OR ');
  return { sql: INDEXED, values: { search: text, letters, spelt, spellings: JSON.stringify(spellings) } };
}

export interface Reader {
  userId: number;
  /** The server's time (ms). */
  now: number;
}

/**
 * Ids in their order. The columns of the order are in the result: only then SQLite merges the view's two halves by
 * their indexes.
 * @param downTo the last row, of a list whose newest comes first
 */
export const selectIds = (selection: TicketSelection, reader: Reader, downTo?: TicketPosition): TicketSql =>
  select('id', selection, reader, downTo);

/** The same tickets, each with what it carries. */
export const selectCards = (selection: TicketSelection, reader: Reader): TicketSql =>
  select('id, tag_ids', selection, reader);

function select(
  columns: string,
  selection: TicketSelection,
  reader: Reader,
  downTo?: TicketPosition,
): TicketSql {
  const { conditions, values } = conditionsOf(selection, reader);
  if (downTo) {
    conditions.push('(last_message_at, id) >= (:downToAt, :downToId)');
    Object.assign(values, { downToAt: Date.parse(downTo.lastMessageAt), downToId: downTo.id });
  }
  const { order } = selection;
  const tickets = `from effective_ticket ${where(conditions)}`;
  if (order) {
    const direction = order.descending ? 'desc' : 'asc';
    const sql = `select ${columns}, ${COLUMNS[order.column]} as place ${tickets}
      order by place ${direction} nulls last, id ${direction}`;
    return { sql, values };
  }
  const { column, direction } = ORDERS[selection.snoozed ? 'return' : (selection.sort ?? 'newest')];
  const sql = `select ${columns}, ${column} ${tickets} order by ${column} ${direction}, id ${direction}`;
  return { sql, values };
}

/** How many of each tab the filter leaves. */
export function countByStatus(filter: TicketFilter, reader: Reader): TicketSql {
  const { conditions, values } = conditionsOf({ status: null, search: '', filter }, reader);
  return {
    sql: `
      select case when ${SNOOZED} then 'snoozed' when ${WITH_BOT} then 'chatbot' else status end as tab, count(*) as count
      from effective_ticket ${where(conditions)} group by tab`,
    values: { ...values, now: reader.now },
  };
}

const where = (conditions: readonly string[]) =>
  conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';

function conditionsOf(
  { status, search, filter, snoozed, chatbot }: TicketSelection,
  { userId, now }: Reader,
) {
  const conditions: string[] = [];
  const values: TicketSql['values'] = {};
  const add = (condition: string, given: TicketSql['values'] = {}) => {
    conditions.push(condition);
    Object.assign(values, given);
  };
  const text = foldQuery(search);
  if (status) add('status = :status', { status });
  if (text !== '') {
    const { sql, values } = matching(text);
    add(sql, values);
  }
  if (snoozed) add(SNOOZED, { now });
  else if (text === '' && (status === 'open' || status === 'pending')) add(AWAKE, { now });
  if (chatbot) add(WITH_BOT);
  else if (text === '' && status === 'pending') add(WITHOUT_BOT);
  if (!filter) return { conditions, values };
  if (!filter.all && status !== 'pending')
    add(status ? OWN : `(${OWN} or status = 'pending')`, { me: userId });
  if (!status && filter.statuses.length > 0)
    add(oneOf('status'), { status: JSON.stringify(filter.statuses) });
  const inQueue = filter.queueIds.includes(null)
    ? `(queue_id is null or ${oneOf('queue_id')})`
    : oneOf('queue_id');
  if (filter.queueIds.length > 0) add(inQueue, { queue_id: JSON.stringify(filter.queueIds) });
  if (filter.userIds.length > 0) add(oneOf('user_id'), { user_id: JSON.stringify(filter.userIds) });
  if (filter.connectionIds.length > 0)
    add(oneOf('connection_id'), { connection_id: JSON.stringify(filter.connectionIds) });
  if (filter.sources.length > 0) add(CAME_BY, { source: JSON.stringify(filter.sources) });
  if (filter.tagIds.length > 0) add(HAS_TAGS, { tag_ids: JSON.stringify(filter.tagIds) });
  if (filter.from) add('last_message_at >= :from', { from: dayStart(filter.from) });
  if (filter.to) add('last_message_at < :to', { to: dayStart(filter.to, 1) });
  if (filter.unread) add('unread > 0');
  if (filter.unanswered) add(UNANSWERED, { now });
  if (filter.deadline === 'running') add(DUE);
  if (filter.deadline === 'missed') add('due_at <= :due', { due: now });
  return { conditions, values };
}

/** Whoever is with a bot waits for nobody, and has no time of waiting. */
const UNANSWERED = `status in ('open', 'pending') and since < ${NOBODY_WAITS} and ${AWAKE}`;

/** A deadline runs. */
export const DUE = `due_at < ${NOTHING_DUE}`;

const isUnanswered = ({ status, waitingSince, snoozedUntil }: TicketRow): boolean =>
  status !== 'closed' && waitingSince !== null && !(snoozedUntil && Date.parse(snoozedUntil) > Date.now());

function isDue(ticket: TicketRow, wanted: TicketFilter['deadline']): boolean {
  if (wanted === null) return true;
  return dueAtOf(ticket) < (wanted === 'missed' ? Date.now() : NOTHING_DUE);
}

/** The agent's own tickets, where waiting ones are already left out. */
export const OWN = 'user_id = :me';

const oneOf = (column: string) => `${column} in (select value from json_each(:${column}))`;

/** A source says its kind before the colon. */
const CAME_BY = `(${oneOf('source')}
  or substr(source, 1, instr(source, ':') - 1) in (select value from json_each(:source)))`;

const HAS_TAGS = `not exists (select 1 from json_each(:tag_ids) wanted
  where wanted.value not in (select value from json_each(effective_ticket.tag_ids)))`;

/** The same choice for one ticket that is not in the cache. The search does not run again. */
export function fits(
  ticket: TicketRow,
  { status, filter }: { status: TicketStatus | null; filter: TicketFilter },
  ownUserId: number,
): boolean {
  const among = <T>(wanted: readonly T[], value: T) => wanted.length === 0 || wanted.includes(value);
  const at = Date.parse(ticket.lastMessageAt);
  return (
    (status ? ticket.status === status : among(filter.statuses, ticket.status)) &&
    (filter.all || ticket.userId === ownUserId || ticket.status === 'pending') &&
    among(filter.queueIds, ticket.queueId) &&
    among<number | null>(filter.userIds, ticket.userId) &&
    among(filter.connectionIds, ticket.whatsappId) &&
    (filter.sources.length === 0 || cameBy(ticket.referral, filter.sources)) &&
    filter.tagIds.every((id) => ticket.tagIds.includes(id)) &&
    (!filter.from || at >= dayStart(filter.from)) &&
    (!filter.to || at < dayStart(filter.to, 1)) &&
    (!filter.unread || ticket.unreadMessages > 0) &&
    (!filter.unanswered || isUnanswered(ticket)) &&
    isDue(ticket, filter.deadline)
  );
}
