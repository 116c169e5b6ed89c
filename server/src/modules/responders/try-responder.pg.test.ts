import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { askResponder, type TrialAnswer, tryBot } from '@balcao/shared/features/bot/calls.ts';
import { createPrompt } from '@balcao/shared/features/prompts/calls.ts';
import { createQueueIntegration } from '@balcao/shared/features/queue-integrations/calls.ts';
import { updateQueue } from '@balcao/shared/features/queues/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { readTicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, givePlan } from '../../../test/fixtures.ts';
import { tableChecksums } from '../../../test/probe.ts';
import { ASAAS_KEY } from '../../../test/services/asaas.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';

/** A phone asks responders for real, and no row tells of it but the use that is paid for. */

let services: StandIns;
let api: TestApi;
let company: CompanyFixture;
let admin: string;

beforeAll(async () => {
  services = await startStandIns();
  const { host } = new URL(services.url);
  api = await startApi({ env: { OUTGOING_ALLOW: host, OUTGOING_STAND_IN: services.url } });
  company = await createCompany(api.database.admin, 'Loja');
  await givePlan(api.database.admin, company.companyId);
  admin = await api.signIn(company.admin);
});
afterAll(async () => {
  await api.stop();
  await services.close();
});
beforeEach(() => services.reset());

const put = (body: object) =>
  api.call(updateQueue, { params: { queueId: company.queues.sales }, body, token: admin });
const noOne = { promptId: null, integrationId: null, secondCopy: false, greetingMessage: '' };

async function installPrompt(): Promise<void> {
  const body = {
    name: crypto.randomUUID(),
    prompt: 'Você atende a loja Demo.',
    apiKey: 'sk-secret',
    queueId: company.queues.support,
    maxMessages: 10,
  };
  const { id } = await api.call(createPrompt, { body, token: admin });
  await put({ ...noOne, promptId: id });
}

async function installProgram(fields: object): Promise<void> {
  const body = { name: crypto.randomUUID(), ...fields };
  const { id } = await api.call(createQueueIntegration, { body, token: admin });
  await put({ ...noOne, integrationId: id });
}

const rows = async () => {
  const {
    ai_usage: usage,
    prompt_usage: _,
    ...others
  } = await tableChecksums(api.database.admin, company.companyId);
  return { usage, others };
};

type Answer = RouteOutput<typeof askResponder>;
const words = ({ lines }: TrialAnswer) =>
  lines.filter(({ mediaType }) => mediaType === 'chat').map(({ body }) => body);

/** A phone whose owner always asks for real. */
function phone() {
  const trial = { connectionId: null, contactName: 'Maria Souza' };
  const params = { queueId: company.queues.sales };
  let clock = Date.parse('2026-03-10T12:00:00-03:00');
  let state: TrialAnswer['state'] | null = null;
  let session: string | null = null;
  const said: { fromMe: boolean; text: string }[] = [];

  async function says(text: string) {
    clock += 10_000;
    said.push({ fromMe: false, text });
    const at = new Date(clock).toISOString();
    const step = await api.call(tryBot, { params, body: { ...trial, state, text, at }, token: admin });
    ({ state } = step);
    said.push(...words(step).map((text) => ({ fromMe: true, text })));
    if (!step.ask) throw new Error(`nobody is asked: ${step.reason}`);
    const body = { ...trial, state, opens: step.ask.opens, session, said: [...said], at };
    return { params, body, token: admin };
  }

  return {
    says,
    async asks(text: string): Promise<Answer> {
      const answer = await api.call(askResponder, await says(text));
      ({ state, session } = answer);
      said.push(...words(answer).map((text) => ({ fromMe: true, text })));
      return answer;
    },
  };
}

it('an AI answers, is paid for, and hands over with its note, in a conversation that there is not', async () => {
  await installPrompt();
  const before = await rows();
  const { asks } = phone();
  const answer = await asks('Qual o horário de vocês?');
  expect(answer).toMatchObject({ reason: 'responder', closes: false, session: null, ask: null });
  expect(answer.latencyMs).toBeGreaterThanOrEqual(0);
  expect(words(answer)).toEqual([expect.stringContaining('7h às 23h')]);
  const { lines, state } = await asks('Quero falar com um atendente');
  expect(lines.map(({ mediaType }) => mediaType)).toEqual(['chat', 'note', 'event']);
  expect(lines[1]?.body).toMatch(/^Quer: .+\nJá tentado: .+\nDados: .+$/);
  expect(readTicketEvent(lines[2]?.body ?? '')).toMatchObject({ kind: 'handedOver', cause: 'wanted' });
  expect(state).toMatchObject({ answerer: 'nobody', ended: 'done', queueId: company.queues.support });
  const [, asked] = services.asked('openai').map(({ body }) => body as { messages: { role: string }[] });
  expect(asked?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  const after = await rows();
  expect(after.others).toEqual(before.others);
  const [usage] = await api.database.admin`
    select calls from ai_usage where company_id = ${company.companyId}`;
  expect(usage?.calls).toBe(2);
});

it('the customer’s last words are the question, also behind a greeting', async () => {
  await installPrompt();
  await put({ greetingMessage: 'Boa tarde!' });
  const { asks } = phone();
  await asks('Quanto custa o frete?');
  await asks('E para Manaus?');
  const [first, second] = services
    .asked('openai')
    .map(({ body }) => body as { messages: { role: string }[] });
  expect(first?.messages.slice(1)).toEqual([
    { role: 'assistant', content: 'Boa tarde!' },
    { role: 'user', content: 'Quanto custa o frete?' },
  ]);
  expect(second?.messages.at(-1)).toEqual({ role: 'user', content: 'E para Manaus?' });
  expect(second?.messages).toHaveLength(5);

  await installProgram({ type: 'webhook', urlN8N: `${services.url}/n8n/webhook/loja` });
  await put({ greetingMessage: 'Boa tarde!' });
  expect(words(await phone().asks('eco Bom dia!'))).toEqual(['Bom dia!']);
});

it('a flow hears one answer at a time, and knows where it was', async () => {
  await installProgram({ type: 'typebot', urlN8N: `${services.url}/typebot`, typebotSlug: 'atendimento' });
  const before = await rows();
  const { asks } = phone();
  const greeting = await asks('Oi');
  expect(words(greeting)[0]).toBe('Oi, Maria Souza! Sou o assistente da loja.');
  expect(greeting.session).not.toBeNull();
  expect(words(await asks('1'))).toEqual(['Qual produto você procura?']);
  expect(words(await asks('Uma camisa'))[0]).toBe('Anotei: Uma camisa.');
  expect(await rows()).toEqual(before);
});

it('a program hears of a trial, without a token, and no delivery is kept', async () => {
  const url = `${services.url}/n8n/webhook/loja`;
  await installProgram({ type: 'webhook', urlN8N: url, headerName: 'x-loja', headerValue: 'chave' });
  const before = await rows();
  const { asks } = phone();
  expect(words(await asks('eco Bom dia!'))).toEqual(['Bom dia!']);
  expect(await asks('Quanto custa?')).toMatchObject({ lines: [], reason: 'responder', closes: false });
  const [first, second] = services.asked('n8n');
  expect(first?.headers).toMatchObject({ 'x-loja': 'chave', 'webhook-signature': expect.any(String) });
  expect(first?.body).toMatchObject({ type: 'trial', data: { ticket: { token: null } } });
  expect(second?.body).toMatchObject({ data: { message: { body: 'Quanto custa?' } } });
  expect(await rows()).toEqual(before);
});

it('bills are looked up as often as somebody tries, and end the trial', async () => {
  await put({ ...noOne, secondCopy: true });
  await api.call(updateSetting, { params: { key: 'asaas' }, body: { value: ASAAS_KEY }, token: admin });
  const before = await rows();
  const body = { connectionId: null, state: null, text: 'Oi', at: '2026-03-10T12:00:00-03:00' };
  const params = { queueId: company.queues.sales };
  const { state } = await api.call(tryBot, { params, body, token: admin });
  const lookUp = (text: string) =>
    api.call(askResponder, {
      params,
      body: { ...body, state, opens: false, session: null, said: [{ fromMe: false, text }] },
      token: admin,
    });
  const found = await lookUp('529.982.247-25');
  expect(found).toMatchObject({ closes: true, reason: 'ending' });
  expect(words(found).some((text) => text.includes('Valor: R$'))).toBe(true);
  for (const paid of ['111.444.777-35', '390.533.447-05', '153.509.460-56'])
    expect(await lookUp(paid)).toMatchObject({ closes: false, state: { answerer: 'bill' } });
  // Its file goes after a day, like every other that nothing carries.
  const { media, media_let_go } = (await rows()).others;
  expect((await rows()).others).toEqual({ ...before.others, media, media_let_go });
});

it('what fails says why by the code that the timeline would show, and hands nobody over', async () => {
  await installPrompt();
  const before = await rows();
  services.fail('openai', { kind: 'status', status: 401, body: { error: { message: 'no' } } });
  await api.refused('ERR_AI_REFUSED', askResponder, await phone().says('Oi'));
  await installProgram({ type: 'typebot', urlN8N: `${services.url}/typebot`, typebotSlug: 'atendimento' });
  services.fail('typebot', { kind: 'drop' });
  await api.refused('ERR_INTEGRATION_UNCLEAR', askResponder, await phone().says('Oi'));
  const { tickets, messages, bot_turns: turns } = (await rows()).others;
  const { tickets: noTickets, messages: noMessages, bot_turns: noTurns } = before.others;
  expect([tickets, messages, turns]).toEqual([noTickets, noMessages, noTurns]);
});
