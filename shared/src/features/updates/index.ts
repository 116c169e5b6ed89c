import type { Feature } from '../../contract/feature.ts';
import { UPDATE_METHODS, updateState } from './bridge.ts';

export const updates = {
  bridge: UPDATE_METHODS,
  events: { 'updates.changed': updateState },
} as const satisfies Feature;
