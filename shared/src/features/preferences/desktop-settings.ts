import { z } from 'zod';

export const SPELL_LANGUAGES = ['pt', 'en', 'es'] as const;
/** Keys that bring the next waiting ticket up from any program. None holds Ctrl and Alt together: that is AltGr. */
export const GLOBAL_SHORTCUTS = [
  'CommandOrControl+Shift+F9',
  'CommandOrControl+Shift+Space',
  'Alt+Shift+B',
] as const;
export const ZOOM_STEPS = [0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2] as const;

/** Settings of the program around the console, where it supports them (`hostCapabilities`). */
export const desktopSettings = z.object({
  /** Start with the computer, in the tray. */
  autoLaunch: z.boolean(),
  /** A closed window stays in the tray. */
  closeToTray: z.boolean(),
  /** A ticket's own window stays above those of other programs. */
  ticketsOnTop: z.boolean(),
  zoom: z.union(ZOOM_STEPS.map((step) => z.literal(step))),
  spellCheck: z.array(z.enum(SPELL_LANGUAGES)).max(SPELL_LANGUAGES.length),
  nextWaitingShortcut: z.enum(GLOBAL_SHORTCUTS).nullable(),
  /** Otherwise files go into the folder for downloads. */
  askWhereToSave: z.boolean(),
});
export type DesktopSettings = z.output<typeof desktopSettings>;

export const DEFAULT_DESKTOP: DesktopSettings = {
  autoLaunch: false,
  closeToTray: true,
  ticketsOnTop: true,
  zoom: 1,
  spellCheck: ['pt'],
  nextWaitingShortcut: null,
  askWhereToSave: true,
};

/** The stored form: each invalid value falls back by itself. */
export function readDesktopSettings(stored: unknown): DesktopSettings {
  const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {};
  const fitting = Object.entries(desktopSettings.shape).flatMap(([name, schema]) => {
    const value = schema.safeParse(given[name]);
    return value.success ? [[name, value.data]] : [];
  });
  return { ...DEFAULT_DESKTOP, ...Object.fromEntries(fitting) };
}

/** One step larger or smaller, within the limits; 0 resets to the default size. */
export function zoomed(zoom: DesktopSettings['zoom'], direction: -1 | 0 | 1): DesktopSettings['zoom'] {
  if (direction === 0) return 1;
  return ZOOM_STEPS[ZOOM_STEPS.indexOf(zoom) + direction] ?? zoom;
}
