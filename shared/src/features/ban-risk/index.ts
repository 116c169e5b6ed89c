import type { Feature } from '../../contract/feature.ts';
import * as calls from './calls.ts';

export const banRisk = {
  calls,
  keyArea: 'connections',
} as const satisfies Feature;
