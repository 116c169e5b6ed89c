import { z } from 'zod';
import { id } from '../fields.ts';

/** `kanban` 1: a lane of the kanban board. */
export const tag = z.object({
  id,
  name: z.string(),
  color: z.string(),
  kanban: z.literal([0, 1]),
});
export type TagRow = z.output<typeof tag>;
