import type { Feature } from '../../contract/feature.ts';

export const campaignSettings = {
  logged: ['campaignSettings'],
  keyArea: 'campaigns',
} as const satisfies Feature;
