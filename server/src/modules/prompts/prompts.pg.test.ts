import { listAudit } from '@balcao/shared/audit-log.ts';
import * as contracts from '@balcao/shared/features/prompts/calls.ts';
import { createQueue } from '@balcao/shared/features/queues/calls.ts';
import { PROMPT_LIMITS, WAIT_SECONDS } from '@balcao/shared/features/responders/ai.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  createUser,
  givePlan,
} from '../../../test/fixtures.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';
import * as usage from './ai-usage.service.ts';
import { forAnswering } from './prompts.service.ts';
import { promptEntity } from './prompts.sync.ts';

let services: StandIns;
let api: TestApi;
let company: CompanyFixture;
let token: string;
let companies = 0;

beforeAll(async () => {
  services = await startStandIns();
  const { host } = new URL(services.url);
  api = await startApi({ env: { OUTGOING_STAND_IN: services.url, OUTGOING_ALLOW: host } });
  await createCompany(api.database.admin, 'Operator');
});
afterAll(async () => {
  await api.stop();
  await services.close();
});
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Loja ${++companies}`);
  await givePlan(api.database.admin, company.companyId);
  token = await api.signIn(company.admin);
});

const create = (more: object = {}) =>
  api.call(contracts.createPrompt, {
    body: { name: 'Vendedora', queueId: company.queues.support, ...more },
    token,
  });
const update = (promptId: number, body: object) =>
  api.call(contracts.updatePrompt, { params: { promptId }, body, token });
const asSupervisor = async () =>
  api.signIn(await createUser(api.database.admin, company.companyId, 'Sara', [], { profile: 'supervisor' }));

const NOTHING_PROPOSED = { falseSources: 0, proposalsKept: 0, proposalsDropped: 0 };

it('needs a name of its own and a queue, and takes what is usual for the rest', async () => {
  const created = await create({ name: ' Ótima ' });
  expect(created).toEqual({
    id: expect.any(Number),
    name: 'Ótima',
    queueId: company.queues.support,
    queue: { id: company.queues.support, name: 'Suporte' },
    prompt: '',
    apiKey: '',
    baseUrl: '',
    model: '',
    transcriptionModel: '',
    voice: 'texto',
    voiceKey: '',
    voiceRegion: '',
    maxTokens: PROMPT_LIMITS.maxTokens.initial,
    temperature: PROMPT_LIMITS.temperature.initial,
    maxMessages: PROMPT_LIMITS.maxMessages.initial,
    waitSeconds: WAIT_SECONDS.initial,
    onlyArticles: false,
  });
  const params = { promptId: created.id };
  expect(await api.call(contracts.getPrompt, { params, token })).toEqual(created);
  const wrong: object[] = [
    { name: ' ' },
    { queueId: null },
    { prompt: 'x'.repeat(20_001) },
    { baseUrl: 'ftp://ai.test' },
    { voice: 'en-US-JennyNeural' },
    { voiceRegion: 'evil.test/' },
    { maxTokens: 0 },
    { maxTokens: 16_001 },
    { temperature: 2.1 },
    { maxMessages: 101 },
    { waitSeconds: 11 },
  ];
  for (const body of wrong)
    await api.refused('ERR_VALIDATION', contracts.updatePrompt, { params, body, token });
  await api.refused('ERR_VALIDATION', contracts.createPrompt, { body: { name: 'Sem setor' }, token });
  const taken = { name: 'otima', queueId: company.queues.sales };
  await api.refused('ERR_PROMPT_NAME_TAKEN', contracts.createPrompt, { body: taken, token });
  const other = await createCompany(api.database.admin, `Outra ${companies}`);
  const foreign = { params, body: { queueId: other.queues.sales }, token };
  await api.refused('ERR_NO_QUEUE_FOUND', contracts.updatePrompt, foreign);

  expect(await update(created.id, { baseUrl: 'https://ai.test/v1/', temperature: 0.25 })).toEqual({
    ...created,
    baseUrl: 'https://ai.test/v1',
    temperature: 0.25,
  });
});

it('keeps keys sealed where they belong, and shows nobody more than a mask of them', async () => {
  const keys = { apiKey: 'canary-api-0123456789', voiceKey: 'canary-voice-0123456789' };
  const { id, ...created } = await create({ ...keys, prompt: 'Diga canário.' });
  const masks = { apiKey: '••••', voiceKey: '••••' };
  expect(created).toMatchObject(masks);
  const { companyId } = company;
  const opened = (promptId = id) =>
    api.db.readCompany(companyId, (tx) => forAnswering(tx, companyId, promptId, api.deps.secrets));
  // A form that comes back as it was shown changes no key.
  expect(await update(id, { ...masks, name: 'Outra' })).toMatchObject({ ...masks, name: 'Outra' });
  expect(await opened()).toMatchObject({ ...keys, prompt: 'Diga canário.', name: 'Outra' });
  expect(await opened(id + 1)).toBeUndefined();

  const [stored] = await api.database.admin<{ apiKey: Buffer; voiceKey: Buffer }[]>`
    select api_key as "apiKey", voice_key as "voiceKey" from prompts where company_id = ${companyId} and id = ${id}`;
  const { secrets } = api.deps;
  expect(secrets.open(stored!.apiKey, `prompts.api_key/${companyId}/${id}`).toString()).toBe(keys.apiKey);
  // Moved to another column or row it opens no more.
  for (const place of [`prompts.voice_key/${companyId}/${id}`, `prompts.api_key/${companyId}/${id + 1}`])
    expect(() => secrets.open(stored!.apiKey, place)).toThrow();

  expect(await update(id, { apiKey: 'another', voiceKey: '' })).toMatchObject({ ...masks, voiceKey: '' });
  expect(await opened()).toMatchObject({ apiKey: 'another', voiceKey: '' });
  await update(id, { maxTokens: 250 });
  const { entries } = await api.call(listAudit, { query: { entity: 'prompt' }, token });
  expect(entries.map(({ changes }) => changes).slice(0, 2)).toEqual([
    [{ field: 'maxTokens', from: '100', to: '250' }],
    [
      { field: 'apiKey', from: '••••', to: '••••' },
      { field: 'voiceKey', from: '••••', to: null },
    ],
  ]);
  const fed = await api.db.readCompany(companyId, async (tx) => {
    const loaded = await promptEntity.load(tx, companyId, [String(id)]);
    return {
      loaded,
      view: await promptEntity.view(
        tx,
        companyId,
        loaded.map(({ row }) => row),
      ),
    };
  });
  const { row } = fed.loaded[0]!;
  expect(fed.loaded).toEqual([
    { row: { id, name: 'Outra', queueId: company.queues.support, maxTokens: 250 }, scopes: ['c'] },
  ]);
  const actor = { companyId, userId: company.admin.id, super: false, allTicket: false, queueIds: [] };
  expect(fed.view(row, { ...actor, profile: 'admin' })).toMatchObject({ ...masks, voiceKey: '' });
  expect(Object.keys(fed.view(row, { ...actor, profile: 'supervisor' }))).not.toContain('prompt');
  const listed = await api.send(contracts.listPrompts, { token });
  const everything = JSON.stringify([created, entries, fed.loaded]) + listed.body + api.logged();
  for (const key of [...Object.values(keys), 'another']) expect(everything).not.toContain(key);
});

it('is offered to supervisors without its words and keys, to agents not at all, and only as the plan says', async () => {
  const { id } = await create({ apiKey: 'a key', prompt: 'Diga bom dia.' });
  await create({ name: 'Atendente' });
  const supervisor = await asSupervisor();
  const { prompts } = await api.call(contracts.listPrompts, {
    query: { searchParam: 'vénd' },
    token: supervisor,
  });
  const queue = { id: company.queues.support, name: 'Suporte' };
  expect(prompts).toEqual([
    { id, name: 'Vendedora', queueId: queue.id, queue, maxTokens: 100, voice: 'texto' },
  ]);
  const whole = await api.call(contracts.listPrompts, { token });
  expect(whole.prompts.map(({ name }) => name)).toEqual(['Atendente', 'Vendedora']);
  expect(whole.prompts[1]).toMatchObject({ prompt: 'Diga bom dia.', apiKey: '••••' });
  const params = { promptId: id };
  await api.refused('ERR_NO_PERMISSION', contracts.getPrompt, { params, token: supervisor });
  await api.refused('ERR_NO_PERMISSION', contracts.getPromptUsage, { token: supervisor });
  const ana = await api.signIn(company.ana);
  await api.refused('ERR_NO_PERMISSION', contracts.listPrompts, { token: ana });

  await api.database.admin`update plans set use_open_ai = false
    where id = (select plan_id from companies where id = ${company.companyId})`;
  api.advance(2_000);
  await api.refused('ERR_PLAN_FEATURE_OFF', contracts.listPrompts, { token });
  await api.refused('ERR_PLAN_FEATURE_OFF', contracts.deletePrompt, { params, token });
});

it('leaves the customers whom it answers to people when it goes', async () => {
  const { id } = await create();
  const queue = await api.call(createQueue, {
    body: { name: 'Robô', color: '#123456', promptId: id },
    token,
  });
  const { admin } = api.database;
  const { companyId } = company;
  const mine = await createTicket(admin, company);
  await admin`update tickets set answerer = 'prompt', prompt_id = ${id}, waiting_since = null where id = ${mine.id}`;
  const others = await createTicket(admin, company, { name: 'Outra' });
  const before = Date.now();
  const params = { promptId: id };
  expect(await api.call(contracts.deletePrompt, { params, token })).toEqual({ message: expect.any(String) });

  const [freed] = await admin<{ waits: number; cycle: number }[]>`
    select t.answerer, t.prompt_id, t.bot_ended, t.status, extract(epoch from t.waiting_since) * 1000 as waits,
      extract(epoch from k.queued_at) * 1000 as cycle
    from tickets t join ticket_tracking k on k.ticket_id = t.id where t.id = ${mine.id}`;
  expect(freed).toMatchObject({ answerer: 'nobody', prompt_id: null, bot_ended: 'off', status: 'pending' });
  for (const moment of [freed!.waits, freed!.cycle])
    expect(Number(moment)).toBeGreaterThanOrEqual(before - 1);
  const [untouched] = await admin`select bot_ended from tickets where id = ${others.id}`;
  expect(untouched?.bot_ended).toBeNull();
  const [without] =
    await admin`select prompt_id from queues where company_id = ${companyId} and id = ${queue.id}`;
  expect(without?.prompt_id).toBeNull();
  await api.refused('ERR_NO_PROMPT_FOUND', contracts.deletePrompt, { params, token });
});

it('counts tokens by the month of the company’s calendar, up to the limit that an admin sets', async () => {
  const { companyId } = company;
  await api.database.admin`update companies set timezone = 'America/Sao_Paulo' where id = ${companyId}`;
  // In Greenwich it is February already.
  const [inJanuary, inFebruary] = [new Date('2027-02-01T02:59:00Z'), new Date('2027-02-01T03:00:00Z')];
  const used = { promptTokens: 900, completionTokens: 99 };
  const { id: promptId } = await create();
  const count = (at: Date, more = used) =>
    api.db.withCompany(companyId, (tx) => usage.count(tx, companyId, promptId, more, at));
  const isSpent = (at: Date) => api.db.readCompany(companyId, (tx) => usage.isSpent(tx, companyId, at));
  await count(inJanuary);
  expect(await isSpent(inJanuary)).toBe(false);
  const limit = (value: string, by = token) => ({
    params: { key: 'aiMonthlyTokens' },
    body: { value },
    token: by,
  });
  await api.call(updateSetting, limit('1000'));
  expect(await isSpent(inJanuary)).toBe(false);
  await count(inJanuary, { promptTokens: 1, completionTokens: 0 });
  expect(await isSpent(inJanuary)).toBe(true);
  expect(await isSpent(inFebruary)).toBe(false);
  await api.call(updateSetting, limit(''));
  expect(await isSpent(inJanuary)).toBe(false);
  for (const bad of ['-1', '1.5', 'x', '9'.repeat(13)])
    await api.refused('ERR_VALIDATION', updateSetting, limit(bad));
  await api.refused('ERR_NO_PERMISSION', updateSetting, limit('5', await asSupervisor()));

  await api.call(updateSetting, limit('5000'));
  await count(api.deps.clock());
  const shown = await api.call(contracts.getPromptUsage, { token });
  const prompts = [{ promptId, answers: 0, handOvers: 0, ...used }];
  expect(shown).toEqual({
    month: expect.any(String),
    calls: 1,
    ...NOTHING_PROPOSED,
    ...used,
    prompts,
    limit: 5_000,
  });
  await api.call(contracts.deletePrompt, { params: { promptId }, token });
  expect(await api.call(contracts.getPromptUsage, { token })).toMatchObject({ ...used, prompts: [] });
});

it('tries what a form says before it is saved, and sends a stored key nowhere but where it belongs', async () => {
  const { id } = await create({ apiKey: 'sk-canary-stored' });
  const trial = (more: object) => {
    const body = { promptId: id, baseUrl: '', apiKey: '••••', model: '', ...more };
    return api.call(contracts.testPrompt, { body, token });
  };
  const keys = () => services.asked('openai').map(({ headers }) => headers.authorization);
  expect(await trial({})).toEqual({
    ok: true,
    reply: expect.stringContaining('Olá!'),
    latencyMs: expect.any(Number),
    error: null,
    problem: null,
  });
  expect(keys()).toEqual(['Bearer sk-canary-stored']);
  expect(await trial({ promptId: null, apiKey: 'wrong' })).toMatchObject({
    ok: false,
    reply: '',
    error: expect.stringMatching(/^401 invalid_api_key/),
    problem: 'refused',
  });
  const elsewhere = `${services.url}/openai/v1`;
  const body = { promptId: id, baseUrl: elsewhere, apiKey: '••••', model: '' };
  await api.refused('ERR_PROMPT_KEY_NEEDED', contracts.testPrompt, { body, token });
  expect(await trial({ baseUrl: elsewhere, apiKey: 'sk-typed', model: 'gpt-4o' })).toMatchObject({
    ok: true,
  });
  expect(await trial({ baseUrl: 'http://10.0.0.1/v1', apiKey: 'sk-typed' })).toMatchObject({
    problem: 'forbidden',
  });
  expect(keys()).toEqual(['Bearer sk-canary-stored', 'Bearer wrong', 'Bearer sk-typed']);
  const gone = { ...body, promptId: id + 1 };
  await api.refused('ERR_NO_PROMPT_FOUND', contracts.testPrompt, { body: gone, token });
  expect(api.logged()).not.toMatch(/sk-canary|sk-typed/);
});
