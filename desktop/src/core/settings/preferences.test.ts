import { METHODS } from '@balcao/shared/bridge/methods.ts';
import type { Settings } from '@balcao/shared/features/preferences/bridge.ts';
import { DEFAULT_DESKTOP } from '@balcao/shared/features/preferences/desktop-settings.ts';
import { DEFAULT_NOTIFICATIONS } from '@balcao/shared/features/preferences/notification-settings.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFakeHost } from '../../hosts/fake/fake-host.ts';
import { createPreferences } from './preferences.ts';

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
  storage: { days: 180, cacheMegabytes: 2_048, mediaMegabytes: 1_024, sealed: false },
};

function start(stored: unknown) {
  const heard: Settings[] = [];
  const host = createFakeHost({ dataDir: '/nowhere', settings: new Map([['preferences', stored]]) });
  return { preferences: createPreferences(host.settings, (settings) => heard.push(settings)), heard, host };
}

describe('preferences', () => {
  it('stand alone: a broken value falls back and the others stay', () => {
    const stored = {
      language: 'es',
      colorScheme: 'purple',
      notificationVolume: 7,
      drawerOpen: true,
      storage: { days: 90, cacheMegabytes: 512, mediaMegabytes: 512 },
      extra: 1,
    };
    expect(start(stored).preferences.get()).toEqual({
      ...DEFAULTS,
      language: 'es',
      drawerOpen: true,
      storage: { ...stored.storage, sealed: false },
    });
  });

  it('are always complete and valid, whatever the file holds', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        const settings = start(stored).preferences.get();
        expect(METHODS['settings.get'].output.strict().parse(settings)).toEqual(settings);
      }),
    );
  });

  it('change one by one, are kept and told', () => {
    const { preferences, heard, host } = start(undefined);
    preferences.set({ language: 'en', drawerOpen: undefined });
    preferences.set({ notificationVolume: 0.3 });
    const expected = { ...DEFAULTS, language: 'en', notificationVolume: 0.3 };
    expect(heard.at(-1)).toEqual(expected);
    expect(createPreferences(host.settings, () => {}).get()).toEqual(expected);
  });
});
