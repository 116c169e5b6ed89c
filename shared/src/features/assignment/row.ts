import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';
import { capacity } from './mode.ts';

/** What an agent has and may have. Put off tickets and groups take no room. */
export const agent = z.object({
  id,
  name: z.string(),
  online: z.boolean(),
  awayUntil: instant.nullable(),
  capacity,
  open: z.int(),
  /** Of these, those whose customers wait for an answer. */
  waiting: z.int(),
  snoozed: z.int(),
  queues: z.array(z.object({ queueId: id, capacity, open: z.int() })),
});
export type Agent = z.output<typeof agent>;
