import { v7 as uuidv7 } from 'uuid';
import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { ratingId: 'number' },
  async seed({ admin, company: { companyId, connectionId, ana }, ticket, text }) {
    const ratingId = await insertedId(admin`
      insert into ticket_tracking (company_id, ticket_id, connection_id, user_id, finished_at, rated_at, rate,
        rating_scale, commented_at)
      values (${companyId}, ${ticket.id}, ${connectionId}, ${ana.id}, now(), now(), 5, 'stars', now()) returning id`);
    const said = uuidv7();
    await admin`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
      values (${companyId}, ${said}, ${ticket.id}, ${ticket.contactId}, ${connectionId}, false, ${text}, 'received', now())`;
    await admin`
      insert into rating_messages (company_id, tracking_id, message_id) values (${companyId}, ${ratingId}, ${said})`;
    return { ratingId };
  },
});
