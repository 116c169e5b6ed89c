import { getAiRequest, listAiRequests } from '@balcao/shared/features/ai-requests/calls.ts';
import {
  deleteEvaluation,
  getEvaluation,
  judgeAnswer,
  listEvaluations,
  resumeEvaluation,
  startEvaluation,
  stopEvaluation,
} from '@balcao/shared/features/evaluations/calls.ts';
import { QUESTIONS } from '@balcao/shared/features/evaluations/rules.ts';
import { createArticle } from '@balcao/shared/features/knowledge/calls.ts';
import { createPrompt, updatePrompt } from '@balcao/shared/features/prompts/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createTicket, givePlan, type TicketFixture } from '../../../test/fixtures.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';

/** A prompt is tried on what customers have asked, people judge it, and no customer hears of it. */

const DAY_MS = 86_400_000;

let services: StandIns;
let api: TestApi;
let company: CompanyFixture;
let token: string;
let promptId: number;
let spoken = Date.parse('2026-03-01T12:00:00Z');

beforeAll(async () => {
  services = await startStandIns();
  const { host } = new URL(services.url);
  api = await startApi({ env: { OUTGOING_ALLOW: host, OUTGOING_STAND_IN: services.url } });
  await api.company('Operator');
});
afterAll(async () => {
  await api.stop();
  await services.close();
});
beforeEach(async () => {
  services.reset();
  company = await api.company(`Padaria ${crypto.randomUUID()}`);
  await givePlan(api.admin, company.companyId);
  token = await api.signIn(company.admin);
  const body = { name: 'Padeiro', prompt: 'Texto de hoje.', apiKey: 'sk-x', queueId: company.queues.sales };
  promptId = (await api.call(createPrompt, { body, token })).id;
});

type Sayer = 'customer' | 'ana' | 'bot';

/** A conversation, in which these follow each other. */
async function talk(...said: readonly [by: Sayer, words: string][]): Promise<TicketFixture> {
  const ticket = await createTicket(api.admin, company, { status: 'open', userId: company.ana.id });
  for (const [by, words] of said) {
    spoken += 60_000;
    await api.admin`
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, user_id, said_by, body, state,
        created_at)
      select company_id, gen_random_uuid(), id, contact_id, connection_id, ${by !== 'customer'},
        ${by === 'ana' ? company.ana.id : null}, ${by === 'bot' ? 'bot' : null}, ${words},
        ${by === 'customer' ? 'received' : 'sent'}, ${new Date(spoken)}
      from tickets where id = ${ticket.id}`;
  }
  await api.admin`update tickets set last_message_at = ${new Date(spoken)} where id = ${ticket.id}`;
  return ticket;
}

const start = (changed: string | null, lines?: string[]) =>
  api.call(startEvaluation, {
    body: {
      promptId,
      changed,
      questions: lines ? { from: 'file', lines } : { from: 'tickets', count: QUESTIONS.min },
    },
    token,
  });
const open = (evaluationId: string) => api.call(getEvaluation, { params: { evaluationId }, token });
const requests = () =>
  services
    .asked('openai')
    .filter(({ path }) => path.endsWith('/chat/completions'))
    .map(({ body }) => body as { messages: { role: string; content: string }[] });

it('asks the last answered question of each conversation by both texts, beside what people wrote', async () => {
  await talk(['customer', 'Bom dia'], ['ana', 'Bom dia! Posso ajudar?']);
  const first = await talk(
    ['customer', 'Oi'],
    ['bot', 'Olá, sou o robô.'],
    ['customer', 'Qual o horário de vocês?'],
    ['ana', 'Das 7 às 20.'],
    ['ana', 'Todo dia.'],
    ['customer', 'Obrigado!'],
  );
  const second = await talk(
    ['customer', 'Vocês entregam aqui?'],
    ['ana', 'Sim.'],
    ['customer', 'Segredo novo?'],
  );
  const before = await api.admin`select count(*)::int from messages where company_id = ${company.companyId}`;

  const begun = await start('Texto novo.');
  expect(begun).toMatchObject({ promptName: 'Padeiro', questions: 2, answers: 4, ended: 0, isRunning: true });
  await api.refused('ERR_EVALUATION_RUNNING', startEvaluation, {
    body: { promptId, changed: null, questions: { from: 'tickets', count: 5 } },
    token,
  });
  await api.app.calls.drain();

  const { rows, ...ended } = await open(begun.id);
  expect(ended).toMatchObject({
    today: 'Texto de hoje.',
    changed: 'Texto novo.',
    ended: 4,
    isRunning: false,
  });
  expect(rows.map(({ ticket, question, written }) => [ticket?.id, question, written])).toEqual([
    [second.id, 'Vocês entregam aqui?', 'Sim.'],
    [first.id, 'Oi\nQual o horário de vocês?', 'Das 7 às 20.\nTodo dia.'],
  ]);
  for (const { answers } of rows) {
    expect(answers.map(({ variant, outcome }) => [variant, outcome])).toEqual([
      ['today', 'answered'],
      ['changed', 'answered'],
    ]);
    for (const { text } of answers) expect(text).toMatch(/\w/);
  }
  const asked = requests();
  expect(
    asked.map(({ messages: [system] }) => /Texto [\p{L} ]+\./u.exec(system?.content ?? '')?.[0]),
  ).toEqual(['Texto de hoje.', 'Texto novo.', 'Texto de hoje.', 'Texto novo.']);
  // What was said afterwards is told to nobody.
  expect(JSON.stringify(asked)).not.toMatch(/Segredo|Das 7|Obrigado/);
  expect(await api.admin`select count(*)::int from messages where company_id = ${company.companyId}`).toEqual(
    before,
  );
});

it('is judged, counted and kept, by its own company alone', async () => {
  await talk(['customer', 'Qual o horário de vocês?'], ['ana', 'Das 7 às 20.']);
  const { id: evaluationId } = await start('Texto novo.');
  await api.app.calls.drain();
  const [row] = (await open(evaluationId)).rows;
  const [today, changed] = row?.answers ?? [];
  const judge = (answerId = '', good: boolean | null) =>
    api.call(judgeAnswer, { params: { evaluationId, answerId }, body: { good }, token });
  await judge(today?.id, false);
  expect((await judge(changed?.id, true)).judged).toEqual({
    today: { good: 0, bad: 1 },
    changed: { good: 1, bad: 0 },
  });
  expect((await judge(today?.id, null)).judged.today).toEqual({ good: 0, bad: 0 });
  const list = await api.call(listEvaluations, { token });
  expect(list.evaluations).toMatchObject([
    { id: evaluationId, isComparison: true, judged: { changed: { good: 1 } } },
  ]);

  const neighbour = await api.company(`Vizinha ${crypto.randomUUID()}`);
  await givePlan(api.admin, neighbour.companyId);
  const theirs = await api.signIn(neighbour.admin);
  const params = { evaluationId };
  await api.refused('ERR_NO_EVALUATION_FOUND', getEvaluation, { params, token: theirs });
  await api.refused('ERR_NO_EVALUATION_FOUND', judgeAnswer, {
    params: { evaluationId, answerId: today?.id ?? '' },
    body: { good: true },
    token: theirs,
  });
  await api.refused('ERR_NO_PERMISSION', listEvaluations, { token: await api.signIn(company.ana) });
});

it('asks what stands in a file, says who was handed over or found no article, and names its sources', async () => {
  const article = {
    title: 'Entrega em casa',
    category: '',
    language: 'pt',
    audience: 'customers',
    published: true,
    body: 'Entregamos em casa todos os dias, em até duas horas.',
  } as const;
  await api.call(createArticle, { body: article, token });
  await api.call(updatePrompt, { params: { promptId }, body: { onlyArticles: true }, token });
  const { id } = await start(null, [
    'A entrega é em casa?',
    'Fazem conserto de relógio?',
    'Quero um atendente',
  ]);
  await api.app.calls.drain();
  const { rows } = await open(id);
  expect(rows.map(({ ticket, written, answers }) => [ticket, written, answers.length])).toEqual(
    Array.from({ length: 3 }, () => [null, '', 1]),
  );
  const [delivered, unknown, person] = rows.map(({ answers: [answer] }) => answer);
  expect(delivered).toMatchObject({ outcome: 'answered', articles: [{ title: 'Entrega em casa' }] });
  expect([unknown?.outcome, person?.outcome]).toEqual(['noSource', 'handedOver']);
  const noted = await api.admin`select from unanswered_questions where company_id = ${company.companyId}`;
  expect(noted.count).toBe(0);
});

it('stops where the AI refuses, and goes on where it stood', async () => {
  services.fail('openai', {
    kind: 'status',
    status: 401,
    body: { error: { message: 'no such key' } },
    times: 1,
  });
  const { id } = await start(null, ['[echo] Um', '[echo] Dois', '[echo] Três']);
  await api.app.calls.drain();
  const outcomes = async () => (await open(id)).rows.map(({ answers: [answer] }) => answer?.outcome);
  expect(await outcomes()).toEqual(['ERR_AI_REFUSED', 'stopped', 'stopped']);
  expect(requests()).toHaveLength(1);
  const params = { evaluationId: id };
  expect(await api.call(resumeEvaluation, { params, token })).toMatchObject({ isRunning: true, unasked: 0 });
  expect(await api.call(stopEvaluation, { params, token })).toMatchObject({ isRunning: false, unasked: 3 });
  await api.app.calls.drain();
  expect(requests()).toHaveLength(1);
  await api.call(resumeEvaluation, { params, token });
  await api.app.calls.drain();
  expect(await outcomes()).toEqual(['answered', 'answered', 'answered']);
  expect((await open(id)).rows.map(({ answers: [answer] }) => answer?.text)).toEqual([
    'Eco: Um',
    'Eco: Dois',
    'Eco: Três',
  ]);
});

it('stands among what is kept of the AI, goes with its conversation, by its age, and by hand', async () => {
  await api.refused('ERR_NOTHING_TO_EVALUATE', startEvaluation, {
    body: { promptId, changed: null, questions: { from: 'tickets', count: 5 } },
    token,
  });
  await api.call(updateSetting, { params: { key: 'aiRequestDays' }, body: { value: '7' }, token });
  const ticket = await talk(['customer', 'Qual o horário de vocês?'], ['ana', 'Das 7 às 20.']);
  await talk(['customer', 'Vocês entregam em casa?'], ['ana', 'Sim.']);
  const { id } = await start(null);
  await api.app.calls.drain();
  const [request] = (await api.call(listAiRequests, { token })).requests;
  expect(request).toMatchObject({ ticketId: ticket.id, purpose: 'evaluation' });
  const kept = await api.call(getAiRequest, { params: { requestId: request?.id ?? '' }, token });
  expect(JSON.stringify(kept.messages)).toContain('Qual o horário');

  await api.admin`delete from contacts where id = ${ticket.contactId}`;
  expect((await open(id)).rows.map(({ question }) => question)).toEqual(['Vocês entregam em casa?']);
  await api.run('old rows', new Date(Date.now() + 89 * DAY_MS));
  expect(await open(id)).toMatchObject({ questions: 1 });
  await api.run('old rows', new Date(Date.now() + 91 * DAY_MS));
  const params = { evaluationId: id };
  await api.refused('ERR_NO_EVALUATION_FOUND', getEvaluation, { params, token });

  const { id: evaluationId } = await start(null);
  await api.call(deleteEvaluation, { params: { evaluationId }, token });
  services.reset();
  await api.app.calls.drain();
  expect(requests()).toEqual([]);
  await api.refused('ERR_NO_EVALUATION_FOUND', deleteEvaluation, { params: { evaluationId }, token });
});
