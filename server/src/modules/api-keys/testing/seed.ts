import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { apiKeyId: 'number' },
  async seed({ admin, company, text, unique }) {
    const apiKeyId = await insertedId(admin`
      insert into api_keys (company_id, name, key_hash, scopes)
      values (${company.companyId}, ${`${text} ${unique}`}, ${Buffer.from(unique)}, '{"tags": "read"}') returning id`);
    return { apiKeyId };
  },
});
