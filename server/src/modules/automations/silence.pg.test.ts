import { addTicketTag } from '@balcao/shared/features/tags/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany } from '../../../test/fixtures.ts';
import { type Desk, openDesk } from './testing/desk.ts';

/** Rules that may not speak, or speak too much, and how the conversation tells why. */

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

const contacts = (change: object) =>
  api.admin`update contacts set ${api.admin(change)} where company_id = ${desk.company.companyId}`;
const failures = async () => (await desk.acts()).map(({ failed }) => failed);

it('says why nothing was said, once for each reason in a conversation', async () => {
  const { company, counter, make } = desk;
  const rule = await make('Eco', { kind: 'message' }, [{ kind: 'say', text: 'Olá' }, { kind: 'stop' }]);
  await make('Depois', { kind: 'message' }, [{ kind: 'note', text: 'nunca' }]);
  const silent = async () => {
    for (const _ of [1, 2]) expect(await counter.writes('Oi')).toEqual([]);
    return (await failures()).at(-1);
  };
  expect(await counter.writes('Oi')).toEqual(['Olá']);
  await contacts({ opted_out_at: new Date(), opted_out_by: 'contact' });
  expect(await silent()).toBe('ERR_AUTOMATION_OPTED_OUT');
  await contacts({ opted_out_at: null, opted_out_by: null, bot_disabled: true });
  expect(await silent()).toBe('ERR_AUTOMATION_BOTS_OFF');
  await contacts({ bot_disabled: false });
  await api.admin`update companies set status = false where id = ${company.companyId}`;
  expect(await silent()).toBe('ERR_COMPANY_BLOCKED');
  expect(await failures()).toHaveLength(4);
  expect(await counter.notes()).toEqual([]);
  const runs = await api.admin`select from automation_runs where automation_id = ${rule.id}`;
  expect(runs.count).toBe(1);
});

it('says so in its line when it does the rest', async () => {
  const { counter, make, acts } = desk;
  await make('Resposta', { kind: 'message' }, [
    { kind: 'note', text: 'Oi dele' },
    { kind: 'say', text: 'Olá' },
  ]);
  await counter.writes('Oi');
  await contacts({ opted_out_at: new Date(), opted_out_by: 'contact' });
  await counter.writes('Oi');
  expect(await counter.notes()).toEqual(['Oi dele', 'Oi dele']);
  expect((await acts()).map(({ failed, unsaid }) => ({ failed, unsaid }))).toEqual([
    { failed: null, unsaid: undefined },
    { failed: null, unsaid: 'ERR_AUTOMATION_OPTED_OUT' },
  ]);
});

it('tells that the time for answers is over', async () => {
  const { company, counter, make, ana } = desk;
  await api.admin`update connections set kind = 'whatsapp_cloud' where id = ${company.connectionId}`;
  await make('Fim', { kind: 'tagged', tagIds: [] }, [{ kind: 'say', text: 'Até' }]);
  await counter.writes('Oi');
  const { id } = await counter.ticket();
  await api.admin`update tickets set customer_wrote_at = now() - interval '26 hours' where id = ${id}`;
  const tagId = await desk.tag('VIP');
  await api.call(addTicketTag, { params: { ticketId: id, tagId }, token: ana });
  expect(await failures()).toEqual(['ERR_OUTSIDE_SERVICE_WINDOW']);
});

it('switches itself off before it talks with a machine for ever', async () => {
  const { company, counter, make, get, acts } = desk;
  const rule = await make('Eco', { kind: 'message' }, [{ kind: 'say', text: 'Olá' }]);
  expect(await counter.writes('Oi')).toEqual(['Olá']);
  await api.admin`update automation_runs set texts = 98 where company_id = ${company.companyId} and texts = 1`;
  expect(await counter.writes('Oi')).toEqual(['Olá']);
  expect(await counter.writes('Oi')).toEqual(['Olá']);
  expect(await counter.writes('Oi')).toEqual([]);
  expect(await get(rule)).toMatchObject({ active: true, resting: 'limit' });
  expect((await acts()).at(-1)).toMatchObject({ failed: 'ERR_AUTOMATION_LIMIT' });
  await counter.writes('Oi');
  expect((await acts()).filter(({ failed }) => failed)).toHaveLength(1);
});
