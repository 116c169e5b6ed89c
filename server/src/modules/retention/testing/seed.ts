import { createTicket, insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { holdId: 'number' },
  async seed({ admin, company, text }) {
    const { companyId } = company;
    // A conversation of its own: what is held cannot be deleted by the tests that delete.
    const { id } = await createTicket(admin, company, { name: text });
    await admin`
      insert into retention_rules (company_id, kind, months) values (${companyId}, 'chats', 240) on conflict do nothing`;
    const holdId = await insertedId(admin`
      insert into holds (company_id, ticket_id, reason, user_name) values (${companyId}, ${id}, ${text}, ${text})
      returning id`);
    return { holdId };
  },
});
