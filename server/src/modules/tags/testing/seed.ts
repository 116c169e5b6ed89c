import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { tagId: 'number', tags: 'numbers', tagIds: 'numbers' },
  async seed({ admin, company, text, unique }) {
    const tagId = await insertedId(admin`insert into tags (company_id, name, color, kanban)
      values (${company.companyId}, ${`${text} ${unique}`}, '#123456', 1) returning id`);
    return { tagId, tags: [tagId], tagIds: [tagId] };
  },
});
