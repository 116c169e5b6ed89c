import { z } from 'zod';
import { ASSIGNMENT_LIMITS } from './limits.ts';

/**
 * Who gets what waits in a queue: nobody by itself; each agent in turn; whoever has fewest; the agent whom the customer
 * knows, else whoever has fewest. Only agents of the queue who are online, not away and have room.
 */
export const ASSIGNMENT_MODES = ['byHand', 'inTurn', 'fewest', 'known'] as const;
export const assignmentMode = z.enum(ASSIGNMENT_MODES);
export type AssignmentMode = z.output<typeof assignmentMode>;

/** How many open tickets an agent may have before none is given by itself. 0: none is ever given; null: any number. */
export const capacity = z.int().min(0).max(ASSIGNMENT_LIMITS.capacity).nullable();
/** Whoever served the customer within so many days is the one they know. */
export const knownDays = z.int().min(1).max(ASSIGNMENT_LIMITS.knownDays);
/** After so many minutes what waits goes on to another queue. */
export const overflowMinutes = z.int().min(1).max(ASSIGNMENT_LIMITS.overflowMinutes);

/** What a queue begins with. */
export const DEFAULT_ASSIGNMENT = {
  assignment: 'byHand',
  assignmentKnownDays: 30,
  overflowQueueId: null,
  overflowMinutes: 15,
  overflowBusinessHours: false,
} as const;
