import { z } from 'zod';
import { id } from '../../contract/fields.ts';

export const tag = z.object({
  id,
  name: z.string(),
  color: z.string(),
  /** 1: a lane of the kanban board. */
  kanban: z.literal([0, 1]),
  /** Its place among the lanes; null, behind all others, until people have moved one. */
  kanbanOrder: z.int().nullable(),
});
export type TagRow = z.output<typeof tag>;
