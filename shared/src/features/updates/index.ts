import type { Feature } from '../../contract/feature.ts';
import { UPDATE_METHODS, updateState } from './bridge.ts';
import * as calls from './calls.ts';

export const updates = {
  calls,
  bridge: UPDATE_METHODS,
  events: { 'updates.changed': updateState },
} as const satisfies Feature;
