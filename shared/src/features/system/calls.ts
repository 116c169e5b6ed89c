import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant } from '../../contract/fields.ts';
import { CHANNELS } from '../connections/channel.ts';
import { CONNECTION_REASONS, CONNECTION_STATUSES } from '../connections/row.ts';
import { finding } from './findings.ts';

/** How the server is. */

/** The process answers at all. */
export const healthLive = route({
  method: 'GET',
  path: '/health/live',
  access: 'public',
  response: z.object({ status: z.literal('ok') }),
});

/**
 * The process can do its work: database reachable, migrations done. One that is shutting down answers 404 (ERR_LEAVING): it
 * finishes what it has, and is to be given nothing new.
 */
export const healthReady = route({
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  response: z.object({ status: z.literal('ok') }),
  errors: ['ERR_UNAVAILABLE', 'ERR_LEAVING'],
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

/** Whether some of it was not done. */
export const isFailing = ({ outcome, setBack }: Pick<JobView, 'outcome' | 'setBack'>): boolean =>
  outcome === 'failed' || setBack > 0;

/** How what the server does by the clock went last. */
export const listJobs = route({
  method: 'GET',
  path: '/system/jobs',
  access: 'jobs:view',
  screen: true,
  kept: true,
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
  /** Consoles that are connected to it. Null, as below: it has not said. */
  consoles: z.int().nullable(),
  /** Bytes of memory that it uses. */
  memory: z.int().nullable(),
  /** Bytes of its fullest disk with files, a database or backups: all, and those that are free. */
  disk: z.int().nullable(),
  diskFree: z.int().nullable(),
  /** It takes nothing new, and hands over what it has. */
  draining: z.boolean(),
});
export type ProcessView = z.output<typeof processView>;

/** The programs of this server that are at work, by machine. */
export const listProcesses = route({
  method: 'GET',
  path: '/system/processes',
  access: 'machines:view',
  screen: true,
  kept: true,
  rows: 'system',
  response: z.array(processView),
});

/** Which process is the session of which connection; `next` is the `after` of the next page. */
export const listHeldConnections = route({
  method: 'GET',
  path: '/system/held-connections',
  access: 'machines:view',
  screen: true,
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
        status: z.enum(CONNECTION_STATUSES),
      }),
    ),
    hasMore: z.boolean(),
    next: z.string().nullable(),
  }),
});

/**
 * How backups go. The command `balcao backup` makes them, and tries the newest one out. Several databases have one each:
 * the moments are those of the database whose are the oldest.
 */
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
        /** Of which of several databases it is. */
        database: z.string().optional(),
      }),
    ),
  }),
});

/** Numbers that are shown of those that are down: those that have been so for the longest time. */
export const MAX_DOWN = 50;

const downConnection = z.object({
  companyId: id,
  companyName: z.string(),
  connectionId: id,
  name: z.string(),
  channel: z.enum(CHANNELS),
  reason: z.enum(CONNECTION_REASONS).nullable(),
  since: instant,
});
export type DownConnection = z.output<typeof downConnection>;

const health = z.object({
  at: instant,
  /** One or more of each check, the most urgent first. */
  findings: z.array(finding),
  /** Connections that people want to be connected, and that are not. */
  down: z.array(downConnection),
});
export type Health = z.output<typeof health>;

/** Whether anybody waits for the installation, and what to do about it. */
export const getHealth = route({
  method: 'GET',
  path: '/system/health',
  access: 'health:view',
  screen: true,
  kept: true,
  waitsFor: 'outside',
  rows: 'system',
  response: health,
});

const healthMoment = z.object({
  at: instant,
  /** Connections that are connected, of those that people want to be. */
  connected: z.int(),
  wanted: z.int(),
  /** How long the oldest message on a connected connection has waited to go out, and one that came to be stored. */
  unsentSeconds: z.int(),
  unstoredSeconds: z.int(),
  consoles: z.int(),
});
export type HealthMoment = z.output<typeof healthMoment>;

/** The last day: of each five minutes the worst, and the most consoles. */
export const getHealthHistory = route({
  method: 'GET',
  path: '/system/health/history',
  access: 'health:view',
  screen: true,
  kept: true,
  rows: 'system',
  response: z.array(healthMoment),
});

const consoleVersions = z.object({
  /** The newest version in the folder of updates; null: there is none. */
  published: z.string().nullable(),
  /** The oldest that is served; null: all are. */
  least: z.string().nullable(),
  /** Consoles of the last thirty days, the newest version first. */
  versions: z.array(z.object({ version: z.string(), count: z.int(), lastSeenAt: instant })),
});
export type ConsoleVersions = z.output<typeof consoleVersions>;

/** Which versions of the console are in use. */
export const getConsoleVersions = route({
  method: 'GET',
  path: '/system/consoles',
  access: 'health:view',
  screen: true,
  kept: true,
  waitsFor: 'outside',
  rows: 'system',
  response: consoleVersions,
});
