import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: {},
  async seed({ admin, company, text }) {
    await admin`insert into audit_log (company_id, user_name, action, entity, entity_id, entity_name)
      values (${company.companyId}, ${text}, 'update', 'user', ${company.ana.id}, ${text})`;
    return {};
  },
});
