import type { Feature } from '../../contract/feature.ts';
import * as calls from './calls.ts';

export const invoiceReminders = {
  calls,
  keyArea: 'subscription',
} as const satisfies Feature;
