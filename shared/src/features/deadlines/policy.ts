import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { LIMITS } from './limits.ts';

const minutes = z.int().min(1).max(LIMITS.minutes).nullable();

/** In so many minutes; null: as long as it takes. */
export const deadlineTargets = z.object({
  firstAnswer: minutes,
  nextAnswer: minutes,
  resolution: minutes,
});

const ids = z
  .array(id)
  .max(LIMITS.ids)
  .overwrite((given) => [...new Set(given)]);

/** The tickets that a policy is for: each part that is not empty must fit. */
export const deadlineTickets = z.object({
  queueIds: ids,
  /** One of them at least. */
  tagIds: ids,
  connectionIds: ids,
  /** Contacts whose extra field of this name has this value, whatever the case and accents; null: any contact. */
  contact: z
    .object({ field: z.string().trim().min(1).max(100), value: z.string().trim().min(1).max(1_000) })
    .nullable(),
});
export type DeadlineTickets = z.output<typeof deadlineTickets>;
