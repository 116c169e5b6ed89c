import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: {},
  async seed({ admin, company: { companyId }, text }) {
    await admin`
      insert into campaign_settings (company_id, message_interval, longer_interval_after, greater_interval, variables)
      values (${companyId}, 5, 20, 60, ${admin.json([{ key: 'loja', value: text }])}) on conflict do nothing`;
    return {};
  },
});
