import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { contactListId: 'number', contactListItemId: 'number' },
  async seed({ admin, company: { companyId }, text, unique }) {
    const contactListId = await insertedId(admin`
      insert into contact_lists (company_id, name) values (${companyId}, ${`${text} ${unique}`}) returning id`);
    const contactListItemId = await insertedId(admin`
      insert into contact_list_items (company_id, contact_list_id, name, number, email)
      values (${companyId}, ${contactListId}, ${text}, '5511988880001', 'a@x.test') returning id`);
    return { contactListId, contactListItemId };
  },
});
