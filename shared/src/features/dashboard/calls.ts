import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, instant, uuid } from '../../contract/fields.ts';
import { REFERRAL_KINDS } from '../messages/referral.ts';
import { LATELY_DAYS, WEEK_HOURS } from './figures.ts';

/** The figures of a company over some days of its own calendar. All durations are in minutes. */

/** `days` counts back from today and gives way to dates. Of dates, the missing one is today, or the first of the month. */
const query = z.object({
  days: z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .optional(),
  date_from: z.iso.date().optional(),
  date_to: z.iso.date().optional(),
});
export type DashboardQuery = z.output<typeof query>;

const count = z.int();
const minutes = z.number();
const duration = z.object({
  count,
  average: minutes.nullable(),
  median: minutes.nullable(),
  p90: minutes.nullable(),
});
export type DurationFigures = z.output<typeof duration>;

const figures = z.object({
  /** Days of the company's calendar, both included. */
  from: z.iso.date(),
  to: z.iso.date(),
  /** Conversations that began, and those that ended. A customer who comes back begins another. */
  begun: count,
  finished: count,
  /** People who came for the first time. */
  leads: count,
  avgWaitTime: minutes,
  avgSupportTime: minutes,
  /** The time runs from the customer's word to a person's answer; no bot and no automatic text. */
  firstAnswer: duration,
  /** The time runs from the beginning to the end. */
  resolution: duration,
  ratings: z.object({ 1: count, 2: count, 3: count, average: z.number().nullable() }),
});
export type Figures = z.output<typeof figures>;

const named = z.object({
  /** Null: of none. */
  id: id.nullable(),
  /** Empty: it is gone. */
  name: z.string(),
  color: z.string().nullable(),
  count,
});

const ERRORS = ['ERR_DASHBOARD_FILTER', 'ERR_DASHBOARD_RANGE', 'ERR_DASHBOARD_RANGE_TOO_LONG'] as const;

/** The figures of some days: conversations, waiting times, ratings, by agent and queue. */
export const getDashboard = route({
  method: 'GET',
  path: '/dashboard',
  access: 'dashboard:view',
  tool: true,
  heavy: true,
  screen: true,
  kept: true,
  query,
  response: z.object({
    counters: z.object({
      /** These two count what waits and what is under way now. */
      supportPending: count,
      supportHappening: count,
      supportFinished: count,
      leads: count,
      avgSupportTime: minutes,
      avgWaitTime: minutes,
    }),
    attendants: z.array(
      z.object({
        id,
        name: z.string(),
        /** The mean of 1 to 3; null without any. */
        rating: z.number().nullable(),
        avgSupportTime: minutes,
        /** Conversations that this person has ended in these days. */
        tickets: count,
        online: z.boolean(),
      }),
    ),
    period: figures,
    /** The same number of days, right before. */
    before: figures,
    queues: z.array(named),
    connections: z.array(named),
    /** How many conversations began in each hour of the week, from Monday at midnight on. */
    weekHours: z.array(count).length(WEEK_HOURS),
    /** The same of today, by hour. */
    today: z.array(count).length(24),
    yesterday: z.array(count).length(24),
    /** The newest days of the period and as many before it as are missing, each alone; a mean is null of nobody. */
    lately: z
      .array(
        z.object({
          finished: count,
          leads: count,
          avgSupportTime: minutes.nullable(),
          avgWaitTime: minutes.nullable(),
        }),
      )
      .length(LATELY_DAYS),
    timezone: z.string(),
  }),
  errors: ERRORS,
});
export type Dashboard = z.output<(typeof getDashboard)['response']>;

/** How many conversations began: in each hour of one day, or on each of several days. */
export const getTicketsByDay = route({
  method: 'GET',
  path: '/dashboard/ticketsDay',
  access: 'dashboard:view',
  heavy: true,
  query,
  response: z.object({
    by: z.enum(['hour', 'day']),
    count,
    /** `at` is `00` to `23`, or a day. */
    data: z.array(z.object({ at: z.string(), total: count })),
  }),
  errors: ERRORS,
});

/** How many conversations each person has ended. */
export const getTicketsByUser = route({
  method: 'GET',
  path: '/dashboard/ticketsUsers',
  access: 'dashboard:view',
  heavy: true,
  query,
  response: z.object({ data: z.array(z.object({ id, name: z.string(), total: count })) }),
  errors: ERRORS,
});

/** The most sources that one look shows. */
export const MAX_SOURCES = 50;

const sourceFigures = z.object({
  kind: z.enum(REFERRAL_KINDS),
  /** The same as `referral.source` of its tickets, which a list of tickets takes as a filter. */
  source: z.string(),
  /** As its newest ticket calls it; empty: it has no title. */
  title: z.string(),
  sourceId: z.string(),
  /** Where it was tapped last. */
  app: z.string(),
  /** Conversations that it brought first in these days. */
  count,
  /** Those of them that a person answered, that carry a tag today, and that are finished today. */
  answered: count,
  tagged: count,
  finished: count,
});
export type SourceFigures = z.output<typeof sourceFigures>;

/** Which advertisements, posts and links brought conversations in these days, and what became of those: the most first. */
export const getDashboardSources = route({
  method: 'GET',
  path: '/dashboard/sources',
  access: 'dashboard:view',
  heavy: true,
  screen: true,
  kept: true,
  query,
  response: z.array(sourceFigures).max(MAX_SOURCES),
  errors: ERRORS,
});

const kept = z.object({ met: count, missed: count });
const keptByKind = z.object({ firstAnswer: kept, nextAnswer: kept, resolution: kept });
export type KeptDeadlines = z.output<typeof keptByKind>;
/** Id null: of none. Name empty: it is gone. */
const keptBy = z.object({ id: id.nullable(), name: z.string(), kept: keptByKind });

/**
 * How many deadlines were met and missed in these days. One that was missed counts on the day of its deadline, for the queue
 * and the agent that its ticket was with then. Queues, agents and days without any are left out.
 */
export const getDashboardDeadlines = route({
  method: 'GET',
  path: '/dashboard/deadlines',
  access: 'dashboard:view',
  heavy: true,
  screen: true,
  kept: true,
  query,
  response: z.object({
    all: keptByKind,
    queues: z.array(keptBy),
    agents: z.array(keptBy),
    days: z.array(z.object({ day: z.iso.date(), kept: keptByKind })),
  }),
  errors: ERRORS,
});
export type DashboardDeadlines = z.output<(typeof getDashboardDeadlines)['response']>;

/** Who is there, and who waits, at this moment. */
export const getDashboardNow = route({
  method: 'GET',
  path: '/dashboard/now',
  access: 'dashboard:view',
  tool: true,
  heavy: true,
  screen: true,
  kept: true,
  response: z.object({
    /** Customers who wait for a person, and since when the first of them does. */
    waiting: z.object({ count, since: instant.nullable() }),
    /** What the lists of these names have for whoever sees all. */
    lists: z.object({ pending: count, chatbot: count, open: count }),
    /** Those of them whom no agent sees: in no queue where none sees tickets without one, or in one without members. */
    unseen: count,
    /** The queues in which those are. */
    unseenQueueIds: z.array(id.nullable()),
    /** Those whom nobody serves, the longest wait first; only the first ones. */
    queue: z.array(
      z.object({ id, uuid, name: z.string(), queueId: id.nullable(), queueName: z.string(), since: instant }),
    ),
    people: z.array(
      z.object({
        id,
        name: z.string(),
        online: z.boolean(),
        openTickets: count,
        /** The longest that one of their customers waits for an answer. */
        unanswered: z.object({ uuid, since: instant }).nullable(),
      }),
    ),
  }),
});
export type DashboardNow = z.output<(typeof getDashboardNow)['response']>;

/** The same figures of the caller's own work. */
export const getOwnFigures = route({
  method: 'GET',
  path: '/dashboard/mine',
  access: 'session',
  heavy: true,
  closedToPrograms: 'ofPerson',
  screen: true,
  kept: true,
  query,
  response: z.object({ period: figures, before: figures }),
  errors: ERRORS,
});
export type OwnFigures = z.output<(typeof getOwnFigures)['response']>;
