import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { promptId: 'number' },
  async seed({ admin, company, text, unique }) {
    const promptId = await insertedId(admin`insert into prompts (company_id, name)
      values (${company.companyId}, ${`${text} ${unique}`}) returning id`);
    return { promptId };
  },
});
