import { given } from '@balcao/shared/contract/given.ts';
import { type Settings, settings as schema } from '@balcao/shared/features/preferences/bridge.ts';
import { DEFAULT_DESKTOP } from '@balcao/shared/features/preferences/desktop-settings.ts';
import { DEFAULT_NOTIFICATIONS } from '@balcao/shared/features/preferences/notification-settings.ts';
import { storageSettings } from '@balcao/shared/features/storage/bridge.ts';
import type { SettingsStore } from '../../hosts/host.ts';

/** The agent's choices on this computer. */
export interface Preferences {
  get(): Settings;
  set(patch: { [K in keyof Settings]?: Settings[K] | undefined }): Settings;
}

/** Their key in the host's settings; the program around the core reads its own part there. */
export const PREFERENCES_KEY = 'preferences';
const DEFAULTS: Settings = {
  language: 'pt',
  colorScheme: 'auto',
  notificationVolume: 1,
  drawerOpen: false,
  contactPanelOpen: false,
  listDensity: 'compact',
  textSize: 'normal',
  afterFinish: 'next',
  notifications: DEFAULT_NOTIFICATIONS,
  desktop: DEFAULT_DESKTOP,
  firstSteps: true,
  storage: storageSettings.parse({}),
};

/** The file may have been edited or written by another version: a value that does not fit falls back by itself. */
export function createPreferences(
  store: SettingsStore,
  onChanged: (settings: Settings) => void,
): Preferences {
  function get(): Settings {
    const stored = asObject(store.get(PREFERENCES_KEY));
    const kept = Object.keys(stored)
      .filter(isField)
      .flatMap((field) => {
        const { success, data } = schema.shape[field].safeParse(stored[field]);
        return success ? [[field, data]] : [];
      });
    return { ...DEFAULTS, ...Object.fromEntries(kept) };
  }

  return {
    get,
    set(patch) {
      const next = { ...get(), ...given(patch) };
      store.set(PREFERENCES_KEY, next);
      onChanged(next);
      return next;
    },
  };
}

const isField = (key: string): key is keyof Settings => Object.hasOwn(DEFAULTS, key);

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
