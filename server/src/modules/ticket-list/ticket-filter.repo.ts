import type { Actor } from '@balcao/shared/contract/roles.ts';
import { showsColleagues } from '@balcao/shared/features/ticket-list/filter.ts';
import type { TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import { actorScopes } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';

/** Each condition leaves fewer tickets than the one before: none shows what the actor may not see. */
export interface TicketFilter {
  status?: TicketStatus | undefined;
  /** Colleagues' tickets too, where `showsColleagues`; otherwise mine and the waiting ones. */
  showAll?: boolean | undefined;
  /** Tickets are in one of these queues, or in none. */
  queueIds?: number[] | undefined;
  /** Tickets have all of these. */
  tags?: number[] | undefined;
  /** Tickets of one of these agents. */
  users?: number[] | undefined;
  /** Tickets came through one of these connections. */
  connections?: number[] | undefined;
  /** Tickets came by one of these sources, or by one of these kinds of them. */
  sources?: string[] | undefined;
  /** Made, or changed last, on this day of the company's, YYYY-MM-DD. */
  date?: string | undefined;
  updatedAt?: string | undefined;
  /** Instants between which the newest message was written; `to` is not one of them. */
  from?: string | undefined;
  to?: string | undefined;
  withUnreadMessages?: boolean | undefined;
  /** Put off, or not. */
  snoozed?: boolean | undefined;
  /** With a deadline that runs, or one that was missed. */
  deadline?: 'running' | 'missed' | undefined;
  /** Whether a bot leads them. */
  chatbot?: boolean | undefined;
  /** Words, whatever their accents: of the contact's name or number any part, of a message each from its beginning. */
  searchParam?: string | undefined;
  /** `waiting`: only those whose customer waits for a person, the longest first; `urgent`: the nearest deadline first. */
  sort?: 'newest' | 'waiting' | 'urgent' | undefined;
  /** Only what comes behind this place: time in the list's order, and id. */
  after?: readonly [string, number] | undefined;
}

export const showsAll = (actor: Actor, { showAll = false, searchParam = '' }: TicketFilter): boolean =>
  showsColleagues(actor, { all: showAll, search: searchParam });

/** What the oldest of comes first, in lists that do not begin with the newest message. */
const leastOf = (tx: Tx, { sort }: TicketFilter) =>
  sort === 'waiting' ? tx`t.waiting_since` : sort === 'urgent' ? tx`t.due_at` : null;

export const inOrder = (tx: Tx, filter: TicketFilter) => {
  const least = leastOf(tx, filter);
  return least ? tx`order by ${least}, t.id` : tx`order by t.last_message_at desc, t.id desc`;
};

/** The part of the list that is asked for. The range of time is a stretch of every index in the order of the list. */
const isAhead = (tx: Tx, filter: TicketFilter) => {
  const { after, from, to } = filter;
  const least = leastOf(tx, filter);
  const key = after ? tx`(${after[0]}::timestamptz, ${after[1]}::bigint)` : null;
  const range = tx`${from ? tx`and t.last_message_at >= ${from}::timestamptz` : tx``}
    ${to ? tx`and t.last_message_at < ${to}::timestamptz` : tx``}`;
  return least
    ? tx`and ${least} is not null ${key ? tx`and (${least}, t.id) > ${key}` : tx``} ${range}`
    : tx`${key ? tx`and (t.last_message_at, t.id) < ${key}` : tx``} ${range}`;
};

/** What decides down which list one walks. */
export const basis = (filter: TicketFilter): TicketFilter => {
  const { status, showAll, searchParam, sort, after, from, to } = filter;
  return { status, showAll, searchParam, sort, after, from, to };
};

/** Condition on tickets `t`, without the words that are searched for. */
export const isListed = (tx: Tx, actor: Actor, filter: TicketFilter) => tx`
  t.company_id = ${actor.companyId} and t.scopes && ${actorScopes(actor)}::text[]
  ${filter.status ? tx`and t.status = ${filter.status}` : tx``} ${isAhead(tx, filter)}
  ${showsAll(actor, filter) || filter.status === 'pending' ? tx`` : mine(tx, actor, filter.status)}
  and ${isWanted(tx, actor, filter)}`;

/** Said in the words of one index where it can be. */
const mine = (tx: Tx, actor: Actor, status: TicketStatus | undefined) =>
  status
    ? tx`and t.user_id = ${actor.userId}`
    : tx`and (t.user_id = ${actor.userId} or t.status = 'pending')`;

/** The conditions that narrow a list. */
export const isWanted = (tx: Tx, { companyId }: Actor, filter: TicketFilter) => tx`true
  ${filter.queueIds ? tx`and (t.queue_id = any (${filter.queueIds}::bigint[]) or t.queue_id is null)` : tx``}
  ${filter.users ? tx`and t.user_id = any (${filter.users}::bigint[])` : tx``}
  ${filter.connections ? tx`and t.connection_id = any (${filter.connections}::bigint[])` : tx``}
  ${filter.sources ? tx`and ${cameBy(tx, filter.sources)}` : tx``}
  ${filter.withUnreadMessages ? tx`and ${isUnread(tx)}` : tx``}
  ${filter.snoozed ? tx`and ${isSnoozed(tx)}` : tx``}
  ${filter.snoozed === false ? tx`and t.snoozed_until is null` : tx``}
  ${filter.deadline ? tx`and ${hasDeadline(tx, filter.deadline)}` : tx``}
  ${filter.chatbot ? tx`and t.chatbot` : tx``}
  ${filter.chatbot === false ? tx`and not t.chatbot` : tx``}
  ${filter.date ? tx`and ${isOn(tx, companyId, tx`t.created_at`, filter.date)}` : tx``}
  ${filter.updatedAt ? tx`and ${isOn(tx, companyId, tx`t.updated_at`, filter.updatedAt)}` : tx``}
  ${
    filter.tags
      ? tx`and ${[...new Set(filter.tags)].length} = (select count(*) from ticket_tags k
          where k.company_id = t.company_id and k.ticket_id = t.id and k.tag_id = any (${filter.tags}::bigint[]))`
      : tx``
  }`;

/** Something is written that nobody has read, or somebody wants to come back to it. */
export const isUnread = (tx: Tx) => tx`(t.unread_messages > 0 or t.marked_unread)`;
export const isSnoozed = (tx: Tx) => tx`t.snoozed_until is not null`;
const hasDeadline = (tx: Tx, which: NonNullable<TicketFilter['deadline']>) =>
  which === 'missed' ? tx`t.due_at <= now()` : tx`t.due_at is not null`;

/** A source says its kind; a kind by itself is all of its sources. */
const cameBy = (tx: Tx, sources: string[]) => tx`t.referral is not null
  and (t.referral ->> 'source' = any (${sources}::text[]) or t.referral ->> 'kind' = any (${sources}::text[]))`;

/** A day lasts from midnight to midnight as the company's clocks show it. */
function isOn(tx: Tx, companyId: number, column: Sql, day: string) {
  const midnight = (days: number) => tx`(
    select (${day}::date + ${days}::int)::timestamp at time zone timezone from companies where id = ${companyId})`;
  return tx`${column} >= ${midnight(0)} and ${column} < ${midnight(1)}`;
}

type Sql = ReturnType<typeof inOrder>;
type Found = { id: number };
type Finder = (most: number) => Promise<Found[]>;

/**
 * A way to the tickets by the index of each condition that narrows a list: some of them. Each asks in the order of its
 * index, or the planner, which has not counted this agent's tickets, would rather read through all of everybody's.
 */
export function findersOf(tx: Tx, { companyId }: Actor, filter: TicketFilter): Finder[] {
  const {
    status,
    searchParam,
    tags = [],
    queueIds,
    users,
    connections,
    sources,
    date,
    updatedAt,
    withUnreadMessages,
    snoozed,
    deadline,
    chatbot,
  } = filter;
  const ofStatus = status ? tx`and t.status = ${status}` : tx``;
  const byAge = tx`order by t.status, t.last_message_at desc, t.id desc`;
  const of = (condition: Sql, order: Sql, most: number) => tx`
    select t.id from tickets t where t.company_id = ${companyId} and ${condition} ${order} limit ${most}`;
  const ofEach = (ids: number[], column: Sql, most: number) => tx`
    select found.id from unnest(${ids}::bigint[]) as wanted (id)
    cross join lateral (${of(tx`${column} = wanted.id ${ofStatus}`, byAge, most)}) found`;

  const finders: (Finder | null | undefined | false)[] = [
    searchParam
      ? (most) => tx<Found[]>`select id from find_tickets(${searchParam}, ${most}) as found (id)`
      : null,
    ...tags.map(
      (tag): Finder =>
        (most) =>
          tx<Found[]>`
          select ticket_id as id from ticket_tags
          where company_id = ${companyId} and tag_id = ${tag} order by ticket_id limit ${most}`,
    ),
    queueIds &&
      ((most) => tx<Found[]>`
        (${ofEach(queueIds, tx`t.queue_id`, most)}) union all
        (${of(tx`t.queue_id is null ${ofStatus}`, byAge, most)}) limit ${most}`),
    users && ((most) => tx<Found[]>`${ofEach(users, tx`t.user_id`, most)} limit ${most}`),
    connections && ((most) => tx<Found[]>`${ofEach(connections, tx`t.connection_id`, most)} limit ${most}`),
    sources &&
      ((most) => tx<Found[]>`
        select found.id from unnest(${sources}::text[]) as wanted (source)
        cross join lateral (${of(
          tx`t.referral is not null and t.referral ->> 'kind' = split_part(wanted.source, ':', 1)
            and (strpos(wanted.source, ':') = 0 or t.referral ->> 'source' = wanted.source) ${ofStatus}`,
          tx`order by t.referral ->> 'kind', t.referral ->> 'source'`,
          most,
        )}) found limit ${most}`),
    date
      ? (most) => tx<Found[]>`
          ${of(isOn(tx, companyId, tx`t.created_at`, date), tx`order by t.created_at`, most)}`
      : null,
    updatedAt
      ? (most) => tx<Found[]>`
          ${of(isOn(tx, companyId, tx`t.updated_at`, updatedAt), tx`order by t.updated_at`, most)}`
      : null,
    withUnreadMessages && ((most) => tx<Found[]>`${of(tx`${isUnread(tx)} ${ofStatus}`, byAge, most)}`),
    snoozed && ((most) => tx<Found[]>`${of(tx`${isSnoozed(tx)} ${ofStatus}`, byAge, most)}`),
    deadline &&
      ((most) => tx<Found[]>`
        ${of(tx`${hasDeadline(tx, deadline)} ${ofStatus}`, tx`order by t.status, t.due_at, t.id`, most)}`),
    chatbot && ((most) => tx<Found[]>`${of(tx`t.chatbot ${ofStatus}`, byAge, most)}`),
  ];
  return finders.filter((finder) => typeof finder === 'function');
}

/** Ids by the condition that leaves fewest. */
export async function findFewest(finders: readonly Finder[], most: number): Promise<number[]> {
  const found = await Promise.all(finders.map((find) => find(most)));
  const [fewest = []] = found.toSorted((a, b) => a.length - b.length);
  return fewest.map(({ id }) => id);
}
