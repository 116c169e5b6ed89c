import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';
import { newPath } from '../../../platform/storage/paths.ts';

export const seed = moduleSeed({
  ids: { exportId: 'number', partId: 'number' },
  async seed({ admin, company, ticket, text }) {
    const { companyId } = company;
    const exportId = await insertedId(admin`
      insert into data_exports (company_id, contact_id, language, state, messages_total, asked_by_name, ends_at)
      values (${companyId}, ${ticket.contactId}, 'pt', 'done', 0, ${text}, now() + interval '1 day') returning id`);
    await admin`
      insert into data_export_parts (company_id, export_id, part, path, size)
      values (${companyId}, ${exportId}, 1, ${newPath(companyId)}, 1)`;
    return { exportId, partId: 1 };
  },
});
