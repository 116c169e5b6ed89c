import { z } from 'zod';

/** What the program around the console can do. The screen offers nothing else. */
export const hostCapabilities = z.object({
  /** It shows notifications itself; otherwise the page does, if the browser lets it. */
  notifications: z.boolean(),
  /** They can carry buttons and a field for an answer. */
  notificationActions: z.boolean(),
});
export type HostCapabilities = z.output<typeof hostCapabilities>;
