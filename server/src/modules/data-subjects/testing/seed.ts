import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { erasureId: 'number' },
  async seed({ admin, company, text }) {
    const { companyId } = company;
    const contactId = await insertedId(
      admin`insert into contacts (company_id, name) values (${companyId}, ${text}) returning id`,
    );
    const erasureId = await insertedId(admin`
      insert into erasures (company_id, contact_id, asked_by_name) values (${companyId}, ${contactId}, ${text})
      returning id`);
    return { erasureId };
  },
});
