import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';
import { createImportDraft } from '../../contacts/testing/import-draft.ts';

export const seed = moduleSeed({
  ids: { contactListId: 'number', contactListItemId: 'number', listImportId: 'uuid' },
  async seed({ admin, company: { companyId, connectionId }, text, unique }) {
    const contactListId = await insertedId(admin`
      insert into contact_lists (company_id, name) values (${companyId}, ${`${text} ${unique}`}) returning id`);
    const contactListItemId = await insertedId(admin`
      insert into contact_list_items (company_id, contact_list_id, name, number, email)
      values (${companyId}, ${contactListId}, ${text}, '5511988880001', 'a@x.test') returning id`);
    await admin`
      insert into number_checks (company_id, number, exists) values (${companyId}, '5511988880001', true)
      on conflict do nothing`;
    await admin`
      insert into number_check_turns (company_id, connection_id, next_at) values (${companyId}, ${connectionId}, now())
      on conflict do nothing`;
    const listImportId = await createImportDraft(admin, companyId, text, contactListId);
    return { contactListId, contactListItemId, listImportId };
  },
});
