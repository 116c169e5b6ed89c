import { moduleSeed } from '../../../../test/module-seed.ts';

/** Reports are mailed to people, under ids that no call takes. */
export const seed = moduleSeed({
  ids: {},
  async seed({ admin, company: { companyId, ana } }) {
    await admin`
      insert into report_subscriptions (company_id, user_id, period, language, since)
      values (${companyId}, ${ana.id}, 'week', 'pt', now()) on conflict do nothing`;
    await admin`
      insert into report_mails (company_id, user_id, period, first_day, claimed_at)
      values (${companyId}, ${ana.id}, 'week', '2026-01-05', now()) on conflict do nothing`;
    return {};
  },
});
