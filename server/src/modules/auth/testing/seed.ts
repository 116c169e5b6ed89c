import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { resetId: 'number' },
  async seed({ admin, company }) {
    const resetId = await insertedId(admin`
      insert into password_resets (company_id, user_id) values (${company.companyId}, ${company.bruno.id})
      returning id`);
    return { resetId };
  },
});
