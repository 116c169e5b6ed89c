import { AppError } from '@balcao/shared/errors.ts';
import * as contracts from '@balcao/shared/features/reports/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { register } from '../../platform/http/route.ts';
import type { Clock } from '../../platform/jobs/job.ts';
import { changeMailing } from './mailing.service.ts';
import { findMailing } from './reports.repo.ts';
import * as service from './reports.service.ts';

interface Deps {
  config: Pick<Config, 'mail'>;
  clock: Clock;
}

export function reportRoutes(app: FastifyInstance, { config, clock }: Deps): void {
  const sendsMail = config.mail !== null;
  register(app, contracts.getReport, ({ query }, { tx, actor }) =>
    service.readReport(tx, actor.companyId, query),
  );
  register(app, contracts.getReportParts, ({ query }, { tx, actor }) =>
    service.readParts(tx, actor.companyId, query),
  );
  register(app, contracts.getReportLines, ({ query }, { tx, actor }) =>
    service.readLines(tx, actor.companyId, query),
  );
  register(app, contracts.listReportTickets, ({ query }, { tx, actor }) =>
    service.listTickets(tx, actor.companyId, query),
  );
  register(app, contracts.getReportMailing, async (_input, { tx, actor }) => {
    const { email, periods, language } = await findMailing(tx, actor);
    return { email, periods, language: language ?? 'pt', sendsMail };
  });
  register(app, contracts.saveReportMailing, async ({ body }, { tx, actor }) => {
    if (!sendsMail && body.periods.length > 0) throw new AppError('ERR_NO_MAIL_SERVER');
    await changeMailing(tx, actor, body, clock());
  });
}
