import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';
import { PROFILES } from '../../contract/roles.ts';
import { byName, feedRow } from '../../contract/row.ts';

export const user = z.object({
  id,
  name: z.string(),
  profile: z.enum(PROFILES),
  online: z.boolean(),
  /** Until then nothing is given to them by itself. */
  awayUntil: instant.nullable(),
  /** The user also sees tickets without a queue. */
  allTicket: z.boolean(),
  queueIds: z.array(id),
});
export type UserRow = z.output<typeof user>;

export const userRow = feedRow('user', user, { id: 'number', live: ['user'], order: byName, path: 'users' });
