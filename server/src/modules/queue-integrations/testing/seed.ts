import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { queueIntegrationId: 'number' },
  async seed({ admin, company, text, unique }) {
    const queueIntegrationId = await insertedId(admin`insert into queue_integrations (company_id, type, name)
      values (${company.companyId}, 'webhook', ${`${text} ${unique}`}) returning id`);
    return { queueIntegrationId };
  },
});
