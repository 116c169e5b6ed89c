import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';
import { WEEKDAYS } from '../../time/business-hours.ts';

/** The content of a notification on a screen that others may see too: name and text, the name only, or neither. */
export const PREVIEWS = ['full', 'name', 'none'] as const;
export type Preview = (typeof PREVIEWS)[number];

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** The agent's choice of what may disturb, on this computer. */
export const notificationSettings = z.object({
  /** The system's notifications; the sound has its own volume. */
  shown: z.boolean(),
  preview: z.enum(PREVIEWS),
  /** "Do not disturb" until then, or until it is switched off. */
  pausedUntil: z.union([z.literal('switchedOff'), instant]).nullable(),
  /** Times of this computer's clock. An end before the start is the next day's, and the day is that of the start. */
  quietHours: z.object({
    enabled: z.boolean(),
    from: timeOfDay,
    to: timeOfDay,
    days: z.array(z.enum(WEEKDAYS)).max(WEEKDAYS.length),
  }),
  mutedQueueIds: z.array(id).max(500),
});
export type NotificationSettings = z.output<typeof notificationSettings>;

export const DEFAULT_NOTIFICATIONS: NotificationSettings = {
  shown: true,
  preview: 'full',
  pausedUntil: null,
  quietHours: { enabled: false, from: '20:00', to: '08:00', days: [...WEEKDAYS] },
  mutedQueueIds: [],
};
