import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, instant, language, uuid } from '../../contract/fields.ts';
import { WEEK_HOURS } from '../dashboard/figures.ts';
import { REFERRAL_LIMITS } from '../messages/referral.ts';
import { RATING_LEVELS } from '../ratings/scale.ts';
import {
  GRAINS,
  MAILED_PERIODS,
  MAX_LINES,
  MAX_PARTS,
  MEASURES,
  NONE,
  PARTS,
  REPORT_PAGE,
} from './measures.ts';

/** Reports of a company's days, narrowed to a part of its work. All durations are in minutes. */

/** A number as text, or `none`. */
const one = z.string().regex(new RegExp(`^(${NONE}|[1-9]\\d{0,14})$`));

/** Days of the company's calendar, both included, and what all figures are narrowed to, joined by "and". */
const query = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  queue: one.optional(),
  agent: one.optional(),
  tag: one.optional(),
  connection: one.optional(),
  /** A messenger, as connections name it. */
  channel: z.string().min(1).max(40).optional(),
  /** The `source` of what brought the customer. */
  origin: z.string().min(1).max(REFERRAL_LIMITS.source).optional(),
});
export type ReportQuery = z.output<typeof query>;

const count = z.int();
/** Null: of nothing. */
const minutes = z.number().nullable();
const duration = z.object({ count, median: minutes, p90: minutes });
export type DurationReport = z.output<typeof duration>;

const figures = z.object({
  /** Conversations that began; a customer who comes back begins another. */
  begun: count,
  /** Those of people who came for the first time. */
  newContacts: count,
  /** The time runs from the customer's word to a person's answer; no bot and no automatic text. */
  answered: duration,
  /** The time runs from the beginning to the end. */
  finished: duration,
  /** Ratings of conversations that ended, and their mean from 1 to 3; null without any. */
  rated: z.object({ count, average: z.number().nullable() }),
  /** Deadlines; one that was missed counts when it was due. */
  met: count,
  missed: count,
});
export type ReportFigures = z.output<typeof figures>;

const days = z.object({ from: z.iso.date(), to: z.iso.date() });

const ERRORS = ['ERR_DASHBOARD_RANGE', 'ERR_DASHBOARD_RANGE_TOO_LONG'] as const;

const reportQuery = query.extend({ grain: z.enum(GRAINS) });
const partQuery = query.extend({ part: z.enum(PARTS) });

/** `day` is the first of a day, week (from Monday on) or month, though it may be before `from`. */
const point = figures.extend({ day: z.iso.date() });
export type ReportPoint = z.output<typeof point>;

/** The figures of some days, those of as many days before, and how they went. */
export const getReport = route({
  method: 'GET',
  path: '/reports',
  access: 'dashboard:view',
  tool: true,
  heavy: true,
  screen: true,
  kept: true,
  query: reportQuery,
  response: z.object({
    /** What it was asked, for whoever keeps it. */
    asked: reportQuery,
    period: figures.extend(days.shape),
    before: figures.extend(days.shape),
    /** Every day, week or month, also those in which nothing was. */
    points: z.array(point),
    /** How many conversations began in each hour of the week, from Monday at midnight on. */
    weekHours: z.array(count).length(WEEK_HOURS),
    timezone: z.string(),
  }),
  errors: ERRORS,
});
export type Report = z.output<(typeof getReport)['response']>;

const partReport = z.object({
  /** As the query takes it. */
  key: z.string(),
  /** Empty: it has none (`none`), or it is gone. */
  name: z.string(),
  period: figures,
  before: figures,
});
export type PartReport = z.output<typeof partReport>;

/**
 * The same by queue, agent, tag, connection, channel or origin: the ones with the most conversations first, and only those
 * with anything.
 * A conversation with two tags counts for both.
 */
export const getReportParts = route({
  method: 'GET',
  path: '/reports/parts',
  access: 'dashboard:view',
  heavy: true,
  screen: true,
  kept: true,
  query: partQuery,
  response: z.object({ asked: partQuery, rows: z.array(partReport).max(MAX_PARTS) }),
  errors: ERRORS,
});

export type PartReports = z.output<(typeof getReportParts)['response']>;

const lineQuery = reportQuery.extend({ part: z.enum(PARTS) });
const line = z.object({
  /** As those of the parts. */
  key: z.string(),
  name: z.string(),
  /** As many as the report has. */
  points: z.array(point),
});
export type ReportLine = z.output<typeof line>;

/** How the ones with the most conversations went over the days, weeks or months, by queue, agent, tag, or whatever it is. */
export const getReportLines = route({
  method: 'GET',
  path: '/reports/lines',
  access: 'dashboard:view',
  heavy: true,
  screen: true,
  kept: true,
  query: lineQuery,
  response: z.object({ asked: lineQuery, lines: z.array(line).max(MAX_LINES) }),
  errors: ERRORS,
});
export type ReportLines = z.output<(typeof getReportLines)['response']>;

const counted = z.object({
  /** Of what is counted, which is not its conversation: that may be counted several times. */
  id,
  ticketId: id,
  uuid,
  /** The customer. */
  name: z.string(),
  /** Empty: of none, or it is gone. */
  queueName: z.string(),
  agentName: z.string(),
  at: instant,
  /** How long it took; null for what takes no time. */
  minutes: z.number().nullable(),
  rate: z.literal(RATING_LEVELS).nullable(),
});
export type CountedTicket = z.output<typeof counted>;

/** Exactly what a number of a report counts, the newest first: as many rows as it says. */
export const listReportTickets = route({
  method: 'GET',
  path: '/reports/tickets',
  access: 'dashboard:view',
  heavy: true,
  screen: true,
  query: query.extend({
    measure: z.enum(MEASURES),
    /** The `next` of the page before. */
    after: z
      .string()
      .regex(/^\d{1,17}\.\d{1,15}$/)
      .optional(),
  }),
  response: z.object({
    tickets: z.array(counted).max(REPORT_PAGE),
    hasMore: z.boolean(),
    next: z.string().nullable(),
  }),
  errors: ERRORS,
});

const mailing = z.object({ periods: z.array(z.enum(MAILED_PERIODS)).max(MAILED_PERIODS.length), language });

/** Which reports are mailed to the caller. */
export const getReportMailing = route({
  method: 'GET',
  path: '/reports/mailing',
  access: 'dashboard:view',
  closedToPrograms: 'ofPerson',
  screen: true,
  response: mailing.extend({
    /** Whether the server can send mail at all. */
    sendsMail: z.boolean(),
    /** Where it goes. */
    email: z.string(),
  }),
});

/** From the next Monday, or first day of a month, on. No period: none is mailed any more. */
export const saveReportMailing = route({
  method: 'PUT',
  path: '/reports/mailing',
  access: 'dashboard:view',
  closedToPrograms: 'ofPerson',
  screen: true,
  body: mailing,
  status: 204,
  errors: ['ERR_NO_MAIL_SERVER'],
});
