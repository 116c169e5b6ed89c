import { v7 as uuidv7 } from 'uuid';
import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { chatId: 'number', chatUuid: 'uuid', chatMessageId: 'uuid' },
  madeByCaller: ['POST /chats/:chatId/messages id'],
  passedOver: [
    'POST /chats/:chatId/messages mentionedIds',
    'PUT /chats/:chatId/messages/:chatMessageId mentionedIds',
    'POST /chats/:chatId/read userId',
  ],
  async seed({ admin, company, mediaId, text, unique }) {
    const { companyId, admin: owner } = company;
    const chatId = await insertedId(admin`
      insert into chats (company_id, uuid, title, owner_id, last_number, last_message, last_sender_id)
      values (${companyId}, ${unique}, ${text}, ${owner.id}, 1, ${text}, ${owner.id}) returning id`);
    await admin`insert into chat_members (company_id, chat_id, user_id)
      select company_id, ${chatId}, id from users where company_id = ${companyId}`;
    const chatMessageId = uuidv7();
    await admin`insert into chat_messages (company_id, id, chat_id, number, sender_id, body, media_type, media_id)
      values (${companyId}, ${chatMessageId}, ${chatId}, 1, ${owner.id}, ${text}, 'image', ${mediaId})`;
    return { chatId, chatUuid: unique, chatMessageId };
  },
});
