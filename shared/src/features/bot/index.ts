import type { Feature } from '../../contract/feature.ts';
import * as calls from './calls.ts';

export const bot = {
  calls,
  keyArea: 'queues',
} as const satisfies Feature;
