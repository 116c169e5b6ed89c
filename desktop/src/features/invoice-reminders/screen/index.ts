import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { InvoiceReminder } from './invoice-reminder.tsx';

export const invoiceReminders = {
  Bar: InvoiceReminder,
} satisfies ScreenFeature;
