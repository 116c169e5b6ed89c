import { hostname } from 'node:os';
import type { Device } from '@balcao/shared/features/auth/calls.ts';
import { DEVICE_CHARS } from '@balcao/shared/features/auth/limits.ts';

const SYSTEMS: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Windows',
  darwin: 'macOS',
  linux: 'Linux',
};

/** This computer, as its person knows it: so they tell their own sign-ins from those of others. */
export const thisDevice = (): Device => ({
  name: hostname().slice(0, DEVICE_CHARS),
  system: SYSTEMS[process.platform] ?? process.platform,
});
