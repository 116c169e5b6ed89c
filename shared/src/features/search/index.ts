import type { Feature } from '../../contract/feature.ts';
import { SEARCH_METHODS } from './bridge.ts';

export const search = {
  bridge: SEARCH_METHODS,
} as const satisfies Feature;
