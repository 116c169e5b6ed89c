import { createTicket, insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { articleId: 'number', questionId: 'uuid' },
  async seed({ admin, company, ticket, mediaId, text, unique }) {
    const articleId = await insertedId(admin`
      insert into knowledge_articles (company_id, language, category, title, body, published, user_id)
      values (${company.companyId}, 'pt', ${text}, ${`${text} ${unique}`}, ${text}, true, ${company.ana.id})
      returning id`);
    await admin`
      insert into knowledge_versions (company_id, article_id, version, category, title, body, user_id, at)
      select company_id, id, version, category, title, body, user_id, updated_at
      from knowledge_articles where id = ${articleId}`;
    await admin`
      insert into article_files (company_id, article_id, version, media_id)
      values (${company.companyId}, ${articleId}, 1, ${mediaId})`;
    const ended = await createTicket(admin, company, { status: 'closed', name: text });
    await admin`
      insert into unanswered_questions (company_id, id, ticket_id, question, at)
      values (${company.companyId}, ${unique}, ${ticket.id}, ${text}, now()),
        (${company.companyId}, gen_random_uuid(), ${ended.id}, ${text}, now())`;
    return { articleId, questionId: unique };
  },
});
