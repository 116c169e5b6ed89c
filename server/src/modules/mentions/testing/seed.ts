import { v7 as uuidv7 } from 'uuid';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { mentionIds: 'uuids', mentionedIds: 'numbers' },
  passedOver: ['POST /mentions/read mentionIds', 'POST /ticket-notes mentionedIds'],
  async seed({ admin, company, ticket, text }) {
    const noteId = uuidv7();
    await admin`insert into messages
      (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, body, media_type, state, read, created_at)
      values (${company.companyId}, ${noteId}, ${ticket.id}, ${ticket.contactId}, ${company.connectionId},
        ${company.admin.id}, true, ${text}, 'note', 'local', true, now())`;
    const [mention] = await admin<{ id: string }[]>`
      insert into mentions (company_id, source, message_id, ticket_id, user_id, created_at)
      values (${company.companyId}, 'note', ${noteId}, ${ticket.id}, ${company.ana.id}, now()) returning id`;
    return { mentionIds: [mention?.id ?? ''], mentionedIds: [company.ana.id] };
  },
});
