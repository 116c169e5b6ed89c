import type { Feature } from '../../contract/feature.ts';

export const apiKeys = {
  permissions: {
    /** Keys by which programs work in the company. */
    'apiKeys:manage': ['admin'],
  },
} as const satisfies Feature;
