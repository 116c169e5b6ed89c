import { z } from 'zod';
import { instant } from './fields.ts';

/** The start of a page: the oldest message that the console already has. */
export const messageKey = z.object({ createdAt: instant, id: z.guid() });
export type MessageKey = z.output<typeof messageKey>;
