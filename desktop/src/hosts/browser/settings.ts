import Conf from 'conf';
import type { SettingsStore } from '../host.ts';

/** Settings in a JSON file of the data directory; a damaged file starts empty. */
export function createFileSettings(dataDir: string): SettingsStore {
  const conf = new Conf({
    cwd: dataDir,
    configName: 'settings',
    clearInvalidConfig: true,
    // Keys are names, not paths.
    accessPropertiesByDotNotation: false,
    configFileMode: 0o600,
  });
  return {
    get: (key) => conf.get(key),
    set: (key, value) => conf.set(key, value),
  };
}
