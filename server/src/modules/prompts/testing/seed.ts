import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { promptId: 'number' },
  async seed({ admin, company: { companyId, queues }, text, unique }) {
    const promptId = await insertedId(admin`
      insert into prompts (company_id, name, prompt, queue_id, model, voice_region)
      values (${companyId}, ${`${text} ${unique}`}, ${text}, ${queues.support}, ${text}, 'brazilsouth') returning id`);
    return { promptId };
  },
});
