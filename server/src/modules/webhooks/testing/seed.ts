import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { webhookId: 'number', webhookDeliveryId: 'uuid' },
  async seed({ admin, company, ticket, text, unique }) {
    const { companyId } = company;
    const webhookId = await insertedId(admin`
      insert into webhooks (company_id, name, url, events, active)
      values (${companyId}, ${`${text} ${unique}`}, 'http://127.0.0.1:9/', '{message.received}', false) returning id`);
    const webhookDeliveryId = crypto.randomUUID();
    await admin`
      insert into webhook_sequences (company_id, webhook_id, ticket_id, told)
      values (${companyId}, ${webhookId}, ${ticket.id}, 1)`;
    await admin`
      insert into deliveries (company_id, id, webhook_id, ticket_id, event, lane, payload, next_at)
      values (${companyId}, ${webhookDeliveryId}, ${webhookId}, ${ticket.id}, 'message.received', 'ticket:1', ${JSON.stringify({ text })}, now())`;
    return { webhookId, webhookDeliveryId };
  },
});
