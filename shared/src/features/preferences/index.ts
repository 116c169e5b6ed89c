import type { Feature } from '../../contract/feature.ts';
import { PREFERENCE_METHODS, settings } from './bridge.ts';

export const preferences = {
  bridge: PREFERENCE_METHODS,
  events: { 'settings.changed': settings },
} as const satisfies Feature;
