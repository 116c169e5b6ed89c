import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock, Job } from '../../platform/jobs/job.ts';
import { createMailer } from '../../platform/mail.ts';
import type { InvoiceLinks } from '../invoice-links/invoice-links.ts';
import * as repo from './reminders.repo.ts';
import { readReminderSettings, stepsOf, write } from './settings.service.ts';

interface Deps {
  config: Pick<Config, 'mail'>;
  db: Database;
  invoiceLinks: InvoiceLinks;
}

type Item = repo.DueReminder & { id: string };

/**
 * Mails the reminders of invoices, in the language of each company. A process that dies between the mail server's word and
 * its own note sends it once more, as the same mail. Without a mail server nothing is due.
 */
export function mailReminders({ config, db, invoiceLinks }: Deps): Job<Item> {
  const sendMail = config.mail && createMailer(config.mail);

  async function send(letter: repo.Letter): Promise<void> {
    const { companyId, invoiceId, step, language, email } = letter;
    const link = invoiceLinks.of({ companyId, invoiceId }, language);
    const settings = await db.asSystem(readReminderSettings);
    const { subject, text } = write(settings, language, { ...letter, link });
    await sendMail?.({ to: email, subject, text, id: `invoice-${invoiceId}-${step}` });
  }

  return {
    name: 'invoice reminders',
    schedule: '0 */10 * * * *',
    processes: 'one',
    due: (now, limit) =>
      db.asSystem(async (tx) => {
        const steps = stepsOf(await readReminderSettings(tx));
        if (!sendMail || steps.length === 0) return [];
        const found = await repo.listDue(tx, now, steps, limit);
        return found.map((item) => ({ ...item, id: `${item.invoiceId}:${item.step}` }));
      }),
    async take(item, clock: Clock) {
      const letter = await db.asSystem(async (tx) => {
        const steps = stepsOf(await readReminderSettings(tx));
        return repo.claim(tx, item, clock(), steps);
      });
      if (!letter) return;
      let sentAt: Date | null = null;
      try {
        await send(letter);
        sentAt = clock();
      } finally {
        await db.asSystem((tx) => repo.settle(tx, letter, sentAt));
      }
    },
  };
}
