import { consoleLink } from '@balcao/shared/features/tickets/link.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { createMailer, wasRefused } from '../../platform/mail.ts';
import { maySpeak } from '../subscription/may-speak.service.ts';
import { writeReport } from './report-letter.ts';
import * as repo from './report-mails.repo.ts';
import { readReport } from './reports.service.ts';

interface Deps {
  config: Pick<Config, 'mail' | 'publicUrl'>;
  db: Database;
}

type Item = repo.DueReport & { id: string };

/**
 * Mails reports on the morning of a Monday or of the first day of a month, each at most once: it is noted before it goes, and
 * goes again only when the mail server surely has not taken it. Of a company that may not speak it never goes. Without a mail
 * server nothing is due.
 */
export function mailReports({ config, db }: Deps): Job<Item> {
  const sendMail = config.mail && createMailer(config.mail);

  return {
    name: 'mailed reports',
    schedule: '0 */10 * * * *',
    maxDelayMs: 60_000,
    processes: 'one',
    async due(now, limit) {
      if (!sendMail) return [];
      const found = await db.asSystem((tx) => repo.listDue(tx, now, limit));
      return found.map((item) => ({ ...item, id: `${item.userId}:${item.period}:${item.firstDay}` }));
    },
    async take(item, clock) {
      const { companyId, period, firstDay, lastDay } = item;
      const report = await db.readReplica(companyId, (tx) =>
        readReport(tx, companyId, { from: firstDay, to: lastDay, grain: 'month' }),
      );
      const link = consoleLink({ place: 'reports', serverUrl: config.publicUrl, companyId });
      const letter = { to: item.email, ...writeReport(item, report, link) };
      const isOurs = await db.asSystem(
        async (tx) => (await repo.claim(tx, item, clock())) && maySpeak(tx, companyId, clock()),
      );
      if (!isOurs || !sendMail) return;
      try {
        await sendMail({ ...letter, id: `report-${item.userId}-${period}-${firstDay}` });
      } catch (error) {
        if (wasRefused(error)) await db.asSystem((tx) => repo.giveBack(tx, item));
        throw error;
      }
      crashAt('report.mailed');
      await db.asSystem((tx) => repo.noteSent(tx, item, clock()));
    },
    // An address that takes no mail for half a day takes none of this report.
    giveUp: { tries: 20, take: (item, clock) => db.asSystem((tx) => repo.claim(tx, item, clock())) },
  };
}
