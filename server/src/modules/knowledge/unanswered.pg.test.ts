import { getArticle } from '@balcao/shared/features/knowledge/calls.ts';
import * as contracts from '@balcao/shared/features/knowledge/unanswered.ts';
import { addTicketNote } from '@balcao/shared/features/ticket-notes/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createTicket } from '../../../test/fixtures.ts';
import { noteUnanswered } from './unanswered.service.ts';

/** What customers asked and no article answered, until somebody writes one. */

let api: TestApi;
let company: CompanyFixture;
let admin: string;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await api.company(`Loja ${crypto.randomUUID()}`);
  admin = await api.signIn(company.admin);
});

async function ask(question: string, status = 'open'): Promise<number> {
  const { id: ticketId } = await createTicket(api.admin, company, { status, userId: company.ana.id });
  await api.admin`
    update contacts set name = 'Jurema Prado'
    where id = (select contact_id from tickets where id = ${ticketId})`;
  await api.deps.db.withCompany(company.companyId, (tx) =>
    noteUnanswered(tx, company.companyId, { ticketId, question }, new Date('2026-01-01T10:00:00Z')),
  );
  return ticketId;
}
const answer = (ticketId: number, body: string, userId: number | null) => api.admin`
  insert into messages (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, body, media_type, state,
    said_by, created_at)
  select company_id, ${crypto.randomUUID()}, id, contact_id, connection_id, ${userId}, true, ${body}, 'chat', 'sent',
    ${userId === null ? 'bot' : null}, '2026-01-01 11:00Z'
  from tickets where id = ${ticketId}`;
const groups = async (token = admin) => (await api.call(contracts.listUnanswered, { token })).groups;

it('stands once with those that are alike, without who asked', async () => {
  await ask('Vocês consertam relógios de parede?');
  await ask('Vocês consertam relógio de parede');
  await ask('Vendem cartão-presente? Sou a Jurema, 11 98765-4321');
  await ask('…');
  expect(await groups()).toMatchObject([
    {
      question: 'Vocês consertam relógio de parede',
      others: ['Vocês consertam relógios de parede?'],
      count: 2,
    },
    { question: 'Vendem cartão-presente? Sou a …, …', count: 1, isFinished: false },
  ]);
  const [{ id: questionId } = { id: '' }] = await groups();
  await api.call(contracts.dropUnanswered, { params: { questionId }, token: admin });
  expect(await groups()).toHaveLength(1);
  await api.refused('ERR_NO_QUESTION_FOUND', contracts.dropUnanswered, {
    params: { questionId },
    token: admin,
  });
});

it('becomes a draft of what people answered once the conversation has ended', async () => {
  const ticketId = await ask('Consertam relógios?');
  await answer(ticketId, 'Sim, Jurema! Custa R$ 80. Pedido 48213.', company.ana.id);
  await answer(ticketId, 'Vou chamar uma pessoa.', null);
  await api.call(addTicketNote, { body: { ticketId, body: 'Cliente chata.' }, token: admin });
  const [{ id: questionId } = { id: '' }] = await groups();
  const draft = { params: { questionId }, token: admin };
  await api.refused('ERR_CONVERSATION_OPEN', contracts.draftFromQuestion, draft);
  await api.admin`update tickets set status = 'closed' where id = ${ticketId}`;
  const article = await api.call(contracts.draftFromQuestion, draft);
  expect(article).toMatchObject({
    title: 'Consertam relógios?',
    body: 'Sim, …! Custa R$ 80. Pedido ….',
    published: false,
  });
  expect(await groups()).toEqual([]);
  await api.refused('ERR_NO_ARTICLE_FOUND', getArticle, {
    params: { articleId: article.id },
    token: await api.signIn(company.ana),
  });
});
