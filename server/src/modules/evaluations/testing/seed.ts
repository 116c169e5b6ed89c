import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { evaluationId: 'uuid', answerId: 'uuid' },
  async seed({ admin, company: { companyId }, ticket, text, unique }) {
    const [prompt] = await admin`
      insert into prompts (company_id, name, prompt) values (${companyId}, ${`${text} tried ${unique}`}, ${text}) returning id`;
    await admin`
      insert into evaluations (company_id, id, prompt_id, at, today, changed)
      values (${companyId}, ${unique}, ${prompt?.id}, now(), ${text}, ${text})`;
    const [question] = await admin`
      insert into evaluation_questions (company_id, id, evaluation_id, message_id, question, written)
      values (${companyId}, gen_random_uuid(), ${unique},
        (select id from messages where company_id = ${companyId} and ticket_id = ${ticket.id} limit 1), ${text}, ${text})
      returning id`;
    const [answer] = await admin`
      insert into evaluation_answers (company_id, id, question_id, variant, outcome, text)
      values (${companyId}, gen_random_uuid(), ${question?.id}, 'today', 'answered', ${text}) returning id`;
    return { evaluationId: unique, answerId: answer?.id };
  },
});
