import { BUSY_FOR_MS } from '@balcao/shared/features/updates/bridge.ts';
import { expect, it } from 'vitest';
import { createBusyScreens } from './busy-screens.ts';

it('believes a screen until it says otherwise, or says nothing for too long', () => {
  let now = 0;
  const screens = createBusyScreens(() => now);
  screens.set('crashed', true);
  now = BUSY_FOR_MS / 2;
  screens.set('writing', true);
  now = BUSY_FOR_MS;
  expect(screens.any()).toBe(true);
  screens.set('writing', false);
  expect(screens.any()).toBe(false);
});
