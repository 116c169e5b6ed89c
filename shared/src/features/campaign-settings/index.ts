import type { Feature } from '../../contract/feature.ts';

export const campaignSettings = {
  errors: {},
  logged: ['campaignSettings'],
} as const satisfies Feature;
