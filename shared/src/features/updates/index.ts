import type { Feature } from '../../contract/feature.ts';
import { UPDATE_METHODS } from './bridge.ts';
import * as calls from './calls.ts';

export const updates = {
  calls,
  bridge: UPDATE_METHODS,
} as const satisfies Feature;
