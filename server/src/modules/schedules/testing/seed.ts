import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  madeByCaller: ['POST /schedules id'],
  ids: { scheduleId: 'uuid' },
  async seed({ admin, company, ticket, mediaId, text }) {
    const scheduleId = crypto.randomUUID();
    await admin`
      insert into schedules (company_id, id, contact_id, user_id, body, media_id, send_at, due_at)
      values (${company.companyId}, ${scheduleId}, ${ticket.contactId}, ${company.ana.id}, ${text}, ${mediaId},
        '2040-01-01', '2040-01-01')`;
    return { scheduleId };
  },
});
