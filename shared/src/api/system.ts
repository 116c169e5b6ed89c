import { z } from 'zod';
import { route } from './contract.ts';

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
