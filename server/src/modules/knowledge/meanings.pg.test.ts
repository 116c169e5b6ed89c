import { createArticle, listArticles, updateArticle } from '@balcao/shared/features/knowledge/calls.ts';
import { createPrompt, getPromptUsage } from '@balcao/shared/features/prompts/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import type { SettingKey } from '@balcao/shared/features/settings/rules.ts';
import { getHealth } from '@balcao/shared/features/system/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, givePlan } from '../../../test/fixtures.ts';
import { OTHER_SIZE } from '../../../test/services/open-ai-meanings.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';
import { takeDue } from '../../platform/jobs/take-due.ts';

/** Articles are found by what a question means, where the company's AI says it, and by its words in any case. */

let services: StandIns;
let api: TestApi;
let company: CompanyFixture;
let admin: string;
let fridge: number;
const MODEL = 'text-embedding-3-small';

beforeAll(async () => {
  services = await startStandIns();
  const { host } = new URL(services.url);
  api = await startApi({ env: { OUTGOING_ALLOW: host, OUTGOING_STAND_IN: services.url } });
  const operator = await api.company('Operator');
  await api.admin`update users set super = true where id = ${operator.admin.id}`;
  company = await api.company('Loja');
  await givePlan(api.admin, company.companyId);
  admin = await api.signIn(company.admin);
  const fields = { name: 'Ajudante', prompt: 'Loja.', apiKey: 'sk-x', queueId: company.queues.sales };
  const { id } = await api.call(createPrompt, { body: fields, token: admin });
  await set('agentHelpPrompt', String(id));
  fridge = await write('Geladeira sem gelo', 'Confira a borracha da porta.');
  await write('Horário da loja', 'Das 7h às 23h.');
}, 60_000);
afterAll(async () => {
  await api.stop();
  await services.close();
});
beforeEach(() => services.reset());

const set = (key: SettingKey, value: string) =>
  api.call(updateSetting, { params: { key }, body: { value }, token: admin });
const write = async (title: string, body: string) => {
  const fields = { language: 'pt', title, body, published: true } as const;
  return (await api.call(createArticle, { body: fields, token: admin })).id;
};
const found = async (searchParam: string) =>
  (await api.call(listArticles, { query: { searchParam }, token: admin })).articles.map(({ title }) => title);
async function readAll() {
  const job = api.app.jobs.all.find(({ name }) => name === 'meanings of articles');
  if (!job) throw new Error('there is no such job');
  expect(await takeDue({ ...api.deps, clock: api.deps.clock }, job)).toBeNull();
}
const told = () => services.asked('openai').map(({ body }) => (body as { input: string[] }).input);
const faults = () => api.admin`select reason from meaning_faults`;

it('asks nobody until a model is named, then for each article once, and again for what was changed', async () => {
  await readAll();
  expect(await found('meu frigobar')).toEqual([]);
  expect(told()).toEqual([]);
  await set('embeddingModel', MODEL);
  const before = await api.call(getPromptUsage, { token: admin });
  await readAll();
  expect(told()).toEqual([
    ['Horário da loja\nDas 7h às 23h.'],
    [expect.stringMatching(/^Geladeira sem gelo/)],
  ]);
  const after = await api.call(getPromptUsage, { token: admin });
  expect(after.promptTokens).toBeGreaterThan(before.promptTokens);
  await readAll();
  expect(told()).toHaveLength(2);
  const change = { body: 'x'.repeat(39_000) };
  await api.call(updateArticle, { params: { articleId: fridge }, body: change, token: admin });
  await api.call(updateArticle, { params: { articleId: fridge }, body: { category: 'Casa' }, token: admin });
  await readAll();
  expect(told()).toHaveLength(3);
  expect(told()[2]?.[0]?.length).toBe(1_600);
});

it('finds what is said in other words, beside what has the words', async () => {
  expect((await found('meu frigobar'))[0]).toBe('Geladeira sem gelo');
  expect((await found('horário da geladeira')).toSorted()).toEqual(['Geladeira sem gelo', 'Horário da loja']);
  expect(await found('Zwxyk')).toEqual([]);
  await api.call(updateArticle, { params: { articleId: fridge }, body: { published: false }, token: admin });
  expect(await found('meu frigobar')).toEqual([]);
  await api.call(updateArticle, { params: { articleId: fridge }, body: { published: true }, token: admin });
  await readAll();
  expect((await found('meu frigobar'))[0]).toBe('Geladeira sem gelo');
});

it('goes by the words when the AI fails, asks it again after a minute, and operators see it', async () => {
  const operator = await api.signIn((await api.company('Operadora')).admin);
  await api.admin`update users set super = true where company_id = (select max(id) from companies)`;
  const finding = async () =>
    (await api.call(getHealth, { token: operator })).findings.find(({ name }) => name === 'meaningsFail')
      ?.facts;
  for (const failure of [
    { kind: 'hang' } as const,
    { kind: 'drop' } as const,
    { kind: 'html' } as const,
    { kind: 'status', status: 200, body: { data: [] } } as const,
    { kind: 'status', status: 200, body: { data: [{ index: 0, embedding: [] }] } } as const,
  ]) {
    services.fail('openai', failure);
    expect(await found('geladeira')).toEqual(['Geladeira sem gelo']);
    expect(await found('frigobar')).toEqual([]);
    expect((await faults()).count).toBe(1);
    api.advance(61_000);
  }
  expect(await finding()).toMatchObject({ name: 'Loja', since: expect.any(String) });
  expect(await found('frigobar')).toEqual(['Geladeira sem gelo']);
  expect(await finding()).toBeUndefined();
});

it('leaves an article alone whose words the model does not take, and reads the others', async () => {
  await write('Frete', 'Grátis acima de R$ 150.');
  await write('Longo demais', 'Palavras.');
  services.fail('openai', { kind: 'status', status: 400, body: {} });
  await readAll();
  expect((await faults()).count).toBe(1);
  api.advance(61_000);
  services.reset();
  await readAll();
  expect(told()).toEqual([['Frete\nGrátis acima de R$ 150.']]);
});

it('begins again when the model has become another one', async () => {
  expect(await found(`frigobar ${OTHER_SIZE}`)).toEqual([]);
  expect([...(await faults())]).toEqual([{ reason: 'other numbers' }]);
  api.advance(61_000);
  await readAll();
  expect(await found('frigobar')).toEqual(['Geladeira sem gelo']);
  await set('embeddingModel', 'gpt-4o');
  expect(await found('frigobar')).toEqual([]);
  await set('embeddingModel', '');
  expect(await found('geladeira')).toEqual(['Geladeira sem gelo']);
});
