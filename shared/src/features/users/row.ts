import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { PROFILES } from '../../permissions.ts';

export const user = z.object({
  id,
  name: z.string(),
  profile: z.enum(PROFILES),
  online: z.boolean(),
  /** Also sees tickets without a queue. */
  allTicket: z.boolean(),
  queueIds: z.array(id),
});
export type UserRow = z.output<typeof user>;
