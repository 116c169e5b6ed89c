import {
  type DesktopSettings,
  readDesktopSettings,
} from '@balcao/shared/features/preferences/desktop-settings.ts';
import { PREFERENCES_KEY } from '../../core/settings/preferences.ts';
import type { SettingsStore } from '../host.ts';
import type { ElectronApi } from './api.ts';

/** The user's choices for the program around the console, as the core stored them. */
export function desktopSettingsOf(settings: SettingsStore): DesktopSettings {
  const stored = settings.get(PREFERENCES_KEY);
  return readDesktopSettings(
    typeof stored === 'object' && stored !== null && 'desktop' in stored ? stored.desktop : null,
  );
}

interface Deps {
  electron: Pick<ElectronApi, 'globalShortcut' | 'session'>;
  setAutoLaunch(wanted: boolean): void;
  applyZoom(): void;
  applyOnTop(): void;
  onShortcut(): void;
  warn(what: string, details?: Record<string, unknown>): void;
}

/** @returns a function that applies the choices to the system; only changed ones are applied */
export function createDesktopOptions({
  electron,
  setAutoLaunch,
  applyZoom,
  applyOnTop,
  onShortcut,
  warn,
}: Deps) {
  let before: Partial<DesktopSettings> = { autoLaunch: false, nextWaitingShortcut: null };

  return function apply(wanted: DesktopSettings): void {
    if (wanted.autoLaunch !== before.autoLaunch) setAutoLaunch(wanted.autoLaunch);
    if (wanted.zoom !== before.zoom) applyZoom();
    if (wanted.ticketsOnTop !== before.ticketsOnTop) applyOnTop();
    if (String(wanted.spellCheck) !== String(before.spellCheck ?? null)) setSpellCheck(wanted.spellCheck);
    if (wanted.nextWaitingShortcut !== before.nextWaitingShortcut) setShortcut(wanted.nextWaitingShortcut);
    before = wanted;
  };

  /** The dialect that the system has: a dictionary is named `pt-BR`, `en-US` or `es`. macOS detects it. */
  function setSpellCheck(languages: DesktopSettings['spellCheck']): void {
    const { defaultSession } = electron.session;
    const known = defaultSession.availableSpellCheckerLanguages;
    const found = languages.flatMap((language) => {
      const best = DIALECTS[language].find((dialect) => known.includes(dialect));
      return best ? [best] : [];
    });
    defaultSession.setSpellCheckerEnabled(languages.length > 0);
    if (found.length > 0) defaultSession.setSpellCheckerLanguages(found);
  }

  function setShortcut(accelerator: string | null): void {
    electron.globalShortcut.unregisterAll();
    if (accelerator && !electron.globalShortcut.register(accelerator, onShortcut))
      warn('another program has this shortcut', { accelerator });
  }
}

const DIALECTS: Record<DesktopSettings['spellCheck'][number], readonly string[]> = {
  pt: ['pt-BR', 'pt', 'pt-PT'],
  en: ['en-US', 'en', 'en-GB'],
  es: ['es-419', 'es', 'es-ES'],
};
