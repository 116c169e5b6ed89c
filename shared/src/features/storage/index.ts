import type { Feature } from '../../contract/feature.ts';
import { STORAGE_METHODS } from './bridge.ts';

export const storage = {
  bridge: STORAGE_METHODS,
} as const satisfies Feature;
