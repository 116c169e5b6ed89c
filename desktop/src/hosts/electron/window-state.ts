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

interface Size {
  width: number;
  height: number;
}

/** Windows of one kind, which share a place: where it is stored, and how large the first one is. */
export const KINDS = {
  main: { key: 'window.main', size: { width: 1280, height: 800 } },
  ticket: { key: 'window.ticket', size: { width: 560, height: 760 } },
} as const satisfies Record<string, { key: string; size: Size }>;

export const MIN_SIZE = { width: 380, height: 480 };
/** The part of a window that must be on a screen so that the user can grab it. */
const GRIP = 100;

/**
 * Places a window where it was, moved and shrunk onto a screen that exists now. Screens come and go; a window
 * out of reach is a program that does not start.
 */
export function placeOn(
  displays: readonly Pick<Display, 'workArea'>[],
  saved: Placement | null,
  firstSize: Size,
): Partial<Rectangle> & {
  width: number;
  height: number;
} {
  const areas = displays.map(({ workArea }) => workArea);
  const first = areas[0];
  const wanted = saved ?? firstSize;
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
  { key, size }: (typeof KINDS)[keyof typeof KINDS],
) {
  function keep(window: BrowserWindow): void {
    if (window.isMinimized()) return;
    settings.set(key, { ...window.getNormalBounds(), maximized: window.isMaximized() });
  }

  return {
    /** @param aside pixels away from where it was, to the right and down: it covers no other of its kind */
    restore(aside = 0) {
      const saved = placement.safeParse(settings.get(key)).data ?? null;
      const wanted = saved && { ...saved, x: saved.x + aside, y: saved.y + aside };
      const bounds = placeOn(screen.getAllDisplays(), wanted, size);
      return { bounds, maximized: saved?.maximized ?? false };
    },
    /** The next window opens as the first one did. */
    forget: () => settings.set(key, null),
    keep,
    follow(window: BrowserWindow): void {
      // Linux reports the end of neither a move nor a resize.
      for (const event of ['moved', 'resized', 'maximize', 'unmaximize', 'close'] as const)
        window.on(event as 'close', () => keep(window));
    },
  };
}
