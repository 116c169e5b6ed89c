import type { BrowserWindow, Display, Rectangle } from 'electron';
import { z } from 'zod';
import type { SettingsStore } from '../host.ts';
import type { ElectronApi } from './api.ts';

const placement = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  maximized: z.boolean(),
});
export type Placement = z.output<typeof placement>;

export const MIN_SIZE = { width: 380, height: 480 };
const FIRST_SIZE = { width: 1280, height: 800 };
/** The part of a window that must be on a screen so that the user can grab it. */
const GRIP = 100;
const KEY = 'window.main';

/**
 * Places a window where it was, moved and shrunk onto a screen that exists now. Screens come and go; a window
 * out of reach is a program that does not start.
 */
export function placeOn(
  displays: readonly Pick<Display, 'workArea'>[],
  saved: Placement | null,
): Partial<Rectangle> & {
  width: number;
  height: number;
} {
  const areas = displays.map(({ workArea }) => workArea);
  const first = areas[0];
  const wanted = saved ?? FIRST_SIZE;
  const home = areas.find((area) => saved && isReachable(saved, area));
  const fit = (area: Rectangle | undefined) => ({
    width: Math.max(MIN_SIZE.width, Math.min(wanted.width, area?.width ?? wanted.width)),
    height: Math.max(MIN_SIZE.height, Math.min(wanted.height, area?.height ?? wanted.height)),
  });
  if (!saved || !home) return fit(first);
  const size = fit(home);
  return {
    ...size,
    x: Math.min(Math.max(saved.x, home.x), home.x + Math.max(0, home.width - size.width)),
    y: Math.min(Math.max(saved.y, home.y), home.y + Math.max(0, home.height - size.height)),
  };
}

/** Its upper edge, by which a window is moved, lies on the screen. */
function isReachable({ x, y, width }: Placement, area: Rectangle): boolean {
  const shown = Math.min(x + width, area.x + area.width) - Math.max(x, area.x);
  return shown >= GRIP && y >= area.y - GRIP && y <= area.y + area.height - GRIP;
}

/** Stores the window's place when it is moved, resized or closed, and on request. */
export function createWindowState(
  screen: Pick<ElectronApi['screen'], 'getAllDisplays'>,
  settings: SettingsStore,
) {
  function keep(window: BrowserWindow): void {
    if (window.isMinimized()) return;
    settings.set(KEY, { ...window.getNormalBounds(), maximized: window.isMaximized() });
  }

  return {
    restore() {
      const saved = placement.safeParse(settings.get(KEY)).data ?? null;
      return { bounds: placeOn(screen.getAllDisplays(), saved), maximized: saved?.maximized ?? false };
    },
    /** The next window opens as the first one did. */
    forget: () => settings.set(KEY, null),
    keep,
    follow(window: BrowserWindow): void {
      // Linux reports the end of neither a move nor a resize.
      for (const event of ['moved', 'resized', 'maximize', 'unmaximize', 'close'] as const)
        window.on(event as 'close', () => keep(window));
    },
  };
}
