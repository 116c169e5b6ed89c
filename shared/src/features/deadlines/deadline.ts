import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';

/** What a customer waits for: the first answer of a service cycle, each answer after it, and the end of the cycle. */
export const DEADLINE_KINDS = ['firstAnswer', 'nextAnswer', 'resolution'] as const;
export type DeadlineKind = (typeof DEADLINE_KINDS)[number];

/** A deadline of a ticket whose time runs. */
export const deadline = z.object({
  kind: z.enum(DEADLINE_KINDS),
  /** The policy that sets it; it may be gone. */
  policyId: id,
  /** From here on it is near: a quarter of its time is left. */
  nearAt: instant,
  dueAt: instant,
});
export type Deadline = z.output<typeof deadline>;

export type Urgency = 'calm' | 'near' | 'missed';

/** How a deadline stands at a moment (ms). */
export function urgencyAt({ nearAt, dueAt }: Pick<Deadline, 'nearAt' | 'dueAt'>, now: number): Urgency {
  if (Date.parse(dueAt) <= now) return 'missed';
  return Date.parse(nearAt) <= now ? 'near' : 'calm';
}
