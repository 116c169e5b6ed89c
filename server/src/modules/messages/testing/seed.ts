import { v7 as uuidv7 } from 'uuid';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  madeByCaller: [
    'POST /messages/:ticketId id',
    'POST /messages/forward id',
    'POST /messages/forward/:contactId id',
  ],
  ids: { id: 'uuid', quotedMsgId: 'uuid', ofId: 'uuid', messageId: 'uuid' },
  async seed({ admin, company, ticket, mediaId, text }) {
    const { companyId, connectionId } = company;
    const [received, quoted, sent] = [uuidv7(), uuidv7(), uuidv7()];
    for (const message of [received, quoted])
      await admin`insert into messages
        (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_id, state, created_at)
        values (${companyId}, ${message}, ${ticket.id}, ${ticket.contactId}, ${connectionId}, false, ${text},
          ${mediaId}, 'received', now())`;
    await admin`insert into messages
      (company_id, id, ticket_id, contact_id, connection_id, from_me, body, wa_id, state, ack, created_at)
      values (${companyId}, ${sent}, ${ticket.id}, ${ticket.contactId}, ${connectionId}, true, ${text},
        ${`SENT${sent}`}, 'sent', 2, now())`;
    return { id: received, quotedMsgId: quoted, ofId: quoted, messageId: sent };
  },
});
