import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { passkeyId: 'uuid' },
  async seed({ admin, company, text, unique }) {
    await admin`insert into passkeys (company_id, id, user_id, credential_id, public_key, counter, name, created_at)
      values (${company.companyId}, ${unique}, ${company.admin.id}, ${unique}, 'key', 0, ${text}, now())`;
    return { passkeyId: unique };
  },
});
