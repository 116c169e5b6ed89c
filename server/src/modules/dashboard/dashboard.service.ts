import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type {
  Dashboard,
  DashboardNow,
  DashboardQuery,
  DurationFigures,
  Figures,
  getTicketsByDay,
  getTicketsByUser,
  OwnFigures,
  SourceFigures,
} from '@balcao/shared/features/dashboard/calls.ts';
import {
  LATELY_DAYS,
  MAX_RANGE_DAYS,
  percentile,
  type Spread,
  WEEK_HOURS,
} from '@balcao/shared/features/dashboard/figures.ts';
import { DAY_MS } from '@balcao/shared/time/wall-clock.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as repo from './dashboard.repo.ts';
import { type Counts, type Days, type Part, type PartCounts, readCounts } from './figures.repo.ts';

const WEEK_BEGAN_MS = Date.UTC(2001, 0, 1);
const dayNumber = (day: string) => (Date.parse(day) - WEEK_BEGAN_MS) / DAY_MS;
export const dayOf = (number: number) => new Date(WEEK_BEGAN_MS + number * DAY_MS).toISOString().slice(0, 10);

/** The days that are asked for, on the company's calendar. */
export function daysAsked({ days, date_from: from, date_to: to }: DashboardQuery, today: string): Days {
  if (!days && !from && !to) throw new AppError('ERR_DASHBOARD_FILTER');
  const last = dayNumber(to ?? today);
  const first = from
    ? dayNumber(from)
    : to
      ? dayNumber(`${to.slice(0, 8)}01`)
      : last - Math.max(days ?? 1, 1) + 1;
  if (last < first) throw new AppError('ERR_DASHBOARD_RANGE');
  if (last - first >= MAX_RANGE_DAYS)
    throw new AppError('ERR_DASHBOARD_RANGE_TOO_LONG', { days: MAX_RANGE_DAYS });
  return { first, last };
}

const newestDays = (last: number): Days[] =>
  Array.from({ length: LATELY_DAYS }, (_, index) => {
    const day = last - LATELY_DAYS + 1 + index;
    return { first: day, last: day };
  });

const daysBefore = ({ first, last }: Days): Days => ({ first: first - (last - first + 1), last: first - 1 });

export async function readDashboard(
  tx: Tx,
  { companyId }: Actor,
  query: DashboardQuery,
  now: Date,
): Promise<Dashboard> {
  const { timezone, today } = await repo.findPlace(tx, companyId, now);
  const days = daysAsked(query, today);
  const todays = { first: dayNumber(today), last: dayNumber(today) };
  const names = await repo.findNames(tx, companyId);
  const counted = await readCounts(tx, companyId, [
    { days, parts: ['all', 'queue', 'connection', 'user'] },
    { days: daysBefore(days), parts: ['all'] },
    { days: todays, parts: ['all'] },
    { days: daysBefore(todays), parts: ['all'] },
    ...newestDays(days.last).map((day) => ({ days: day, parts: ['all'] as const })),
  ]);
  const [parts = [], earlier = [], todayParts = [], yesterdayParts = [], ...lately] = counted;
  const of = (part: Part) => parts.filter((one) => one.part === part);
  const period = summary(days, of('all')[0]);
  const before = summary(daysBefore(days), earlier[0]);
  return {
    counters: {
      supportPending: names.pending,
      supportHappening: names.open,
      supportFinished: period.finished,
      leads: period.leads,
      avgSupportTime: period.avgSupportTime,
      avgWaitTime: period.avgWaitTime,
    },
    attendants: attendantsOf(names.users, of('user')),
    period,
    before,
    queues: namedOf(of('queue'), names.queues),
    connections: namedOf(of('connection'), names.connections),
    weekHours: hoursOf(of('all')[0]?.hours, WEEK_HOURS),
    today: hoursOf(todayParts[0]?.hours, 24),
    yesterday: hoursOf(yesterdayParts[0]?.hours, 24),
    lately: lately.map(([all]) => newestFigures(all)),
    timezone,
  };
}

export async function readTicketsByDay(
  tx: Tx,
  { companyId }: Actor,
  query: DashboardQuery,
  now: Date,
): Promise<RouteOutput<typeof getTicketsByDay>> {
  const { today } = await repo.findPlace(tx, companyId, now);
  const { first, last } = daysAsked(query, today);
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const wanted = days.map((day) => ({ days: { first: day, last: day }, parts: ['all'] as const }));
  const counted = (await readCounts(tx, companyId, wanted)).map(([all]) => all);
  const count = counted.reduce((sum, all) => sum + (all?.begun ?? 0), 0);
  const hours = days.length === 1 ? hoursOf(counted[0]?.hours, 24) : null;
  const data = hours
    ? hours.map((total, hour) => ({ at: String(hour).padStart(2, '0'), total }))
    : days.map((day, index) => ({ at: dayOf(day), total: counted[index]?.begun ?? 0 }));
  return { by: hours ? 'hour' : 'day', count, data };
}

export async function readTicketsByUser(
  tx: Tx,
  { companyId }: Actor,
  query: DashboardQuery,
  now: Date,
): Promise<RouteOutput<typeof getTicketsByUser>> {
  const { today } = await repo.findPlace(tx, companyId, now);
  const { users } = await repo.findNames(tx, companyId);
  const wanted = { days: daysAsked(query, today), parts: ['user'] as const };
  const [parts = []] = await readCounts(tx, companyId, [wanted]);
  return {
    data: attendantsOf(users, parts).map(({ id, name, tickets }) => ({ id, name, total: tickets })),
  };
}

export async function readSources(
  tx: Tx,
  { companyId }: Actor,
  query: DashboardQuery,
  now: Date,
): Promise<SourceFigures[]> {
  const { today } = await repo.findPlace(tx, companyId, now);
  return repo.countSources(tx, companyId, daysAsked(query, today));
}

export const readNow = (tx: Tx, { companyId }: Actor): Promise<DashboardNow> => repo.findNow(tx, companyId);

export async function readOwnFigures(
  tx: Tx,
  { companyId, userId }: Actor,
  query: DashboardQuery,
  now: Date,
): Promise<OwnFigures> {
  const { today } = await repo.findPlace(tx, companyId, now);
  const days = daysAsked(query, today);
  const wanted = [days, daysBefore(days)].map((range) => ({ days: range, parts: ['user'] as const }));
  const [own = [], earlier = []] = await readCounts(tx, companyId, wanted, userId);
  return { period: summary(days, own[0]), before: summary(daysBefore(days), earlier[0]) };
}

const NOTHING: Omit<PartCounts, 'part' | 'partId'> = {
  ...{ begun: 0, leads: 0, answered: 0, answerS: 0, waited: 0, waitS: 0, served: 0, serviceS: 0 },
  ...{ finished: 0, finishS: 0, bad: 0, fair: 0, good: 0, answers: {}, finishes: {}, hours: {} },
  ...{ firstMet: 0, firstMissed: 0, nextMet: 0, nextMissed: 0, solvedMet: 0, solvedMissed: 0 },
};

function summary({ first, last }: Days, counts: Omit<PartCounts, 'part' | 'partId'> = NOTHING): Figures {
  const { bad, fair, good } = counts;
  return {
    from: dayOf(first),
    to: dayOf(last),
    begun: counts.begun,
    finished: counts.finished,
    leads: counts.leads,
    avgWaitTime: meanMinutes(counts.waitS, counts.waited) ?? 0,
    avgSupportTime: meanMinutes(counts.serviceS, counts.served) ?? 0,
    firstAnswer: durationOf(counts.answerS, counts.answered, counts.answers),
    resolution: durationOf(counts.finishS, counts.finished, counts.finishes),
    ratings: { 1: bad, 2: fair, 3: good, average: ratingOf(counts) },
  };
}

function newestFigures(counts: Omit<PartCounts, 'part' | 'partId'> = NOTHING): Dashboard['lately'][number] {
  return {
    finished: counts.finished,
    leads: counts.leads,
    avgWaitTime: meanMinutes(counts.waitS, counts.waited),
    avgSupportTime: meanMinutes(counts.serviceS, counts.served),
  };
}

const meanMinutes = (seconds: number, count: number) => (count > 0 ? seconds / count / 60 : null);

function durationOf(seconds: number, count: number, spread: Spread): DurationFigures {
  const within = (share: number) => {
    const found = percentile(spread, share);
    return found === null ? null : found / 60;
  };
  return { count, average: meanMinutes(seconds, count), median: within(0.5), p90: within(0.9) };
}

function ratingOf({ bad, fair, good }: Counts): number | null {
  const count = bad + fair + good;
  return count > 0 ? (bad + 2 * fair + 3 * good) / count : null;
}

function attendantsOf(users: repo.Names['users'], parts: readonly PartCounts[]): Dashboard['attendants'] {
  const of = new Map(parts.map((part) => [part.partId, part]));
  return users.map(({ id, name, online }) => {
    const counts = of.get(id) ?? NOTHING;
    const avgSupportTime = meanMinutes(counts.serviceS, counts.served) ?? 0;
    return { id, name, online, rating: ratingOf(counts), avgSupportTime, tickets: counts.finished };
  });
}

interface Known {
  id: number;
  name: string;
  color?: string;
}

/** The largest first. */
function namedOf(parts: readonly PartCounts[], known: readonly Known[]): Dashboard['queues'] {
  const names = new Map(known.map((one) => [one.id, one]));
  return parts
    .filter(({ begun }) => begun > 0)
    .map(({ partId, begun }) => {
      const { name = '', color = null } = names.get(partId) ?? {};
      return { id: partId === 0 ? null : partId, name, color, count: begun };
    })
    .sort((a, b) => b.count - a.count || (a.id ?? 0) - (b.id ?? 0));
}

/** Spreads figures by the hours since the week began, or since each day did. */
function hoursOf(spread: Spread | undefined, length: number): number[] {
  const hours = new Array<number>(length).fill(0);
  for (const [hour, count] of Object.entries(spread ?? {})) {
    const place = Number(hour) % length;
    hours[place] = (hours[place] ?? 0) + count;
  }
  return hours;
}
