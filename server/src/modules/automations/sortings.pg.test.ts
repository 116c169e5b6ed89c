import type { Effect } from '@balcao/shared/features/automations/rule.ts';
import { createPrompt, getPromptUsage } from '@balcao/shared/features/prompts/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import type { SettingKey } from '@balcao/shared/features/settings/rules.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany, givePlan } from '../../../test/fixtures.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';
import { type Desk, openDesk } from './testing/desk.ts';

/** Rules that let the AI tag. The one that is played chooses what was said by name, and a mark that is not there. */

let services: StandIns;
let api: TestApi;
let desk: Desk;
let exchange: number;

beforeAll(async () => {
  services = await startStandIns();
  const { host } = new URL(services.url);
  api = await startApi({ env: { OUTGOING_ALLOW: host, OUTGOING_STAND_IN: services.url } });
  await createCompany(api.admin, 'Operator');
});
afterAll(async () => {
  await api.stop();
  await services.close();
});
beforeEach(async () => {
  services.reset();
  desk = await openDesk(api);
  await givePlan(api.admin, desk.company.companyId);
  const body = { name: 'Ajudante', prompt: 'Loja.', apiKey: 'sk-x', queueId: desk.company.queues.sales };
  const { id } = await api.call(createPrompt, { body, token: desk.admin });
  await set('agentHelpPrompt', String(id));
  exchange = await desk.tag('Troca');
});

const set = (key: SettingKey, value: string) =>
  api.call(updateSetting, { params: { key }, body: { value }, token: desk.admin });
const sorts = (queue = false): Effect[] => [{ kind: 'sort', queue }];
const asked = () => services.asked('openai').length;
async function afterAWhile() {
  api.advance(6_000);
  await api.app.calls.drain();
}
const tags = async () => {
  const rows = await api.admin<{ id: string }[]>`
    select tag_id as id from ticket_tags where company_id = ${desk.company.companyId} order by tag_id`;
  return rows.map(({ id }) => Number(id));
};

it('puts what the AI chooses of what there is, once for what was said in a row', async () => {
  const { counter, make, admin, acts } = desk;
  const used = async () => (await api.call(getPromptUsage, { token: admin })).calls;
  await make('Etiqueta', { kind: 'message' }, sorts());
  await counter.writes('Oi');
  await counter.writes('quero uma troca');
  expect([asked(), await tags()]).toEqual([0, []]);
  await afterAWhile();
  expect([asked(), await tags(), await used()]).toEqual([1, [exchange], 1]);
  expect((await counter.events()).at(-1)).toMatchObject({ kind: 'tagged', by: 'Etiqueta', added: ['Troca'] });
  await afterAWhile();
  expect(asked()).toBe(1);
  await counter.writes('Entrega');
  await afterAWhile();
  expect(asked()).toBe(2);
  expect((await acts()).map(({ failed }) => failed)).toEqual([null, null, null]);
});

it('goes round in no circle, and moves only who waits', async () => {
  const { company, counter, make } = desk;
  await make('Fila', { kind: 'message' }, sorts(true));
  await make('De novo', { kind: 'transferred' }, sorts(true));
  const [queue] = await api.admin<
    { name: string }[]
  >`select name from queues where id = ${company.queues.support}`;
  await counter.writes(`Quero ${queue?.name}`);
  for (let turn = 0; turn < 4; turn++) await afterAWhile();
  expect((await counter.ticket()).queue).toBe(company.queues.support);
  expect(asked()).toBeLessThanOrEqual(2);
  await api.admin`
    update tickets set queue_id = ${company.queues.sales}, status = 'open', user_id = ${company.ana.id}
    where company_id = ${company.companyId}`;
  await counter.writes(`Quero ${queue?.name}`);
  await afterAWhile();
  expect((await counter.ticket()).queue).toBe(company.queues.sales);
});

it('says once why it does not, and holds up nobody', async () => {
  const { company, counter, make, acts } = desk;
  const reasons = async () => (await acts()).flatMap(({ failed }) => failed ?? []);
  await make('Etiqueta', { kind: 'message' }, sorts());
  services.fail('openai', { kind: 'status', status: 500, times: 99 });
  await counter.writes('quero uma troca');
  for (let turn = 0; turn < 12; turn++) await afterAWhile();
  expect(await reasons()).toEqual(['ERR_AI_FAILED']);
  await counter.writes('cadê a troca?');
  for (let turn = 0; turn < 12; turn++) await afterAWhile();
  expect(await reasons()).toEqual(['ERR_AI_FAILED']);
  services.reset();
  await set('agentHelpKinds', 'summary');
  await counter.writes('e a troca?');
  await afterAWhile();
  await api.admin`
    update plans set use_open_ai = false where id = (select plan_id from companies where id = ${company.companyId})`;
  await counter.writes('a troca');
  await afterAWhile();
  expect(await reasons()).toEqual(['ERR_AI_FAILED', 'ERR_AGENT_HELP_OFF', 'ERR_PLAN_FEATURE_OFF']);
  expect([asked(), await tags()]).toEqual([0, []]);
});
