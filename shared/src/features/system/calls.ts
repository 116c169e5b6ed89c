import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, instant } from '../../contract/fields.ts';

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
