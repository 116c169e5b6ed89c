import type { Feature } from '../../contract/feature.ts';

export const banRisk = {
  keyArea: 'connections',
} as const satisfies Feature;
