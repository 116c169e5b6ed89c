import * as contracts from '@balcao/shared/features/automations/calls.ts';
import type { Effect } from '@balcao/shared/features/automations/rule.ts';
import { blockContact, updateContact } from '@balcao/shared/features/contacts/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { deletePrompt } from '@balcao/shared/features/prompts/calls.ts';
import { deleteTag } from '@balcao/shared/features/tags/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { createCompany, givePlan, insertedId } from '../../../test/fixtures.ts';
import { addTicketEvent } from '../ticket-timeline/ticket-events.service.ts';
import { ALWAYS, type Desk, openDesk, words } from './testing/desk.ts';

/** Rules, from the call that makes them to what a customer and the agents see. */

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

const tagNames = async () => {
  const { id } = await desk.counter.ticket();
  const rows = await api.admin<{ name: string }[]>`
    select name from ticket_tags k join tags t on t.company_id = k.company_id and t.id = k.tag_id
    where k.ticket_id = ${id} order by name`;
  return rows.map(({ name }) => name);
};

describe('a rule', () => {
  it('acts in the transaction of a message, one after the other, and names itself in the conversation', async () => {
    const { company, counter, admin, make, acts, tag } = desk;
    const urgent = await tag('Urgente');
    const rule = await make(
      'Urgências',
      { kind: 'message' },
      [
        { kind: 'addTags', tagIds: [urgent] },
        { kind: 'queue', queueId: company.queues.sales },
        { kind: 'accept', userId: company.bruno.id },
        { kind: 'note', text: 'Cliente com pressa' },
        { kind: 'mention', userIds: [company.bruno.id], text: 'Por favor' },
        { kind: 'say', text: 'Já vamos, {{firstName}}!' },
      ],
      words('urgente'),
    );
    expect(await counter.writes('Bom dia')).toEqual([]);
    expect(await acts()).toEqual([]);
    expect(await counter.writes('É URGENTE!')).toEqual(['Já vamos, Maria!']);
    const { id, status, queue, user } = await counter.ticket();
    expect({ status, queue, user }).toEqual({
      status: 'open',
      queue: company.queues.sales,
      user: company.bruno.id,
    });
    expect(await tagNames()).toEqual(['Urgente']);
    expect(await counter.notes()).toEqual(['Cliente com pressa', 'Por favor']);
    const kinds = (await counter.events()).map((event) =>
      'by' in event ? `${event.kind} ${event.by}` : event.kind,
    );
    expect(kinds.slice(-4)).toEqual(['automated', 'tagged Urgências', 'transferred Urgências', 'assigned']);
    expect((await acts())[0]).toEqual({
      kind: 'automated',
      automationId: rule.id,
      name: 'Urgências',
      failed: null,
    });
    const mentions = await api.admin`select from mentions where user_id = ${company.bruno.id}`;
    expect(mentions.count).toBe(1);
    const { counts } = await api.call(contracts.countAutomations, { query: {}, token: admin });
    expect(counts).toEqual([{ automationId: rule.id, count: 1 }]);
    const { runs } = await api.call(contracts.listAutomationRuns, {
      params: { automationId: rule.id },
      query: {},
      token: admin,
    });
    expect(runs).toMatchObject([{ ticketId: id, name: 'Maria Souza', agentName: 'Bruno' }]);
  });

  it('sees what happens to a ticket, and what other rules do, but never itself', async () => {
    const { counter, ana, make, acts, tag } = desk;
    const [one, two] = [await tag('Um'), await tag('Dois')];
    await make('Novo', { kind: 'opened' }, [{ kind: 'addTags', tagIds: [one] }]);
    await make('Depois', { kind: 'tagged', tagIds: [one] }, [{ kind: 'addTags', tagIds: [two] }]);
    await make('Tira', { kind: 'tagged', tagIds: [two] }, [{ kind: 'removeTags', tagIds: [two] }]);
    await make('Põe', { kind: 'untagged', tagIds: [] }, [{ kind: 'addTags', tagIds: [two] }]);
    await make('Fim', { kind: 'finished' }, [{ kind: 'say', text: 'Até mais' }]);
    await counter.writes('Oi');
    expect((await acts()).map(({ name }) => name)).toEqual(['Novo', 'Depois', 'Tira', 'Põe']);
    expect(await tagNames()).toEqual(['Dois', 'Um']);
    const { id } = await counter.ticket();
    await api.call(updateTicket, { params: { ticketId: id }, body: { status: 'open' }, token: ana });
    await api.call(updateTicket, { params: { ticketId: id }, body: { status: 'closed' }, token: ana });
    expect(await counter.heard()).toEqual(['Até mais']);
  });

  it('looks for words in the message that is the cause, whatever the customer wrote last', async () => {
    const { counter, ana, make } = desk;
    await make('Prazo', { kind: 'ourMessage' }, [{ kind: 'note', text: 'prometido' }], words('amanhã'));
    await counter.writes('Pode ser amanhã?');
    const { id } = await counter.ticket();
    await api.call(updateTicket, { params: { ticketId: id }, body: { status: 'open' }, token: ana });
    const say = (body: string) =>
      api.call(sendMessage, { params: { ticketId: id }, body: { body }, token: ana });
    await say('Vou ver.');
    expect(await counter.notes()).toEqual([]);
    await say('Amanhã, sem falta.');
    expect(await counter.notes()).toEqual(['prometido']);
  });

  it('hears our own words, the answer to a campaign, and that a contact has changed', async () => {
    const { company, counter, ana, make } = desk;
    await make('Nossa', { kind: 'ourMessage' }, [{ kind: 'note', text: 'nossa' }]);
    await make('Campanha', { kind: 'campaign' }, [{ kind: 'note', text: 'campanha' }]);
    await make('Contato', { kind: 'contactChanged' }, [{ kind: 'note', text: 'contato' }]);
    await counter.writes('Oi');
    const { id } = await counter.ticket();
    await api.call(updateTicket, { params: { ticketId: id }, body: { status: 'open' }, token: ana });
    expect(await counter.notes()).toEqual([]);
    await api.call(sendMessage, { params: { ticketId: id }, body: { body: 'Olá!' }, token: ana });
    expect(await counter.notes()).toEqual(['nossa']);
    const [row] = await api.admin`select contact_id::int as id from tickets where id = ${id}`;
    const rename = (name: string) =>
      api.call(updateContact, { params: { contactId: Number(row?.id) }, body: { name }, token: ana });
    await rename('Maria da Luz');
    await rename('Maria da Luz');
    expect(await counter.notes()).toEqual(['nossa', 'contato']);
    const params = { contactId: Number(row?.id) };
    for (const _ of [1, 2]) await api.call(blockContact, { params, body: { blocked: true }, token: ana });
    expect(await counter.notes()).toEqual(['nossa', 'contato', 'contato']);
    await api.deps.db.withCompany(company.companyId, (tx) =>
      addTicketEvent(
        tx,
        { companyId: company.companyId, ticketId: id, userId: null },
        { kind: 'campaign', name: 'Natal' },
        api.deps.clock(),
      ),
    );
    expect(await counter.notes()).toEqual(['nossa', 'contato', 'contato', 'campanha']);
  });

  it('sends a file list, its words first, and tells webhooks by a rule that does nothing else', async () => {
    const { company, counter, make, get, acts } = desk;
    const list = await insertedId(
      api.admin`insert into file_lists (company_id, name, message)
        values (${company.companyId}, 'Catálogo', 'Veja, {{firstName}}:') returning id`,
    );
    const rule = await make('Catálogo', { kind: 'opened' }, [{ kind: 'fileList', fileListId: list }]);
    await make('Avisa', { kind: 'opened' }, [{ kind: 'webhook' }]);
    expect(await counter.writes('Oi')).toEqual(['Veja, Maria:']);
    expect((await acts()).map(({ name }) => name)).toEqual(['Catálogo', 'Avisa']);
    await api.admin`delete from file_lists where id = ${list}`;
    expect(await get(rule)).toMatchObject({ resting: 'gone' });
  });

  it('hears a bot, and hands a customer who waits to an AI', async () => {
    const { company, counter, admin, make, get, acts } = desk;
    const { companyId, connectionId, queues } = company;
    await givePlan(api.admin, companyId);
    await api.admin`update connections set greeting_message = 'Oi! Sou o assistente.' where id = ${connectionId}`;
    await api.admin`insert into connection_queues (company_id, connection_id, queue_id)
      select ${companyId}, ${connectionId}, id from queues where company_id = ${companyId} on conflict do nothing`;
    const prompt = await insertedId(
      api.admin`insert into prompts (company_id, name, prompt, queue_id, model)
        values (${companyId}, 'Recepção', 'Seja breve', ${queues.support}, 'gpt-4o-mini') returning id`,
    );
    const hand = { kind: 'prompt', promptId: prompt } as const;
    await make('Bot', { kind: 'botMessage' }, [{ kind: 'note', text: 'bot' }]);
    const rule = await make('IA', { kind: 'message' }, [hand], words('robô'));
    await counter.writes('Oi');
    expect(await counter.notes()).toEqual(['bot']);
    await counter.writes('Quero o robô');
    expect((await counter.ticket()).answerer).toBe('prompt');
    expect((await acts()).map(({ name, failed }) => [name, failed])).toEqual([
      ['Bot', null],
      ['IA', null],
    ]);
    await api.call(deletePrompt, { params: { promptId: prompt }, token: admin });
    expect(await get(rule)).toMatchObject({ resting: 'gone' });
  });

  it('looks in the order that people give, and one may be the last', async () => {
    const { counter, admin, make, put } = desk;
    const first = await make('Primeira', { kind: 'message' }, [
      { kind: 'note', text: 'a' },
      { kind: 'stop' },
    ]);
    const other = await make('Segunda', { kind: 'message' }, [{ kind: 'note', text: 'b' }]);
    await counter.writes('Oi');
    expect(await counter.notes()).toEqual(['a']);
    const order = { body: { automationIds: [other.id, first.id] }, token: admin };
    await api.call(contracts.orderAutomations, order);
    await counter.writes('Oi');
    expect(await counter.notes()).toEqual(['a', 'b', 'a']);
    await put(other, { active: false });
    await counter.writes('Oi');
    expect(await counter.notes()).toEqual(['a', 'b', 'a', 'a']);
  });

  it('rests and says so when what it points at is gone, until somebody mends it', async () => {
    const { counter, admin, make, get, put, acts, tag } = desk;
    const gone = await tag('Antiga');
    const rule = await make('Etiqueta', { kind: 'message' }, [{ kind: 'addTags', tagIds: [gone] }]);
    await api.call(deleteTag, { params: { tagId: gone }, token: admin });
    expect(await get(rule)).toMatchObject({
      active: true,
      resting: 'gone',
      restingSince: expect.any(String),
    });
    await counter.writes('Oi');
    expect(await acts()).toEqual([]);
    const params = { automationId: rule.id };
    await api.refused('ERR_AUTOMATION_REFERENCE', contracts.updateAutomation, {
      params,
      body: { active: true },
      token: admin,
    });
    expect(await put(rule, { active: false })).toMatchObject({ active: false, resting: 'gone' });
    const fixed = { active: true, effects: [{ kind: 'note', text: 'x' }] };
    expect(await put(rule, fixed)).toMatchObject({ active: true, resting: null });
  });

  it('that fails leaves the message, the rules after it, and a line that says why', async () => {
    const { company, counter, make, acts } = desk;
    await make('Errada', { kind: 'message' }, [
      { kind: 'note', text: 'nunca' },
      { kind: 'queue', queueId: company.queues.support },
      { kind: 'agent', userId: company.bruno.id },
    ]);
    await make('Certa', { kind: 'message' }, [{ kind: 'note', text: 'sim' }]);
    await counter.writes('Oi');
    expect(await counter.notes()).toEqual(['sim']);
    expect((await acts()).map(({ name, failed }) => [name, failed])).toEqual([
      ['Errada', 'ERR_USER_NOT_IN_QUEUE'],
      ['Certa', null],
    ]);
  });

  it('is one of ten at most, also when one of them fails', async () => {
    const { company, counter, make, acts } = desk;
    const note = (text: string) => make(text, { kind: 'message' }, [{ kind: 'note', text }]);
    for (let n = 1; n <= 8; n += 1) await note(`antes ${n}`);
    await make('Errada', { kind: 'message' }, [
      { kind: 'queue', queueId: company.queues.support },
      { kind: 'agent', userId: company.bruno.id },
    ]);
    for (let n = 1; n <= 3; n += 1) await note(`depois ${n}`);
    for (const _ of [1, 2]) await counter.writes('Oi');
    const told = (await acts()).map(({ name, failed }) => [name, failed]);
    expect(told.slice(7, 11)).toEqual([
      ['antes 8', null],
      ['Errada', 'ERR_USER_NOT_IN_QUEUE'],
      ['depois 1', null],
      ['depois 2', 'ERR_AUTOMATION_STEPS'],
    ]);
    expect(told.filter(([, failed]) => failed === 'ERR_AUTOMATION_STEPS')).toHaveLength(1);
  });

  it('hears each time that a customer comes by an advertisement, of whichever kind it is asked for', async () => {
    const { counter, make } = desk;
    const by = (kind: 'ad' | 'link') => ({
      referral: {
        ...{ kind, title: '', text: '', url: null, picture: null, clickId: '', app: 'instagram' },
        ...{ sourceId: kind, entryPoint: kind },
      },
    });
    await make('Anúncio', { kind: 'referred', kinds: ['ad'] }, [{ kind: 'note', text: 'anúncio' }]);
    await make('De onde for', { kind: 'referred', kinds: [] }, [{ kind: 'note', text: 'chegou' }], {
      match: 'all',
      items: [{ kind: 'origin', not: false, kinds: ['link'] }],
    });
    await counter.writes('Oi');
    await counter.writes('Vi o anúncio', by('ad'));
    await counter.writes('E o link', by('link'));
    await counter.writes('Oi de novo');
    expect(await counter.notes()).toEqual(['anúncio', 'chegou']);
  });

  it('hears a message that could not be read at first when its words are there, once', async () => {
    const { counter, make } = desk;
    await make('Urgência', { kind: 'message' }, [{ kind: 'note', text: 'urgente' }], words('urgente'));
    await make('Toda', { kind: 'message' }, [{ kind: 'note', text: 'ouvida' }]);
    const id = 'COMES-AGAIN';
    await counter.writes('', { id, content: { kind: 'unavailable' } });
    expect(await counter.notes()).toEqual([]);
    for (const _ of [1, 2]) await counter.writes('É urgente', { id });
    expect((await counter.notes()).toSorted()).toEqual(['ouvida', 'urgente']);
  });
});

it('leads to each time that it has acted in 30 days, page by page', async () => {
  const { company, counter, admin, make } = desk;
  const rule = await make('Anota', { kind: 'message' }, [{ kind: 'note', text: 'x' }]);
  await counter.writes('Oi');
  const { id } = await counter.ticket();
  await api.admin`
    insert into automation_runs (company_id, automation_id, ticket_id, texts, at)
    select ${company.companyId}, ${rule.id}, ${id}, 0, date_trunc('milliseconds', now()) - (n / 3) * interval '1 day'
    from generate_series(3, ${3 * 40}) n`;
  const seen: number[] = [];
  for (let after: string | undefined; ; ) {
    const query = after === undefined ? {} : { after };
    const params = { automationId: rule.id };
    const page = await api.call(contracts.listAutomationRuns, { params, query, token: admin });
    seen.push(...page.runs.map((run) => run.id));
    if (page.next === null) break;
    after = page.next;
  }
  const { counts } = await api.call(contracts.countAutomations, { query: {}, token: admin });
  expect(counts).toEqual([{ automationId: rule.id, count: seen.length }]);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.length).toBeGreaterThan(80);
});

it('is refused with words where it cannot work, and to those who may not', async () => {
  const { company, admin, ana } = desk;
  const note: Effect[] = [{ kind: 'note', text: 'x' }];
  const body = { name: 'Regra', active: true, cause: { kind: 'message' }, conditions: ALWAYS, effects: note };
  const refused = (code: Parameters<TestApi['refused']>[0], change: object, token = admin) =>
    api.refused(code, contracts.createAutomation, { body: { ...body, ...change }, token });
  await refused('ERR_NO_PERMISSION', {}, ana);
  await refused('ERR_VALIDATION', { effects: [] });
  await refused('ERR_VALIDATION', { cause: { kind: 'waiting', minutes: 0 } });
  await refused('ERR_AUTOMATION_REFERENCE', { effects: [{ kind: 'queue', queueId: 999_999 }] });
  const pattern = { match: 'all', items: [{ kind: 'pattern', not: false, pattern: '(' }] };
  await refused('ERR_AUTOMATION_PATTERN', { conditions: pattern });
  const made = await api.call(contracts.createAutomation, { body, token: admin });
  await refused('ERR_AUTOMATION_NAME_TAKEN', { name: 'regra' });
  const other = await createCompany(api.admin, 'Outra');
  const stranger = await api.signIn(other.admin);
  const params = { automationId: made.id };
  await api.refused('ERR_NO_AUTOMATION_FOUND', contracts.getAutomation, { params, token: stranger });
  const order = { body: { automationIds: [made.id] }, token: stranger };
  await api.refused('ERR_NO_AUTOMATION_FOUND', contracts.orderAutomations, order);
  await api.admin`
    insert into automations (company_id, name, active, position, cause, conditions, effects, refs)
    select ${company.companyId}, 'Regra ' || n, false, n, '{"kind": "message"}', ${JSON.stringify(ALWAYS)}::text::jsonb,
      ${JSON.stringify(note)}::text::jsonb, '{}' from generate_series(2, 500) n`;
  await refused('ERR_TOO_MANY_AUTOMATIONS', { name: 'Mais uma' });
  await api.call(contracts.deleteAutomation, { params, token: admin });
  await api.refused('ERR_NO_AUTOMATION_FOUND', contracts.getAutomation, { params, token: admin });
});
