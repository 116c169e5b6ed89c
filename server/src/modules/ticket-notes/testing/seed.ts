import { v7 as uuidv7 } from 'uuid';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { noteId: 'uuid' },
  async seed({ admin, company, ticket, text }) {
    const noteId = uuidv7();
    await admin`insert into messages
      (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, body, media_type, state, read, created_at)
      values (${company.companyId}, ${noteId}, ${ticket.id}, ${ticket.contactId}, ${company.connectionId},
        ${company.admin.id}, true, ${text}, 'note', 'local', true, now())`;
    return { noteId };
  },
});
