import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';

/** 1 high, 2 medium, 3 low. */
export const PRIORITIES = [1, 2, 3] as const;
export type Priority = (typeof PRIORITIES)[number];
export const HIGH: Priority = 1;
export const USUAL_PRIORITY: Priority = 3;

/** What the operators of the platform say to the people of all companies. */
export const announcement = z.object({
  id,
  title: z.string(),
  text: z.string(),
  priority: z.literal(PRIORITIES),
  /** Inactive ones are there for their writers alone. */
  status: z.boolean(),
  /** The address of its picture at this server, which needs no token. Null: it has none. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  createdAt: instant,
  /** Changes with its words and its picture: who has read it reads it again. */
  updatedAt: instant,
});
export type AnnouncementRow = z.output<typeof announcement>;
