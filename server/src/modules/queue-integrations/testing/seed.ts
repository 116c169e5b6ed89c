import { v7 as uuidv7 } from 'uuid';
import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { queueIntegrationId: 'number', deliveryId: 'uuid' },
  async seed({ admin, company, ticket, text, unique }) {
    const { companyId } = company;
    const queueIntegrationId = await insertedId(admin`
      insert into queue_integrations (company_id, type, name, url)
      values (${companyId}, 'webhook', ${`${text} ${unique}`}, 'http://127.0.0.1:9/') returning id`);
    const deliveryId = uuidv7();
    await admin`
      insert into deliveries (company_id, id, integration_id, ticket_id, event, payload)
      values (${companyId}, ${deliveryId}, ${queueIntegrationId}, ${ticket.id}, 'message.received', ${text})`;
    return { queueIntegrationId, deliveryId };
  },
});
