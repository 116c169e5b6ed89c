import { AppError } from '@balcao/shared/errors.ts';
import { openPrivacyPage } from '@balcao/shared/features/privacy/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { createAddressLimit } from '../../platform/http/address-limit.ts';
import { chooseLanguage, stillPage } from '../../platform/http/plain-page.ts';
import { register } from '../../platform/http/route.ts';
import { monthsKept } from '../retention/retention.service.ts';
import { findPublished } from './privacy.repo.ts';
import { writePrivacyPage } from './privacy-page.ts';

/** A house full of customers; nobody who counts the companies. */
const LOOKING = { burst: 60, everySeconds: 1 };

export function privacyRoutes(
  app: FastifyInstance,
  { db, config, clock }: { db: Database; config: Pick<Config, 'backup'>; clock: () => Date },
): void {
  const limit = createAddressLimit({ ...LOOKING, clock });
  const send = stillPage(new URL('privacy-page.css', import.meta.url));

  register(app, openPrivacyPage, async ({ params: { companyId }, query }, { request, reply }) => {
    limit(request.ip);
    const { published, months } = await db.readCompany(companyId, async (tx) => ({
      published: await findPublished(tx, companyId),
      months: await monthsKept(tx, companyId),
    }));
    if (!published) throw new AppError('ERR_NO_COMPANY_FOUND');
    const language = chooseLanguage(query.lang, request.headers['accept-language'], published.language);
    const backupDays = config.backup?.keepDays ?? null;
    return send(reply, language, writePrivacyPage(published, { months, backupDays }, language));
  });
}
