import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant } from '../../contract/fields.ts';

/** How the server is. */

/** The process answers at all. */
export const healthLive = route({
  method: 'GET',
  path: '/health/live',
  access: 'public',
  response: z.object({ status: z.literal('ok') }),
});

/** The process can do its work: database reachable, migrations done, not shutting down. */
export const healthReady = route({
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  response: z.object({ status: z.literal('ok') }),
  errors: ['ERR_UNAVAILABLE'],
});

/** `minConsole`: the oldest console that is served; null: every one that speaks the protocol. */
export const version = route({
  method: 'GET',
  path: '/version',
  access: 'public',
  response: z.object({
    version: z.string(),
    protocol: z.int(),
    minProtocol: z.int(),
    minConsole: z.string().nullable(),
  }),
});

const jobView = z.object({
  name: z.string(),
  /** When the last run began that was written down: one with another outcome, or a minute later. */
  startedAt: instant,
  durationMs: z.int(),
  /** `setBack`: some due items failed. `failed`: the due items are unknown. */
  outcome: z.enum(['done', 'setBack', 'failed']),
  reason: z.string().nullable(),
  /** How much waits for its next try, and of that what has failed most often. */
  setBack: z.int(),
  setbacks: z.array(
    z.object({
      /** Null: of the installation. */
      companyId: id.nullable(),
      item: z.string(),
      tries: z.int(),
      reason: z.string(),
      retryAt: instant,
    }),
  ),
});
export type JobView = z.output<typeof jobView>;

/** How what the server does by the clock went last. */
export const listJobs = route({
  method: 'GET',
  path: '/system/jobs',
  access: 'jobs:view',
  rows: 'system',
  response: z.array(jobView),
});

const processView = z.object({
  id: z.string(),
  kind: z.enum(['api', 'sessions']),
  /** Where it runs, as operators call it. */
  machine: z.string(),
  version: z.string(),
  startedAt: instant,
  /** Sessions of connections: how many it may hold, and does. */
  capacity: z.int(),
  held: z.int(),
  /** It takes nothing new, and hands over what it has. */
  draining: z.boolean(),
});
export type ProcessView = z.output<typeof processView>;

/** The programs of this server that are at work, by machine. */
export const listProcesses = route({
  method: 'GET',
  path: '/system/processes',
  access: 'machines:view',
  rows: 'system',
  response: z.array(processView),
});

/** Which process is the session of which connection; `next` is the `after` of the next page. */
export const listHeldConnections = route({
  method: 'GET',
  path: '/system/held-connections',
  access: 'machines:view',
  rows: 'system',
  query: z.object({ process: z.string().max(200).optional(), after: idText.optional() }),
  response: z.object({
    list: z.array(
      z.object({
        process: z.string(),
        machine: z.string(),
        companyId: id,
        companyName: z.string(),
        connectionId: id,
        name: z.string(),
        status: z.string(),
      }),
    ),
    hasMore: z.boolean(),
    next: id.nullable(),
  }),
});

/** How backups go. The command `balcao backup` makes them, and tries the newest one out. */
export const showBackups = route({
  method: 'GET',
  path: '/system/backups',
  access: 'machines:view',
  rows: 'system',
  response: z.object({
    /** Whether the server is told where backups go. */
    configured: z.boolean(),
    /** To which moment the newest good one leads; null: there is none. */
    lastGoodAt: instant.nullable(),
    /** To which moment the one leads that was restored and compared last, without a fault. */
    lastTriedAt: instant.nullable(),
    /** Hours after which the last good one is too old. */
    maxAgeHours: z.int().nullable(),
    /** It is too old, or missing though the server is told where it would go. */
    late: z.boolean(),
    /** The newest first. */
    list: z.array(
      z.object({
        kind: z.enum(['backup', 'trial']),
        beganAt: instant,
        at: instant.nullable(),
        endedAt: instant.nullable(),
        /** Null: under way, or interrupted. */
        outcome: z.enum(['done', 'failed']).nullable(),
        reason: z.string().nullable(),
        /** What was new in it. */
        bytes: z.int().nullable(),
      }),
    ),
  }),
});
