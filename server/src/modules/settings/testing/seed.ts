import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: {},
  async seed({ admin, company, text }) {
    await admin`insert into settings (company_id, key, value) values (${company.companyId}, 'ipixc', ${text})
      on conflict do nothing`;
    return {};
  },
});
