import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: {
    queueIds: 'numbers',
    redirectQueueId: 'number',
    forwardQueueId: 'number',
    queueId: 'number',
    optionId: 'number',
    parentId: 'number',
    integrationId: 'number',
  },
  async seed({ admin, company, mediaId, text, unique }) {
    const { companyId, queues } = company;
    const queueId = await insertedId(admin`
      insert into queues (company_id, name, color, greeting_message, media_id)
      values (${companyId}, ${`${text} ${unique}`}, ${`#${unique.slice(0, 8)}`}, ${text}, ${mediaId}) returning id`);
    const optionId = await insertedId(admin`
      insert into queue_options (company_id, queue_id, title, message, option, media_id)
      values (${companyId}, ${queueId}, ${text}, ${text}, 1, ${mediaId}) returning id`);
    const integrationId = await insertedId(admin`
      insert into queue_integrations (company_id, type, name)
      values (${companyId}, 'webhook', ${`${text} of a queue ${unique}`}) returning id`);
    return {
      queueIds: [queues.sales, queues.support],
      redirectQueueId: queues.sales,
      forwardQueueId: queues.sales,
      queueId,
      optionId,
      parentId: optionId,
      integrationId,
    };
  },
});
