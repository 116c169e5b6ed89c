import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { campaignId: 'number', campaignIds: 'numbers', tagListId: 'number' },
  async seed({ admin, company: { companyId, connectionId }, ticket, mediaId, text, unique }) {
    const tagListId = await insertedId(admin`
      insert into tags (company_id, name, color) values (${companyId}, ${`${text} ${unique} list`}, '#112233') returning id`);
    const campaignId = await insertedId(admin`
      insert into campaigns (company_id, name, connection_id, media_id, messages, confirmation_messages)
      values (${companyId}, ${`${text} ${unique}`}, ${connectionId}, ${mediaId}, ${[text, '', '', '', '']},
        ${['', '', '', '', '']}) returning id`);
    const recipientId = await insertedId(admin`
      insert into campaign_recipients (company_id, campaign_id, name, number, whatsapp_number, variant, body, state,
        connection_id, sent_at, ticket_id)
      values (${companyId}, ${campaignId}, ${text}, '5511988880002', '5511988880002', 1, ${text}, 'sent', ${connectionId},
        now(), ${ticket.id}) returning id`);
    await admin`
      insert into campaign_sends (company_id, recipient_id, part, connection_id, wa_id, payload, body, media_type, media_id)
      values (${companyId}, ${recipientId}, 1, ${connectionId}, ${unique}, ${Buffer.from(text)}, ${text}, 'image', ${mediaId})`;
    await admin`
      insert into campaign_replies (company_id, connection_id, wa_id, recipient_id, body, at)
      values (${companyId}, ${connectionId}, ${unique}, ${recipientId}, ${text}, now())`;
    await admin`
      insert into campaign_paces (company_id, connection_id) values (${companyId}, ${connectionId}) on conflict do nothing`;
    return { campaignId, campaignIds: [campaignId], tagListId };
  },
});
