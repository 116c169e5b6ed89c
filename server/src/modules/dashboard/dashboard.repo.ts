import {
  type DashboardNow,
  MAX_SOURCES,
  type SourceFigures,
} from '@balcao/shared/features/dashboard/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Days } from './figures.repo.ts';

/** What the dashboard shows besides its counters. */

export interface Place {
  timezone: string;
  /** Today there. */
  today: string;
}

export async function findPlace(tx: Tx, companyId: number, now: Date): Promise<Place> {
  const [place] = await tx<Place[]>`
    select timezone, timezone(timezone, ${now}::timestamptz)::date as today from companies where id = ${companyId}`;
  if (!place) throw new Error('no such company');
  return place;
}

export interface Names {
  users: { id: number; name: string; online: boolean }[];
  queues: { id: number; name: string; color: string }[];
  connections: { id: number; name: string }[];
  pending: number;
  open: number;
}

/** What the parts are called, and how many conversations are under way. */
export async function findNames(tx: Tx, companyId: number): Promise<Names> {
  const [names] = await tx<Names[]>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'online', online)
        order by plain(name), id), '[]') from users where company_id = ${companyId}) as users,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'color', color)), '[]')
        from queues where company_id = ${companyId}) as queues,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name)), '[]')
        from connections where company_id = ${companyId}) as connections,
      (select count(*)::int from tickets where company_id = ${companyId} and status = 'pending') as pending,
      (select count(*)::int from tickets where company_id = ${companyId} and status = 'open') as open`;
  if (!names) throw new Error('no row');
  return names;
}

/** The beginning of a day on the company's clocks. */
const midnight = (tx: Tx, companyId: number, day: number) => tx`(
  select (date '2001-01-01' + ${day}::int)::timestamp at time zone timezone from companies where id = ${companyId})`;

/** What became of a conversation stands in its rows, so each that was brought is looked at by its key. */
export async function countSources(tx: Tx, companyId: number, days: Days): Promise<SourceFigures[]> {
  return tx`
    select referral ->> 'kind' as kind, referral ->> 'source' as source,
      (array_agg(referral ->> 'title' order by referred_at desc))[1] as title,
      (array_agg(referral ->> 'sourceId' order by referred_at desc))[1] as source_id,
      (array_agg(referral ->> 'app' order by referred_at desc))[1] as app,
      count(*)::int as count,
      (count(*) filter (where exists (
        select from ticket_tracking k where k.company_id = ${companyId} and k.ticket_id = t.id
          and k.answered_at >= t.referred_at)))::int as answered,
      (count(*) filter (where exists (
        select from ticket_tags g where g.company_id = ${companyId} and g.ticket_id = t.id)))::int as tagged,
      (count(*) filter (where status = 'closed'))::int as finished
    from tickets t
    where company_id = ${companyId} and referral is not null
      and referred_at >= ${midnight(tx, companyId, days.first)}
      and referred_at < ${midnight(tx, companyId, days.last + 1)}
    group by 1, 2 order by count desc, source limit ${MAX_SOURCES}`;
}

const MAX_QUEUE = 20;

/** Each from an index: those who wait by status, and by agent. */
export async function findNow(tx: Tx, companyId: number): Promise<DashboardNow> {
  const [now] = await tx<DashboardNow[]>`
    select
      (select jsonb_build_object('count', count(*), 'since', ${iso(tx, tx`min(waiting_since)`)}) from tickets
        where company_id = ${companyId} and status in ('pending', 'open') and waiting_since is not null
          and snoozed_until is null) as waiting,
      (select jsonb_build_object('open', count(*) filter (where status = 'open'),
          'pending', count(*) filter (where status = 'pending' and not chatbot),
          'chatbot', count(*) filter (where status = 'pending' and chatbot)) from tickets
        where company_id = ${companyId} and status in ('pending', 'open') and snoozed_until is null) as lists,
      unseen.count as unseen, unseen.queue_ids as unseen_queue_ids,
      (select coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'uuid', w.uuid, 'name', c.name, 'queueId', w.queue_id,
          'queueName', coalesce(q.name, ''), 'since', ${iso(tx, tx`w.waiting_since`)}) order by w.waiting_since, w.id), '[]')
        from (
          select id, uuid, contact_id, queue_id, waiting_since from tickets
          where company_id = ${companyId} and status = 'pending' and waiting_since is not null and snoozed_until is null
          order by waiting_since, id limit ${MAX_QUEUE}) w
        join contacts c on c.company_id = ${companyId} and c.id = w.contact_id
        left join queues q on q.company_id = ${companyId} and q.id = w.queue_id) as queue,
      (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'online', u.online,
          'openTickets', coalesce(load.count, 0), 'unanswered', oldest.of)
          order by u.online desc, coalesce(load.count, 0) desc, plain(u.name), u.id), '[]')
        from users u
        left join (select user_id, count(*) as count from tickets
          where company_id = ${companyId} and status = 'open' and snoozed_until is null group by user_id) load on load.user_id = u.id
        left join lateral (
          select jsonb_build_object('uuid', t.uuid, 'since', ${iso(tx, tx`t.waiting_since`)}) as of from tickets t
          where t.company_id = ${companyId} and t.user_id = u.id and t.status = 'open' and t.waiting_since is not null
            and t.snoozed_until is null order by t.waiting_since, t.id limit 1) oldest on true
        where u.company_id = ${companyId} and (u.online or load.count > 0 or u.profile = 'user')) as people
    from (${unseenOf(tx, companyId)}) unseen`;
  if (!now) throw new Error('no row');
  return now;
}

/**
 * Those whom no agent sees, where there are agents; without any, those who see everything work. Members serve a queue
 * whatever their profile, so whoever leads a company and serves one says so by being a member.
 */
const unseenOf = (tx: Tx, companyId: number) => tx`
  select count(*)::int, coalesce(jsonb_agg(distinct t.queue_id), '[]') as queue_ids from tickets t
  where t.company_id = ${companyId} and t.status = 'pending' and not t.chatbot
    and t.waiting_since is not null and t.snoozed_until is null
    and exists (select from users where company_id = ${companyId} and profile = 'user')
    and case when t.queue_id is null
      then not exists (select from users where company_id = ${companyId} and profile = 'user' and all_ticket)
      else not exists (select from user_queues where company_id = ${companyId} and queue_id = t.queue_id) end`;

const iso = (tx: Tx, instant: ReturnType<typeof tx>) =>
  tx`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
