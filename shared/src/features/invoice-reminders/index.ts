import type { Feature } from '../../contract/feature.ts';

export const invoiceReminders = {
  keyArea: 'subscription',
} as const satisfies Feature;
