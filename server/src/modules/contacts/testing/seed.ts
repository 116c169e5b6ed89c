import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';
import { createImportDraft } from './import-draft.ts';

export const seed = moduleSeed({
  ids: { contactId: 'number', duplicateId: 'number', otherId: 'number', importId: 'uuid' },
  async seed({ admin, company, ticket, text }) {
    const { companyId } = company;
    const other = await insertedId(
      admin`insert into contacts (company_id, name) values (${companyId}, ${text}) returning id`,
    );
    return {
      contactId: ticket.contactId,
      duplicateId: other,
      otherId: other,
      importId: await createImportDraft(admin, companyId, text),
    };
  },
});
