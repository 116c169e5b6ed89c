import { z } from 'zod';

/** The abilities of the program around the console. The screen offers nothing else. */
export const hostCapabilities = z.object({
  /** It shows notifications itself; otherwise the page does, if the browser lets it. */
  notifications: z.boolean(),
  /** Notifications can carry buttons and a reply field. */
  notificationActions: z.boolean(),
  /** The user chooses the server; otherwise the start options did. */
  chooseServer: z.boolean(),
  /** The choices of `desktopSettings`; each only where it works. */
  autoLaunch: z.boolean(),
  tray: z.boolean(),
  windowsOnTop: z.boolean(),
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
  windowsOnTop: false,
  zoom: false,
  spellCheck: false,
  globalShortcut: false,
  downloads: false,
  accounts: false,
};
