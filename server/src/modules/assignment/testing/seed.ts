import { createUser } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { toUserId: 'number', overflowQueueId: 'number' },
  async seed({ admin, company, text, unique }) {
    const email = `to.${unique}@${text}.test`.toLowerCase();
    const { id } = await createUser(admin, company.companyId, `${text} colleague`, [], { email });
    return { toUserId: id, overflowQueueId: company.queues.sales };
  },
});
