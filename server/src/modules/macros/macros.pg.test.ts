import * as contracts from '@balcao/shared/features/macros/calls.ts';
import { MAX_MACROS } from '@balcao/shared/features/macros/limits.ts';
import type { MacroEffect, MacroRow } from '@balcao/shared/features/macros/row.ts';
import { deleteTag } from '@balcao/shared/features/tags/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type Counter, openCounter } from '../../../test/counter.ts';
import { type CompanyFixture, createCompany, insertedId } from '../../../test/fixtures.ts';

/** Macros, from the call that makes them to what the customer hears and the conversation tells. */

let api: TestApi;
let company: CompanyFixture;
let counter: Counter;
let admin: string;
let ana: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.admin, 'Operator');
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.admin, `Loja ${++companies}`);
  await api.admin`update connections set status = 'connected' where id = ${company.connectionId}`;
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
  counter = openCounter(api, company);
});

const NOTE: MacroEffect[] = [{ kind: 'note', text: 'x' }];
const tag = (name: string) =>
  insertedId(
    api.admin`insert into tags (company_id, name, color) values (${company.companyId}, ${name}, 'red') returning id`,
  );
const make = (token: string, name: string, effects = NOTE, team = false) =>
  api.call(contracts.createMacro, { body: { name, team, effects }, token });
const refusedToMake = (code: 'ERR_MACRO_NAME_TAKEN' | 'ERR_NO_PERMISSION', name: string, team: boolean) =>
  api.refused(code, contracts.createMacro, { body: { name, team, effects: NOTE }, token: ana });
const use = ({ id }: MacroRow, ticketId: number, token = ana) =>
  api.call(contracts.runMacro, { params: { macroId: id }, body: { ticketId }, token });
const told = async () =>
  (await counter.events()).map((event) => ('by' in event ? `${event.kind} ${event.by}` : event.kind));

describe('a macro', () => {
  it("is one's own, or the team's by those who may", async () => {
    const own = await make(ana, 'Pedido enviado');
    await refusedToMake('ERR_MACRO_NAME_TAKEN', 'pedido ENVIADO', false);
    await refusedToMake('ERR_NO_PERMISSION', 'De todos', true);
    const ofTeam = await make(admin, 'De todos', NOTE, true);
    const seen = async (token: string) =>
      (await api.call(contracts.listMacros, { token })).macros.map(({ name }) => name);
    expect([await seen(ana), await seen(admin)]).toEqual([['De todos', 'Pedido enviado'], ['De todos']]);
    const params = { macroId: own.id };
    await api.refused('ERR_NO_MACRO_FOUND', contracts.updateMacro, { params, body: {}, token: admin });
    const renamed = await api.call(contracts.updateMacro, { params, body: { name: 'Saiu' }, token: ana });
    expect(renamed).toEqual({ ...own, name: 'Saiu' });
    const effects: MacroEffect[] = [{ kind: 'take' }];
    const changed = await api.call(contracts.updateMacro, { params, body: { effects }, token: ana });
    expect(changed).toEqual({ ...renamed, effects, version: 2 });
    const teams = { macroId: ofTeam.id };
    await api.refused('ERR_NO_PERMISSION', contracts.deleteMacro, { params: teams, token: ana });
    await api.call(contracts.deleteMacro, { params, token: ana });
    expect(await seen(ana)).toEqual(['De todos']);
  });

  it('has a limit that two at once do not pass', async () => {
    await api.admin`
      insert into macros (company_id, name, user_id, effects)
      select ${company.companyId}, 'Macro ' || n, ${company.ana.id}, ${api.admin.json(NOTE)}
      from generate_series(1, ${MAX_MACROS - 2}) n`;
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map((n) => make(ana, `Outra ${n}`)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  });

  it('does it all as the deed of whoever uses it, and names itself before', async () => {
    const [urgent, old] = [await tag('Urgente'), await tag('Antiga')];
    await counter.writes('Oi');
    const { id } = await counter.ticket();
    await api.admin`insert into ticket_tags values (${company.companyId}, ${id}, ${old})`;
    const macro = await make(
      admin,
      'Entrega',
      [
        { kind: 'take' },
        { kind: 'addTags', tagIds: [urgent] },
        { kind: 'removeTags', tagIds: [old] },
        { kind: 'say', text: 'Já saiu, {{firstName}}! Fala {{user}}.' },
        { kind: 'note', text: 'motoboy' },
        { kind: 'mention', userIds: [company.admin.id], text: 'confira' },
        { kind: 'queue', queueId: company.queues.sales },
      ],
      true,
    );
    await use(macro, id);
    expect(await counter.heard()).toEqual(['Já saiu, Maria! Fala Ana.']);
    expect(await counter.notes()).toEqual(['motoboy', 'confira']);
    expect((await told()).slice(-5)).toEqual([
      'macro Ana',
      'accepted Ana',
      'tagged Ana',
      'tagged Ana',
      'transferred Ana',
    ]);
    const ticket = await counter.ticket();
    expect(ticket).toMatchObject({ status: 'pending', queue: company.queues.sales, user: null });
    const said = await api.admin`
      select user_id::int as by, said_by as word from messages where ticket_id = ${id} and from_me and media_type in ('chat', 'note')`;
    expect(new Set(said.map((row) => `${row.by} ${row.word}`))).toEqual(new Set([`${company.ana.id} null`]));
    const mentions = await api.admin`select from mentions where user_id = ${company.admin.id}`;
    expect(mentions.count).toBe(1);
  });

  it('does nothing at all when something that it says cannot be done', async () => {
    const gone = await tag('Some');
    await counter.writes('Oi');
    const { id } = await counter.ticket();
    const before = await told();
    const pointing = await make(ana, 'Some', [
      { kind: 'note', text: 'nunca' },
      { kind: 'addTags', tagIds: [gone] },
    ]);
    await api.call(deleteTag, { params: { tagId: gone }, token: admin });
    const refused = (code: Parameters<TestApi['refused']>[0], { id: macroId }: MacroRow) =>
      api.refused(code, contracts.runMacro, { params: { macroId }, body: { ticketId: id }, token: ana });
    await refused('ERR_MACRO_REFERENCE', pointing);
    // Nobody has accepted it.
    const speaking = await make(ana, 'Fala', [...NOTE, { kind: 'say', text: 'nunca' }]);
    await refused('ERR_TICKET_NOT_ACCEPTED', speaking);
    const foreign = await make(ana, 'Bruno', [
      ...NOTE,
      { kind: 'take' },
      { kind: 'agent', userId: company.bruno.id },
    ]);
    await refused('ERR_USER_NOT_IN_QUEUE', foreign);
    expect([await told(), await counter.notes(), await counter.heard()]).toEqual([before, [], []]);
    await api.call(updateTicket, { params: { ticketId: id }, body: { status: 'open' }, token: admin });
    await refused('ERR_OTHER_OPEN_TICKET', speaking);
  });
});
