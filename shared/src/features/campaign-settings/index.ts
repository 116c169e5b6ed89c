import type { Feature } from '../../contract/feature.ts';
import * as calls from './calls.ts';

export const campaignSettings = {
  logged: ['campaignSettings'],
  calls,
  keyArea: 'campaigns',
} as const satisfies Feature;
