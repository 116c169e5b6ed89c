import type { RatingCounts, RatingFilter, RatingView } from '@balcao/shared/features/ratings/calls.ts';
import { type RatingScale, ratingLevel } from '@balcao/shared/features/ratings/scale.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Page } from '../../platform/db/page.ts';

export type RatingRecord = Omit<RatingView, 'ratedAt' | 'level'> & { ratedAt: Date };

/** Nobody writes more of them about one mark; a machine might. */
const MAX_WORDS = 20;

/** The newest first: a page is cut from an index, then read. */
export async function list(
  tx: Tx,
  companyId: number,
  filter: RatingFilter,
  { offset, limit, after }: Page<readonly [string, number]>,
): Promise<RatingRecord[]> {
  return tx<RatingRecord[]>`
    select k.id, k.rating_scale as scale, k.rate as mark, k.rated_at,
      jsonb_build_object('id', t.id, 'uuid', t.uuid, 'channel', w.channel) as ticket,
      jsonb_build_object('id', c.id, 'name', c.name) as contact,
      case when u.id is not null then jsonb_build_object('id', u.id, 'name', u.name) end as user,
      case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) end as queue,
      said.words
    from (
      select k.* from ticket_tracking k
      where ${matching(tx, companyId, filter)}
        ${after ? tx`and (k.rated_at, k.id) < (${after[0]}::timestamptz, ${after[1]})` : tx``}
      order by k.rated_at desc, k.id desc offset ${offset} limit ${limit}) k
    join tickets t on t.company_id = k.company_id and t.id = k.ticket_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join connections w on w.company_id = t.company_id and w.id = t.connection_id
    left join users u on u.company_id = k.company_id and u.id = k.user_id
    left join queues q on q.company_id = k.company_id and q.id = k.queue_id
    cross join lateral (${wordsOf(tx)}) said
    order by k.rated_at desc, k.id desc`;
}

const wordsOf = (tx: Tx) => tx`
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'fromMe', m.from_me, 'userName', m.user_name,
      'body', case when m.is_deleted then '' else m.body end, 'mediaType', m.media_type, 'createdAt', m.created_at)
      order by m.created_at, m.id), '[]') as words
  from (
    select m.*, a.name as user_name from rating_messages r
    join messages m on m.company_id = r.company_id and m.id = r.message_id
    left join users a on a.company_id = m.company_id and a.id = m.user_id
    where r.company_id = k.company_id and r.tracking_id = k.id
    order by m.created_at, m.id limit ${MAX_WORDS}) m`;

export async function count(tx: Tx, companyId: number, filter: RatingFilter): Promise<RatingCounts> {
  const rows = await tx<{ scale: RatingScale; mark: number; count: number; commented: number }[]>`
    select k.rating_scale as scale, k.rate as mark, count(*)::int as count, count(k.commented_at)::int as commented
    from ticket_tracking k where ${matching(tx, companyId, filter)}
    group by 1, 2 order by 1, 2`;
  return {
    marks: rows.map(({ scale, mark, count }) => ({ scale, mark, count })),
    commented: rows.reduce((sum, { commented }) => sum + commented, 0),
  };
}

/** Conditions on `k`, each from an index. A mark of a scale is looked for among those of its level. */
function matching(tx: Tx, companyId: number, filter: RatingFilter) {
  const { userId, queueId, from, to, scale, mark, commented } = filter;
  const level = filter.level ?? (scale && mark !== undefined ? ratingLevel(scale, mark) : undefined);
  return tx`
    k.company_id = ${companyId} and k.rate is not null
    ${userId ? tx`and k.user_id = ${userId}` : tx``}
    ${queueId ? tx`and k.queue_id = ${queueId}` : tx``}
    ${from ? tx`and k.rated_at >= ${midnight(tx, companyId, from, 0)}` : tx``}
    ${to ? tx`and k.rated_at < ${midnight(tx, companyId, to, 1)}` : tx``}
    ${level ? tx`and rating_level(k.rating_scale, k.rate) = ${level}` : tx``}
    ${scale ? tx`and k.rating_scale = ${scale}` : tx``}
    ${mark === undefined ? tx`` : tx`and k.rate = ${mark}`}
    ${commented === undefined ? tx`` : commented ? tx`and k.commented_at is not null` : tx`and k.commented_at is null`}`;
}

/** The first instant of the day, or of one that many days later. */
const midnight = (tx: Tx, companyId: number, day: string, later: number) => tx`
  ((${day}::date + ${later}::int)::timestamp at time zone (select timezone from companies where id = ${companyId}))`;

/** Where it was given, and the last that the customer said about it. */
export async function find(
  tx: Tx,
  companyId: number,
  ratingId: number,
): Promise<{ ticketId: number; contactName: string; commentId: string | null } | undefined> {
  const [found] = await tx<{ ticketId: number; contactName: string; commentId: string | null }[]>`
    select k.ticket_id, c.name as contact_name, (
      select m.id from rating_messages r join messages m on m.company_id = r.company_id and m.id = r.message_id
      where r.company_id = ${companyId} and r.tracking_id = ${ratingId} and not m.from_me and not m.is_deleted
      order by m.created_at desc, m.id desc limit 1) as comment_id
    from ticket_tracking k
    join tickets t on t.company_id = k.company_id and t.id = k.ticket_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where k.company_id = ${companyId} and k.id = ${ratingId} and k.rate is not null`;
  return found;
}

/** @returns the uuid of the ticket in which it was said */
export async function addAnswer(
  tx: Tx,
  companyId: number,
  { ratingId, messageId, ticketId }: { ratingId: number; messageId: string; ticketId: number },
): Promise<string> {
  const [ticket] = await tx<{ uuid: string }[]>`
    with said as (
      insert into rating_messages (company_id, tracking_id, message_id) values (${companyId}, ${ratingId}, ${messageId}))
    select uuid from tickets where company_id = ${companyId} and id = ${ticketId}`;
  if (!ticket) throw new Error('an answer without a ticket');
  return ticket.uuid;
}
