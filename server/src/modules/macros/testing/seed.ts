import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { macroId: 'number' },
  async seed({ admin, company, text, unique }) {
    const macroId = await insertedId(admin`
      insert into macros (company_id, name, team, user_id, effects)
      values (${company.companyId}, ${`${text} ${unique}`}, true, ${company.ana.id},
        ${admin.json([{ kind: 'note', text }])})
      returning id`);
    return { macroId };
  },
});
