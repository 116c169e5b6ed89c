import * as contracts from '@balcao/shared/features/automations/calls.ts';
import type { Cause, Effect } from '@balcao/shared/features/automations/rule.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { addTicketTag } from '@balcao/shared/features/tags/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany } from '../../../test/fixtures.ts';
import { ALWAYS, type Desk, openDesk, words } from './testing/desk.ts';

/** What a rule would do to the tickets that are there. */

let api: TestApi;
let desk: Desk;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.admin, 'Operator');
});
afterAll(() => api.stop());
beforeEach(async () => {
  desk = await openDesk(api);
});

it('is tried on the tickets that are there without writing anything', async () => {
  const { company, counter, admin, tag } = desk;
  const vip = await tag('VIP');
  await counter.writes('Quero a segunda via');
  await counter.writes('Bom dia', { number: '5511988887777' });
  const before =
    await api.admin`select count(*)::int as n from messages where company_id = ${company.companyId}`;
  const effects: Effect[] = [{ kind: 'addTags', tagIds: [vip] }, { kind: 'stopBot' }];
  const body = { conditions: words('segunda via'), effects };
  const { tried, matched } = await api.call(contracts.tryAutomation, { body, token: admin });
  expect({ tried, matched }).toMatchObject({
    tried: 2,
    matched: [{ said: 'Quero a segunda via', effects: [{ kind: 'addTags', tagIds: [vip] }], failed: null }],
  });
  const { id } = await counter.ticket();
  const one = await api.call(contracts.tryAutomation, { body: { ...body, ticketId: id }, token: admin });
  expect(one).toEqual({ tried: 1, matched: [] });
  expect(
    await api.admin`select count(*)::int as n from messages where company_id = ${company.companyId}`,
  ).toEqual(before);
});

it('asks for what the rule waits for', async () => {
  const { company, counter, admin, ana, tag } = desk;
  const [vip, late] = [await tag('VIP'), await tag('Atrasado')];
  await counter.writes('Oi');
  const { id } = await counter.ticket();
  const met = async (cause: Cause, conditions = ALWAYS) => {
    const body = { cause, conditions, effects: [{ kind: 'addTags' as const, tagIds: [late] }] };
    const { matched } = await api.call(contracts.tryAutomation, { body, token: admin });
    return matched.map(({ ticketId, said }) => `${ticketId} ${said}`);
  };
  const here = [`${id} `];
  expect(await met({ kind: 'opened' })).toEqual(here);
  expect(await met({ kind: 'accepted' })).toEqual([]);
  expect(await met({ kind: 'waiting', minutes: 10 })).toEqual([]);
  await api.admin`update tickets set waiting_since = now() - interval '11 minutes' where id = ${id}`;
  expect(await met({ kind: 'waiting', minutes: 10 })).toEqual(here);
  expect(await met({ kind: 'waiting', minutes: 12 })).toEqual([]);
  await api.call(addTicketTag, { params: { ticketId: id, tagId: vip }, token: ana });
  expect(await met({ kind: 'tagged', tagIds: [vip] })).toEqual(here);
  expect(await met({ kind: 'tagged', tagIds: [late] })).toEqual([]);
  expect(await met({ kind: 'untagged', tagIds: [] })).toEqual([]);
  await api.call(updateTicket, { params: { ticketId: id }, body: { status: 'open' }, token: ana });
  expect(await met({ kind: 'accepted' })).toEqual(here);
  expect(await met({ kind: 'ourMessage' })).toEqual([]);
  await api.call(sendMessage, { params: { ticketId: id }, body: { body: 'Até amanhã' }, token: ana });
  await counter.writes('Obrigada');
  expect(await met({ kind: 'ourMessage' }, words('amanhã'))).toEqual([`${id} Até amanhã`]);
  expect(await met({ kind: 'message' }, words('amanhã'))).toEqual([]);
  expect(await met({ kind: 'contactChanged' })).toEqual(here);
  await api.admin`
    update tickets set deadlines = ${JSON.stringify([near()])}::text::jsonb where company_id = ${company.companyId}`;
  expect(await met({ kind: 'deadlineNear', deadlines: ['resolution'] })).toEqual(here);
  expect(await met({ kind: 'deadlineNear', deadlines: ['firstAnswer'] })).toEqual([]);
});

const near = () => {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  return { kind: 'resolution', policyId: 1, nearAt: at(-1), dueAt: at(60) };
};

it('says what would not be said, and why', async () => {
  const { company, counter, admin } = desk;
  await counter.writes('Oi');
  const failures = async (effects: Effect[]) => {
    const body = { conditions: ALWAYS, effects };
    const { matched } = await api.call(contracts.tryAutomation, { body, token: admin });
    return matched.map(({ failed, unsaid }) => ({ failed, unsaid }));
  };
  const say: Effect = { kind: 'say', text: 'Olá' };
  expect(await failures([say])).toEqual([{ failed: null, unsaid: null }]);
  await api.admin`update contacts set bot_disabled = true where company_id = ${company.companyId}`;
  expect(await failures([say])).toEqual([{ failed: 'ERR_AUTOMATION_BOTS_OFF', unsaid: null }]);
  expect(await failures([say, { kind: 'note', text: 'x' }])).toEqual([
    { failed: null, unsaid: 'ERR_AUTOMATION_BOTS_OFF' },
  ]);
});
