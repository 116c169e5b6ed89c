import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { quickMessageId: 'number' },
  async seed({ admin, company, mediaId, text, unique }) {
    const quickMessageId = await insertedId(admin`
      insert into quick_messages (company_id, shortcode, message, geral, user_id, media_id)
      values (${company.companyId}, ${unique}, ${text}, true, ${company.ana.id}, ${mediaId}) returning id`);
    return { quickMessageId };
  },
});
