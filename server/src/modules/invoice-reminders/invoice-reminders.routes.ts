import * as contracts from '@balcao/shared/features/invoice-reminders/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { register } from '../../platform/http/route.ts';
import { findReminder } from './reminders.service.ts';
import { readReminderSettings, saveReminderSettings } from './settings.service.ts';

interface Deps {
  config: Pick<Config, 'mail'>;
  clock: () => Date;
}

export function invoiceReminderRoutes(app: FastifyInstance, { config, clock }: Deps): void {
  const sendsMail = config.mail !== null;
  register(app, contracts.getReminderSettings, async (_input, { tx }) => ({
    ...(await readReminderSettings(tx)),
    sendsMail,
  }));
  register(app, contracts.saveReminderSettings, async ({ body }, { tx, actor }) => ({
    ...(await saveReminderSettings(tx, actor, body)),
    sendsMail,
  }));
  register(app, contracts.getReminder, async ({ query }, { tx, actor }) => ({
    reminder: await findReminder(tx, actor, query.language, clock()),
  }));
}
