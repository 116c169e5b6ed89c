import { failure } from '../../contract/error-entry.ts';
import type { Feature } from '../../contract/feature.ts';

export const subscription = {
  errors: {
    ERR_SUBSCRIPTION_EXPIRED: failure(402),
  },
  permissions: {
    /** Plan and price, due date and invoices of the own company, with its address, e-mail and phone. */
    'subscription:view': ['admin'],
  },
  marks: { b: 'subscription:view' },
} as const satisfies Feature;
