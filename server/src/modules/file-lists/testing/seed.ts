import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { fileListId: 'number' },
  async seed({ admin, company: { companyId }, mediaId, text, unique }) {
    const fileListId = await insertedId(admin`
      insert into file_lists (company_id, name, message)
      values (${companyId}, ${`${text} ${unique}`}, ${text}) returning id`);
    await admin`
      insert into file_list_items (company_id, file_list_id, position, name, media_id)
      values (${companyId}, ${fileListId}, 1, ${text}, ${mediaId})`;
    return { fileListId };
  },
});
