import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { deadlinePolicyId: 'number', deadlinePolicyIds: 'numbers' },
  async seed({ admin, company, text, unique }) {
    const deadlinePolicyId = await insertedId(admin`
      insert into deadline_policies (company_id, name, active, position, first_answer_minutes, business_hours, queue_ids,
        tag_ids, connection_ids, refs, counts_from)
      values (${company.companyId}, ${`${text} ${unique}`}, false, 1, 60, true, '{}', '{}', '{}', '{}', now())
      returning id`);
    return { deadlinePolicyId, deadlinePolicyIds: [deadlinePolicyId] };
  },
});
