import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant } from '../../contract/fields.ts';
import { capacity } from './mode.ts';
import { agent } from './row.ts';

/** Who has how much, who may have more, and what moves from one to another. */

const params = z.object({ userId: idText });
const common = { access: 'assignment:manage', screen: true } as const;

/** Everybody who serves a queue or has an open ticket, and what waits in each queue. */
export const listAgents = route({
  ...common,
  method: 'GET',
  path: '/users/agents',
  tool: true,
  response: z.object({
    agents: z.array(agent),
    waiting: z.array(z.object({ queueId: id, tickets: z.int(), since: instant })),
  }),
});

/** What is left out stays. Tickets that an agent has already stay theirs. */
export const updateCapacity = route({
  ...common,
  method: 'PUT',
  path: '/users/:userId/capacity',
  params,
  body: z.object({
    capacity: capacity.optional(),
    queues: z
      .array(z.object({ queueId: id, capacity }))
      .max(500)
      .optional(),
  }),
  status: 204,
  errors: ['ERR_NO_USER_FOUND', 'ERR_USER_NOT_IN_QUEUE'],
});

/**
 * Until then nothing is given to the person by itself; null: they are back. Oneself, or anybody for those who manage the
 * assignment. `handBack` returns their open tickets to the queues, except what is put off.
 */
export const setAway = route({
  method: 'PUT',
  path: '/users/:userId/away',
  access: 'session',
  screen: true,
  params,
  body: z.object({ until: instant.nullable(), handBack: z.boolean().default(false) }),
  response: z.object({ awayUntil: instant.nullable(), handedBack: z.int() }),
  errors: ['ERR_NO_USER_FOUND', 'ERR_AWAY_UNTIL'],
});

/**
 * Moves the open tickets of a person, except what is put off: to a colleague, or with null back to their queues. `left` are
 * those that stayed because the colleague does not serve their queue.
 */
export const handOver = route({
  ...common,
  method: 'POST',
  path: '/users/:userId/hand-over',
  params,
  body: z.object({ toUserId: id.nullable() }),
  response: z.object({ moved: z.int(), left: z.int() }),
  errors: ['ERR_NO_USER_FOUND'],
});
