import { z } from 'zod';
import { MAX_WAIT_LIMIT_MINUTES } from '../../constants.ts';
import { id } from '../../contract/fields.ts';

/** After so many minutes a customer who waits stands out. 0: never. */
export const waitLimit = z.int().min(0).max(MAX_WAIT_LIMIT_MINUTES);

export const queue = z.object({
  id,
  name: z.string(),
  color: z.string(),
  orderQueue: z.int(),
  waitWarnMinutes: waitLimit,
  waitLateMinutes: waitLimit,
});
export type QueueRow = z.output<typeof queue>;
