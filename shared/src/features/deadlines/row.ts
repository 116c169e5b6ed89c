import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';
import { feedRow } from '../../contract/row.ts';
import { deadlineTargets, deadlineTickets } from './policy.ts';

/**
 * How fast a company wants to be, and for which tickets. The first of the active ones that fits a ticket sets its
 * deadlines.
 */
export const deadlinePolicy = z.object({
  id,
  name: z.string(),
  active: z.boolean(),
  /** Its place among the others: the first that fits is the one. */
  position: z.int(),
  targets: deadlineTargets,
  tickets: deadlineTickets,
  /** Time counts in business hours alone, of the queue where queues have their own; otherwise around the clock. */
  businessHours: z.boolean(),
  /** Since when it rests because what it points at was deleted, until somebody changes it; null: it does not. */
  restingSince: instant.nullable(),
});
export type DeadlinePolicyRow = z.output<typeof deadlinePolicy>;

export const deadlinePolicyRow = feedRow('deadlinePolicy', deadlinePolicy, {
  id: 'number',
  live: [],
  order: (a, b) => a.position - b.position || a.id - b.id,
  path: 'deadline-policies',
});
