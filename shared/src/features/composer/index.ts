import type { Feature } from '../../contract/feature.ts';
import { COMPOSER_METHODS } from './bridge.ts';

export const composer = {
  bridge: COMPOSER_METHODS,
} as const satisfies Feature;
