import type { Feature } from './feature.ts';

export const campaignSettings = {
  errors: {},
  logged: ['campaignSettings'],
} as const satisfies Feature;
