import type { Feature } from '../../contract/feature.ts';
import * as calls from './calls.ts';

export const payments = {
  permissions: {
    /** How companies pay, and every company's invoices. */
    'payments:manage': ['super'],
  },
  calls,
} as const satisfies Feature;
