import type { Facts } from '@balcao/shared/features/automations/facts.ts';
import { LIMITS } from '@balcao/shared/features/automations/limits.ts';
import { type BusinessHours, DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import type { Holiday } from '@balcao/shared/time/holidays.ts';
import { isOpenAt } from '@balcao/shared/time/opening.ts';
import type postgres from 'postgres';
import type { Tx } from '../../platform/db/client.ts';
import type { Line } from './occurrences.ts';

/** A ticket as rules see it. */
export interface RuledTicket {
  id: number;
  contactId: number;
  uuid: string;
  contactName: string;
  lastMessage: string;
  lastMessageAt: Date;
  facts: Facts;
  /** Those of the lines that were asked for which are its own, with their words. */
  lines: Line[];
}

interface FactsRow extends Omit<RuledTicket, 'facts'>, Omit<Facts, 'contact' | 'isOpen' | 'ageMinutes'> {
  number: string;
  email: string;
  extraInfo: { name: string; value: string }[];
  openedAt: Date;
  timezone: string;
  holidays: Holiday[];
  schedules: BusinessHours | null;
  queueSchedules: BusinessHours | null;
  scheduleType: string | null;
}

interface Asked {
  now: Date;
  /** Some rule asks how many messages the customer has written. */
  countsMessages: boolean;
}

/** The tickets in whose conversations these lines stand, and those with these contacts that are under way. */
export const loadConcerned = (
  tx: Tx,
  companyId: number,
  { lines, contactIds }: { lines: readonly string[]; contactIds: readonly number[] },
  asked: Asked,
): Promise<RuledTicket[]> =>
  load(
    tx,
    companyId,
    tx`select ticket_id, coalesce(jsonb_agg(line) filter (where line is not null), '[]') as lines from (
        select ticket_id, jsonb_build_object('id', id, 'body', body, 'origin', referral ->> 'kind') as line from messages
        where company_id = ${companyId} and id = any (${[...lines]}::uuid[])
        ${contactIds.length === 0 ? tx`` : underWay(tx, companyId, contactIds)}) concerned
      group by ticket_id`,
    asked,
  );

const underWay = (tx: Tx, companyId: number, contactIds: readonly number[]) => tx`
  union all
  select id, null from tickets
  where company_id = ${companyId} and contact_id = any (${[...contactIds]}::bigint[]) and status <> 'closed'`;

export async function loadOne(
  tx: Tx,
  companyId: number,
  ticketId: number,
  asked: Asked,
): Promise<RuledTicket | undefined> {
  const [found] = await load(
    tx,
    companyId,
    tx`select ${ticketId}::bigint as ticket_id, '[]'::jsonb as lines`,
    asked,
  );
  return found;
}

/** Those about which something was said last. */
export const loadNewest = (tx: Tx, companyId: number, limit: number, asked: Asked): Promise<RuledTicket[]> =>
  load(
    tx,
    companyId,
    tx`select id as ticket_id, '[]'::jsonb as lines from tickets where company_id = ${companyId} and not is_group
      order by last_message_at desc, id desc limit ${limit}`,
    asked,
  );

/** No rule looks at groups. @param wanted rows of ticket_id and lines */
async function load(
  tx: Tx,
  companyId: number,
  wanted: postgres.PendingQuery<postgres.Row[]>,
  { now, countsMessages }: Asked,
): Promise<RuledTicket[]> {
  const rows = await tx<FactsRow[]>`
    with wanted as materialized (${wanted})
    select t.id, t.contact_id, t.uuid, t.last_message, t.last_message_at, wanted.lines, t.status, t.queue_id, t.user_id,
      t.connection_id, w.channel, t.snoozed_until is not null as is_snoozed, t.chatbot, t.referral ->> 'kind' as origin,
      c.name as contact_name, c.number, c.email, c.extra_info, o.timezone, o.holidays, o.schedules,
      q.schedules as queue_schedules,
      (select value from settings where company_id = ${companyId} and key = 'scheduleType') as schedule_type,
      array(select tag_id from ticket_tags k where k.company_id = ${companyId} and k.ticket_id = t.id) as tag_ids,
      coalesce((select m.body from messages m
        where m.company_id = ${companyId} and m.ticket_id = t.id and not m.from_me
        order by m.created_at desc, m.id desc limit 1), '') as text,
      coalesce(cycle.is_first, false) as is_new_customer, coalesce(cycle.created_at, t.created_at) as opened_at,
      ${countsMessages ? messagesOfCycle(tx, companyId) : tx`0`} as messages
    from wanted
    join tickets t on t.company_id = ${companyId} and t.id = wanted.ticket_id
    join companies o on o.id = t.company_id
    join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    join connections w on w.company_id = t.company_id and w.id = t.connection_id
    left join queues q on q.company_id = t.company_id and q.id = t.queue_id
    left join lateral (
      select k.is_first, k.created_at from ticket_tracking k
      where k.company_id = ${companyId} and k.ticket_id = t.id order by k.id desc limit 1) cycle on true
    where not t.is_group
    order by t.last_message_at desc, t.id desc`;
  return rows.map((row) => present(row, now));
}

/** Of the customer, since the cycle before has ended. */
const messagesOfCycle = (tx: Tx, companyId: number) => tx`
  (select count(*)::int from (
    select from messages m
    where m.company_id = ${companyId} and m.ticket_id = t.id and not m.from_me and m.created_at > coalesce((
      select max(k.finished_at) from ticket_tracking k
      where k.company_id = ${companyId} and k.ticket_id = t.id), '-infinity')
    limit ${LIMITS.messages}) said)`;

function present(row: FactsRow, now: Date): RuledTicket {
  const { id, contactId, uuid, contactName, lastMessage, lastMessageAt, lines } = row;
  const { status, queueId, userId, connectionId, channel, isSnoozed, chatbot, tagIds, text, origin } = row;
  const ofQueue = row.scheduleType === 'queue' ? row.queueSchedules : null;
  const schedules = ofQueue ?? row.schedules ?? DEFAULT_BUSINESS_HOURS;
  const { holidays, timezone } = row;
  const facts: Facts = {
    ...{ status, queueId, userId, connectionId, channel, isSnoozed, chatbot, tagIds, text, origin },
    contact: { name: contactName, number: row.number, email: row.email, extraInfo: row.extraInfo },
    isOpen: isOpenAt({ schedules, holidays, timezone }, now),
    isNewCustomer: row.isNewCustomer,
    messages: row.messages,
    ageMinutes: Math.max(0, (now.getTime() - row.openedAt.getTime()) / 60_000),
  };
  return { id, contactId, uuid, contactName, lastMessage, lastMessageAt, facts, lines };
}
