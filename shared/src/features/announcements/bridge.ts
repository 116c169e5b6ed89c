import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { announcement } from './row.ts';

/** What the platform's operators tell this person: the bridge's calls of the announcements in the top bar. */

export const announcementItem = announcement.extend({
  /** Not read at this computer since it last changed. */
  unread: z.boolean(),
});
export type AnnouncementItem = z.output<typeof announcementItem>;

export const ANNOUNCEMENT_METHODS = {
  /** The active ones: the most urgent first, then the newest. */
  'announcements.list': { input: z.null(), output: z.array(announcementItem), shows: ['announcement'] },
  /** The person has seen these. */
  'announcements.read': { input: z.object({ ids: z.array(id).max(1_000) }), output: z.null() },
} as const;
