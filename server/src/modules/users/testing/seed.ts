import { createUser } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ignoredUnless: { 'PUT /users/:userId whatsappId': 'admin', 'PUT /users/:userId queueIds': 'admin' },
  ids: { userId: 'number', sessionId: 'uuid' },
  async seed({ admin, company, text, unique }) {
    const email = `${unique}@${text}.test`.toLowerCase();
    const { id } = await createUser(admin, company.companyId, `${text} person`, [], { email });
    await admin`insert into sessions (company_id, id, user_id) values (${company.companyId}, ${unique}, ${id})`;
    await admin`
      insert into invitations (company_id, user_id, invited_at, hash, expires_at)
      values (${company.companyId}, ${id}, now(), ${Buffer.from(unique)}, now() + interval '7 days')`;
    return { userId: id, sessionId: unique };
  },
});
