import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { automationId: 'number', automationIds: 'numbers' },
  async seed({ admin, company, text, unique }) {
    const automationId = await insertedId(admin`
      insert into automations (company_id, name, active, position, cause, conditions, effects, refs)
      values (${company.companyId}, ${`${text} ${unique}`}, false, 1, '{"kind": "message"}',
        '{"match": "all", "items": []}', ${JSON.stringify([{ kind: 'note', text }])}::text::jsonb, '{}') returning id`);
    return { automationId, automationIds: [automationId] };
  },
});
