import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { requestId: 'uuid' },
  async seed({ admin, company: { companyId }, ticket, text, unique }) {
    await admin`
      insert into ai_requests (company_id, id, ticket_id, at, purpose, model, prompt_tokens, completion_tokens, ending, sealed)
      values (${companyId}, ${unique}, ${ticket.id}, now(), 'answer', ${text}, 1, 1, 'answered', convert_to(${text}, 'UTF8'))`;
    return { requestId: unique };
  },
});
