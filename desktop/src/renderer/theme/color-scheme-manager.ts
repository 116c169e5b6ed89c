import { localStorageColorSchemeManager, type MantineColorSchemeManager } from '@mantine/core';

const stored = localStorageColorSchemeManager({ key: 'preferredTheme' });

/** Keeps `light` or `dark`; with nothing stored the screen follows the system. */
export const colorSchemeManager: MantineColorSchemeManager = {
  ...stored,
  set: (scheme) => (scheme === 'auto' ? stored.clear() : stored.set(scheme)),
};
