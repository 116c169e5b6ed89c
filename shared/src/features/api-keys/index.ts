import type { Feature } from '../../contract/feature.ts';
import * as calls from './calls.ts';

export const apiKeys = {
  permissions: {
    /** Keys by which programs work in the company. */
    'apiKeys:manage': ['admin'],
  },
  calls,
} as const satisfies Feature;
