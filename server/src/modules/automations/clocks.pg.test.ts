import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany } from '../../../test/fixtures.ts';
import { type Desk, openDesk } from './testing/desk.ts';

/** Rules that wait, and their clock in two processes. */

let api: TestApi;
let second: TestApi;
let desk: Desk;

const MINUTE = 60_000;

beforeAll(async () => {
  api = await startApi();
  second = await startApi({ beside: api });
  await createCompany(api.admin, 'Operator');
});
afterAll(async () => {
  await second.stop();
  await api.stop();
});
beforeEach(async () => {
  desk = await openDesk(api);
});

/** Both processes look, and once more. */
const look = async (minutes: number) => {
  const at = new Date(api.deps.clock().getTime() + minutes * MINUTE);
  for (const _ of [1, 2]) await Promise.all([api, second].map(({ run }) => run('rules that wait', at)));
};

it('acts once when nobody has come for so long, whichever process looks', async () => {
  const { counter, make } = desk;
  await make('Espera', { kind: 'waiting', minutes: 10 }, [{ kind: 'note', text: '10' }]);
  await make('Espera mais', { kind: 'waiting', minutes: 30 }, [{ kind: 'note', text: '30' }]);
  await counter.writes('Oi');
  await look(9);
  expect(await counter.notes()).toEqual([]);
  await look(11);
  expect(await counter.notes()).toEqual(['10']);
  await look(31);
  await look(90);
  expect(await counter.notes()).toEqual(['10', '30']);
});

it('knows an agent who does not answer, and a customer who does not, whom it asks once', async () => {
  const { counter, ana, make } = desk;
  await make('Sem resposta', { kind: 'unanswered', minutes: 5 }, [{ kind: 'note', text: 'responda' }]);
  await make('Silêncio', { kind: 'silent', minutes: 60 }, [{ kind: 'say', text: 'Ainda por aí?' }]);
  await make('Adeus', { kind: 'silent', minutes: 120 }, [{ kind: 'finish', silent: true }]);
  await counter.writes('Oi');
  const { id } = await counter.ticket();
  await api.call(updateTicket, { params: { ticketId: id }, body: { status: 'open' }, token: ana });
  await look(6);
  expect(await counter.notes()).toEqual(['responda']);
  await api.admin`update tickets set waiting_since = null, last_message_at = ${api.deps.clock()} where id = ${id}`;
  await look(59);
  expect(await counter.heard()).toEqual([]);
  await look(61);
  expect(await counter.heard()).toEqual(['Ainda por aí?']);
  await look(119);
  expect((await counter.ticket()).status).toBe('open');
  await look(121);
  expect((await counter.ticket()).status).toBe('closed');
  expect(await counter.heard()).toEqual(['Ainda por aí?']);
  const left = await api.admin`select from automation_clocks where ticket_id = ${id}`;
  expect(left.count).toBe(0);
});

it('that is new leaves alone whoever has waited for longer already', async () => {
  const { company, counter, make } = desk;
  await counter.writes('Oi');
  await api.admin`update tickets set waiting_since = now() - interval '2 hours' where company_id = ${company.companyId}`;
  await make('Uma hora', { kind: 'waiting', minutes: 60 }, [{ kind: 'note', text: '1 h' }]);
  await make('Três horas', { kind: 'waiting', minutes: 180 }, [{ kind: 'note', text: '3 h' }]);
  await look(30);
  expect(await counter.notes()).toEqual([]);
  await look(61);
  expect(await counter.notes()).toEqual(['3 h']);
});
