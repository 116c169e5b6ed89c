import type { Feature } from '../../contract/feature.ts';

export const audit = {
  permissions: {
    /** The audit log. */
    'audit:view': ['admin'],
  },
  keyArea: 'audit',
} as const satisfies Feature;
