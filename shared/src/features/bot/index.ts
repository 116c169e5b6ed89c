import type { Feature } from '../../contract/feature.ts';

export const bot = {
  keyArea: 'queues',
} as const satisfies Feature;
