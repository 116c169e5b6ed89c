import type { Feature } from '../../contract/feature.ts';

export const payments = {
  permissions: {
    /** How companies pay, and every company's invoices. */
    'payments:manage': ['super'],
  },
} as const satisfies Feature;
