import { z } from 'zod';

/** What the program around the console can do. The screen offers nothing else. */
export const hostCapabilities = z.object({
  /** It shows notifications itself; otherwise the page does, if the browser lets it. */
  notifications: z.boolean(),
  /** They can carry buttons and a field for an answer. */
  notificationActions: z.boolean(),
  /** The person says which server to work with; otherwise whoever started the program has. */
  chooseServer: z.boolean(),
  /** What `desktopSettings` chooses; each only where it works. */
  autoLaunch: z.boolean(),
  tray: z.boolean(),
  zoom: z.boolean(),
  spellCheck: z.boolean(),
  globalShortcut: z.boolean(),
  downloads: z.boolean(),
  /** Several accounts work side by side on this computer. */
  accounts: z.boolean(),
});
export type HostCapabilities = z.output<typeof hostCapabilities>;

/** A host that is only a page's server, or nothing at all. */
export const NO_CAPABILITIES: HostCapabilities = {
  notifications: false,
  notificationActions: false,
  chooseServer: false,
  autoLaunch: false,
  tray: false,
  zoom: false,
  spellCheck: false,
  globalShortcut: false,
  downloads: false,
  accounts: false,
};
