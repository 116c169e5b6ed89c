import { ticketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import * as contracts from '@balcao/shared/features/ticket-views/calls.ts';
import { MAX_TICKET_VIEWS } from '@balcao/shared/features/ticket-views/limits.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;
let admin: string;
let ana: string;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.database.admin, 'Operator');
  company = await createCompany(api.database.admin, 'Loja');
  admin = await api.signIn(company.admin);
  ana = await api.signIn(company.ana);
});
afterAll(() => api.stop());

const UNREAD = {
  name: 'Não lidas',
  team: false,
  tab: 'open',
  filter: ticketFilter.parse({ unread: true }),
  sort: 'longest',
} as const;
const create = (token: string, body: Partial<Parameters<typeof bodyOf>[0]> = {}) =>
  api.call(contracts.createTicketView, { body: bodyOf(body), token });
const bodyOf = (body: { name?: string; team?: boolean }) => ({ ...UNREAD, ...body });
const namesOf = async (token: string) =>
  (await api.call(contracts.listTicketViews, { token })).ticketViews.map(({ name }) => name);

it("is one's own, or the team's by those who may; everybody has the team's first, in its order", async () => {
  const own = await create(ana);
  expect(own).toEqual({ ...UNREAD, id: expect.any(Number), userId: company.ana.id, position: 0 });
  await api.refused('ERR_TICKET_VIEW_NAME_TAKEN', contracts.createTicketView, {
    body: bodyOf({ name: 'nao lidas' }),
    token: ana,
  });
  const taken = { ...UNREAD, team: true };
  await api.refused('ERR_NO_PERMISSION', contracts.createTicketView, { body: taken, token: ana });
  const ofTeam = [await create(admin, { name: 'Urgentes', team: true }), await create(admin, taken)];
  expect(await namesOf(ana)).toEqual(['Urgentes', 'Não lidas', 'Não lidas']);
  expect(await namesOf(admin)).toEqual(['Urgentes', 'Não lidas']);

  const turned = { team: true, ticketViewIds: ofTeam.map(({ id }) => id).toReversed() };
  await api.refused('ERR_NO_PERMISSION', contracts.orderTicketViews, { body: turned, token: ana });
  await api.call(contracts.orderTicketViews, {
    body: { ...turned, ticketViewIds: turned.ticketViewIds.slice(0, 1) },
    token: admin,
  });
  expect(await namesOf(admin)).toEqual(['Não lidas', 'Urgentes']);

  const params = { ticketViewId: own.id };
  await api.refused('ERR_NO_TICKET_VIEW_FOUND', contracts.updateTicketView, {
    params,
    body: {},
    token: admin,
  });
  await api.refused('ERR_NO_PERMISSION', contracts.updateTicketView, {
    params,
    body: { team: true },
    token: ana,
  });
  const changed = { name: 'Da manhã', filter: ticketFilter.parse({ tagIds: [99] }) };
  expect(await api.call(contracts.updateTicketView, { params, body: changed, token: ana })).toEqual({
    ...own,
    ...changed,
  });
  const teams = { ticketViewId: ofTeam[0]?.id ?? 0 };
  await api.refused('ERR_NO_PERMISSION', contracts.deleteTicketView, { params: teams, token: ana });
  await api.call(contracts.deleteTicketView, { params: teams, token: admin });
  await api.call(contracts.deleteTicketView, { params, token: ana });
  expect(await namesOf(ana)).toEqual(['Não lidas']);
});

it('comes to the team when its author gives it, and goes back to the author alone', async () => {
  const { id } = await create(admin, { name: 'De todos' });
  const params = { ticketViewId: id };
  expect(await namesOf(ana)).not.toContain('De todos');
  await api.call(contracts.updateTicketView, { params, body: { team: true }, token: admin });
  expect(await namesOf(ana)).toContain('De todos');
  await api.call(contracts.updateTicketView, { params, body: { team: false }, token: admin });
  expect(await namesOf(ana)).not.toContain('De todos');
});

it('has a limit that two at once do not pass', async () => {
  const names = Array.from({ length: MAX_TICKET_VIEWS + 5 }, (_, index) => `Visão ${index}`);
  const outcomes = await Promise.allSettled(names.map((name) => create(ana, { name })));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_TICKET_VIEWS);
});
