import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { quickMessageId: 'number' },
  async seed({ admin, company, mediaId, text, unique }) {
    const quickMessageId = await insertedId(admin`
      insert into quick_messages (company_id, shortcode, message, geral, user_id, media_id)
      values (${company.companyId}, ${unique}, ${text}, true, ${company.ana.id}, ${mediaId}) returning id`);
    await admin`
      insert into quick_message_usage (company_id, quick_message_id, uses, last_used_at)
      values (${company.companyId}, ${quickMessageId}, 1, now())`;
    return { quickMessageId };
  },
});
