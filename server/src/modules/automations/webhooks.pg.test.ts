import * as contracts from '@balcao/shared/features/automations/calls.ts';
import { deleteWebhook } from '@balcao/shared/features/webhooks/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany, givePlan, insertedId } from '../../../test/fixtures.ts';
import { type Desk, openDesk } from './testing/desk.ts';

/** Rules that tell webhooks, by name or all that hear of rules. */

let api: TestApi;
let desk: Desk;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.admin, 'Operator');
});
afterAll(() => api.stop());
beforeEach(async () => {
  desk = await openDesk(api);
  await givePlan(api.admin, desk.company.companyId);
});

const webhook = (name: string, event: string) =>
  insertedId(api.admin`
    insert into webhooks (company_id, name, url, events)
    values (${desk.company.companyId}, ${name}, 'https://shop.test/', ${[event]}) returning id`);
/** Who was told that a rule acted, and of which. */
const told = async () => {
  const rows = await api.admin<{ name: string; rule: string }[]>`
    select w.name, d.payload::jsonb #>> '{data,change,name}' as rule from deliveries d
    join webhooks w on w.company_id = d.company_id and w.id = d.webhook_id
    where d.company_id = ${desk.company.companyId} and d.event = 'automation.applied' order by d.place`;
  return rows.map(({ name, rule }) => `${rule}: ${name}`).sort();
};

it('tell the one that is named, whatever it hears, and those that hear of rules', async () => {
  const { counter, make } = desk;
  const shop = await webhook('Loja', 'message.received');
  await webhook('Painel', 'automation.applied');
  await webhook('Outro', 'ticket.created');
  await make('Avisa', { kind: 'message' }, [{ kind: 'webhook', webhookId: shop }]);
  await make('Todos', { kind: 'message' }, [{ kind: 'webhook' }]);
  await counter.writes('Oi');
  expect(await told()).toEqual(['Avisa: Loja', 'Avisa: Painel', 'Todos: Painel']);
});

it('rest when the one that is named is deleted, and name none that is not there', async () => {
  const { company, counter, admin, make, get } = desk;
  const shop = await webhook('Loja', 'message.received');
  const rule = await make('Avisa', { kind: 'message' }, [{ kind: 'webhook', webhookId: shop }]);
  await api.admin`update users set profile = 'supervisor' where id = ${company.bruno.id}`;
  const supervisor = await api.signIn(company.bruno);
  const names = await api.call(contracts.listAutomationWebhooks, { query: {}, token: supervisor });
  expect(names).toEqual({ webhooks: [{ id: shop, name: 'Loja' }] });
  await api.call(deleteWebhook, { params: { webhookId: shop }, token: admin });
  expect(await get(rule)).toMatchObject({ resting: 'gone' });
  await counter.writes('Oi');
  expect(await told()).toEqual([]);
  const { name, active, cause, conditions, effects } = rule;
  await api.refused('ERR_AUTOMATION_REFERENCE', contracts.createAutomation, {
    body: { name: `${name} de novo`, active, cause, conditions, effects },
    token: admin,
  });
});
