import type { Module } from '../../parts.ts';
import { invoiceReminderRoutes } from './invoice-reminders.routes.ts';
import { mailReminders } from './mail-reminders.job.ts';

export const invoiceRemindersModule: Module = {
  routes: [invoiceReminderRoutes],
  jobs: (parts) => [mailReminders(parts)],
};
