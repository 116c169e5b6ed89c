import { z } from 'zod';
import { id } from '../fields.ts';

export const queue = z.object({ id, name: z.string(), color: z.string(), orderQueue: z.int() });
export type QueueRow = z.output<typeof queue>;
