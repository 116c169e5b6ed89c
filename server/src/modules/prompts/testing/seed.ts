import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { promptId: 'number' },
  async seed({ admin, company: { companyId, queues }, text, unique }) {
    const promptId = await insertedId(admin`
      insert into prompts (company_id, name, prompt, queue_id, model, voice_region)
      values (${companyId}, ${`${text} ${unique}`}, ${text}, ${queues.support}, ${text}, 'brazilsouth') returning id`);
    await admin`insert into ai_usage (company_id, month) values (${companyId}, '2030-01-01') on conflict do nothing`;
    await admin`insert into prompt_usage (company_id, prompt_id, month) values (${companyId}, ${promptId}, '2030-01-01')`;
    return { promptId };
  },
});
