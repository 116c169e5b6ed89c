import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { WEEK_HOURS } from '@balcao/shared/features/dashboard/figures.ts';
import type {
  listReportTickets,
  PartReports,
  Report,
  ReportFigures,
  ReportLines,
  ReportQuery,
} from '@balcao/shared/features/reports/calls.ts';
import {
  type Grain,
  MAX_LINES,
  type Measure,
  REPORT_PAGE,
} from '@balcao/shared/features/reports/measures.ts';
import { DAY_MS, instantOf } from '@balcao/shared/time/wall-clock.ts';
import type { Tx } from '../../platform/db/client.ts';
import { dayOf, daysAsked } from '../dashboard/dashboard.service.ts';
import type { Asked, Stretch } from './counted.repo.ts';
import * as numbers from './report-numbers.repo.ts';
import { listCounted, type ReportPlace } from './report-tickets.repo.ts';
import { findTimezone } from './reports.repo.ts';

/** Days as numbers that follow each other, both included. */
type Days = ReturnType<typeof daysAsked>;

export async function readReport(tx: Tx, companyId: number, query: Report['asked']): Promise<Report> {
  const { from, to, grain, ...filter } = query;
  const timezone = await findTimezone(tx, companyId);
  const days = daysAsked({ date_from: from, date_to: to }, to);
  const earlier = daysBefore(days);
  const asked = (range: Days): Asked => ({ companyId, stretch: stretchOf(range, timezone), filter });
  const points = await numbers.readPoints(tx, asked(days), grain, timezone);
  const known = new Map(points.map((point) => [point.key, point]));
  return {
    asked: query,
    period: { ...datesOf(days), ...figuresOf(await numbers.readTotal(tx, asked(days))) },
    before: { ...datesOf(earlier), ...figuresOf(await numbers.readTotal(tx, asked(earlier))) },
    points: stepsOf(datesOf(days), grain).map((day) => ({ day, ...figuresOf(known.get(day)) })),
    weekHours: await weekOf(tx, asked(days), timezone),
    timezone,
  };
}

async function weekOf(tx: Tx, asked: Asked, timezone: string): Promise<number[]> {
  const counted = await numbers.readWeekHours(tx, asked, timezone);
  const begun = new Map(counted.map(({ hour, begun: count }) => [hour, count]));
  return Array.from({ length: WEEK_HOURS }, (_, hour) => begun.get(hour) ?? 0);
}

export async function readParts(
  tx: Tx,
  companyId: number,
  query: PartReports['asked'],
): Promise<PartReports> {
  const { from, to, part, ...filter } = query;
  const timezone = await findTimezone(tx, companyId);
  const days = daysAsked({ date_from: from, date_to: to }, to);
  const asked = (range: Days): Asked => ({ companyId, stretch: stretchOf(range, timezone), filter });
  // Among the tickets of one tag others are not counted.
  const only = filter[part];
  const shown = await numbers.readParts(tx, asked(days), part, only === undefined ? null : [only]);
  const keys = shown.map(({ key }) => key);
  const before = await numbers.readParts(tx, asked(daysBefore(days)), part, keys);
  const earlier = new Map(before.map((one) => [one.key, one]));
  const names = new Map(
    (await numbers.findNames(tx, companyId, part, keys)).map(({ key, name }) => [key, name]),
  );
  const rows = shown.map((one) => ({
    key: one.key,
    name: names.get(one.key) ?? '',
    period: figuresOf(one),
    before: figuresOf(earlier.get(one.key)),
  }));
  return { asked: query, rows };
}

export async function readLines(
  tx: Tx,
  companyId: number,
  query: ReportLines['asked'],
): Promise<ReportLines> {
  const { from, to, part, grain, ...filter } = query;
  const timezone = await findTimezone(tx, companyId);
  const days = daysAsked({ date_from: from, date_to: to }, to);
  const asked: Asked = { companyId, stretch: stretchOf(days, timezone), filter };
  const only = filter[part];
  const largest = await numbers.readParts(tx, asked, part, only === undefined ? null : [only]);
  const keys = largest.slice(0, MAX_LINES).map(({ key }) => key);
  const steps = stepsOf(datesOf(days), grain);
  const counted = await numbers.readLines(tx, asked, grain, timezone, part, keys);
  const known = new Map(counted.map((point) => [`${point.line} ${point.key}`, point]));
  const names = new Map(
    (await numbers.findNames(tx, companyId, part, keys)).map(({ key, name }) => [key, name]),
  );
  const lines = keys.map((key) => ({
    key,
    name: names.get(key) ?? '',
    points: steps.map((day) => ({ day, ...figuresOf(known.get(`${key} ${day}`)) })),
  }));
  return { asked: query, lines };
}

export async function listTickets(
  tx: Tx,
  companyId: number,
  { from, to, measure, after, ...filter }: ReportQuery & { measure: Measure; after?: string | undefined },
): Promise<RouteOutput<typeof listReportTickets>> {
  const timezone = await findTimezone(tx, companyId);
  const stretch = stretchOf(daysAsked({ date_from: from, date_to: to }, to), timezone);
  const rows = await listCounted(
    tx,
    { companyId, stretch, filter },
    measure,
    after === undefined ? null : placeOf(after),
    REPORT_PAGE + 1,
  );
  const shown = rows.slice(0, REPORT_PAGE);
  const last = rows.length > REPORT_PAGE ? shown.at(-1) : undefined;
  return {
    tickets: shown.map(({ at, seconds, micros: _micros, ...row }) => ({
      ...row,
      at: at.toISOString(),
      minutes: inMinutes(seconds),
    })),
    hasMore: last !== undefined,
    next: last ? `${last.micros}.${last.id}` : null,
  };
}

function placeOf(after: string): ReportPlace {
  const [micros, id] = after.split('.').map(Number);
  return { micros: micros ?? 0, id: id ?? 0 };
}

const daysBefore = ({ first, last }: Days): Days => ({ first: first - (last - first + 1), last: first - 1 });
const datesOf = ({ first, last }: Days) => ({ from: dayOf(first), to: dayOf(last) });

/** From the first midnight to the one behind the last day, on the company's clocks. */
function stretchOf({ first, last }: Days, timezone: string): Stretch {
  const midnight = (day: string) => instantOf(Date.parse(day) / DAY_MS, 0, timezone);
  return { from: midnight(dayOf(first)), to: midnight(dayOf(last + 1)) };
}

/** The first day of each day, week or month that has one of these days. */
function stepsOf({ from, to }: { from: string; to: string }, grain: Grain): string[] {
  const steps: string[] = [];
  for (let at = beginOf(new Date(from), grain); at <= new Date(to); at = nextOf(at, grain))
    steps.push(at.toISOString().slice(0, 10));
  return steps;
}

function beginOf(day: Date, grain: Grain): Date {
  if (grain === 'month') return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1));
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  return grain === 'week' ? new Date(day.getTime() - sinceMonday * DAY_MS) : day;
}

const nextOf = (at: Date, grain: Grain): Date =>
  grain === 'month'
    ? new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
    : new Date(at.getTime() + (grain === 'week' ? 7 : 1) * DAY_MS);

function figuresOf(counted: numbers.Numbers | undefined): ReportFigures {
  return {
    begun: counted?.begun ?? 0,
    newContacts: counted?.newContacts ?? 0,
    answered: {
      count: counted?.answered ?? 0,
      median: inMinutes(counted?.answerMedian ?? null),
      p90: inMinutes(counted?.answerP90 ?? null),
    },
    finished: {
      count: counted?.finished ?? 0,
      median: inMinutes(counted?.finishMedian ?? null),
      p90: inMinutes(counted?.finishP90 ?? null),
    },
    rated: { count: counted?.rated ?? 0, average: counted?.rateAverage ?? null },
    met: counted?.met ?? 0,
    missed: counted?.missed ?? 0,
  };
}

const inMinutes = (seconds: number | null): number | null => (seconds === null ? null : seconds / 60);
