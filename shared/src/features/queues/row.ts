import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { byName, feedRow } from '../../contract/row.ts';
import { MAX_WAIT_LIMIT_MINUTES } from './limits.ts';

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

export const queueRow = feedRow('queue', queue, {
  id: 'number',
  live: ['queue'],
  /** The menu options of the customers. */
  order: (a, b) => a.orderQueue - b.orderQueue || byName(a, b),
  path: 'queue',
});
