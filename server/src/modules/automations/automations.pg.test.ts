import * as contracts from '@balcao/shared/features/automations/calls.ts';
import type { AutomationRow } from '@balcao/shared/features/automations/row.ts';
import type { Cause, Conditions, Effect } from '@balcao/shared/features/automations/rule.ts';
import { updateContact } from '@balcao/shared/features/contacts/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { deletePrompt } from '@balcao/shared/features/prompts/calls.ts';
import { deleteTag } from '@balcao/shared/features/tags/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type Counter, openCounter } from '../../../test/counter.ts';
import { type CompanyFixture, createCompany, givePlan, insertedId } from '../../../test/fixtures.ts';
import { addTicketEvent } from '../ticket-timeline/ticket-events.service.ts';

/** Rules, from the call that makes them to what a customer and the agents see, and their clock in two processes. */

let api: TestApi;
let second: TestApi;
let company: CompanyFixture;
let counter: Counter;
let admin: string;
let ana: string;
let companies = 0;

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
  company = await createCompany(api.admin, `Loja ${++companies}`);
  await api.admin`update connections set status = 'connected' where id = ${company.connectionId}`;
  [admin, ana] = [await api.signIn(company.admin), await api.signIn(company.ana)];
  counter = openCounter(api, company);
});

const ALWAYS: Conditions = { match: 'all', items: [] };
const tag = (name: string) =>
  insertedId(
    api.admin`insert into tags (company_id, name, color) values (${company.companyId}, ${name}, 'red') returning id`,
  );
const make = (name: string, cause: Cause, effects: Effect[], conditions = ALWAYS) =>
  api.call(contracts.createAutomation, {
    body: { name, active: true, cause, conditions, effects },
    token: admin,
  });
const get = ({ id }: AutomationRow) =>
  api.call(contracts.getAutomation, { params: { automationId: id }, token: admin });
const put = ({ id }: AutomationRow, body: object) =>
  api.call(contracts.updateAutomation, { params: { automationId: id }, body, token: admin });
const acts = async () => {
  const events = await counter.events();
  return events.flatMap((event) => (event.kind === 'automated' ? [event] : []));
};
const tagNames = async () => {
  const { id } = await counter.ticket();
  const rows = await api.admin<{ name: string }[]>`
    select name from ticket_tags k join tags t on t.company_id = k.company_id and t.id = k.tag_id
    where k.ticket_id = ${id} order by name`;
  return rows.map(({ name }) => name);
};
const words = (...said: string[]): Conditions => ({
  match: 'all',
  items: [{ kind: 'words', not: false, words: said }],
});
/** Both processes look, and once more. */
const look = async (minutes: number) => {
  const at = new Date(api.deps.clock().getTime() + minutes * MINUTE);
  for (const _ of [1, 2]) await Promise.all([api, second].map(({ run }) => run('rules that wait', at)));
};

describe('a rule', () => {
  it('acts in the transaction of a message, one after the other, and names itself in the conversation', async () => {
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
    expect(kinds.slice(-4)).toEqual([
      'automated',
      'tagged Urgências',
      'transferred Urgências',
      'accepted Bruno',
    ]);
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
    expect(id).toBeGreaterThan(0);
  });

  it('sees what happens to a ticket, and what other rules do, but never itself', async () => {
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
    await api.deps.db.withCompany(company.companyId, (tx) =>
      addTicketEvent(
        tx,
        { companyId: company.companyId, ticketId: id, userId: null },
        { kind: 'campaign', name: 'Natal' },
        api.deps.clock(),
      ),
    );
    expect(await counter.notes()).toEqual(['nossa', 'contato', 'campanha']);
  });

  it('sends a file list, its words first, and tells webhooks by a rule that does nothing else', async () => {
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
    const note = (text: string) => make(text, { kind: 'message' }, [{ kind: 'note', text }]);
    for (let n = 1; n <= 8; n += 1) await note(`antes ${n}`);
    await make('Errada', { kind: 'message' }, [
      { kind: 'queue', queueId: company.queues.support },
      { kind: 'agent', userId: company.bruno.id },
    ]);
    for (let n = 1; n <= 3; n += 1) await note(`depois ${n}`);
    await counter.writes('Oi');
    expect((await acts()).map(({ name }) => name).slice(7)).toEqual(['antes 8', 'Errada', 'depois 1']);
  });

  it('hears a message that could not be read at first when its words are there, once', async () => {
    await make('Urgência', { kind: 'message' }, [{ kind: 'note', text: 'urgente' }], words('urgente'));
    await make('Toda', { kind: 'message' }, [{ kind: 'note', text: 'ouvida' }]);
    const id = 'COMES-AGAIN';
    await counter.writes('', { id, content: { kind: 'unavailable' } });
    expect(await counter.notes()).toEqual([]);
    for (const _ of [1, 2]) await counter.writes('É urgente', { id });
    expect((await counter.notes()).toSorted()).toEqual(['ouvida', 'urgente']);
  });

  it('is silent where nobody may speak, and switches itself off before it talks with a machine for ever', async () => {
    const rule = await make('Eco', { kind: 'message' }, [{ kind: 'say', text: 'Olá' }]);
    expect(await counter.writes('Oi')).toEqual(['Olá']);
    await api.admin`update contacts set opted_out_at = now(), opted_out_by = 'contact' where company_id = ${company.companyId}`;
    expect(await counter.writes('Oi')).toEqual([]);
    await api.admin`update contacts set opted_out_at = null, opted_out_by = null where company_id = ${company.companyId}`;
    await api.admin`update automation_runs set texts = 98 where company_id = ${company.companyId} and texts = 1`;
    expect(await counter.writes('Oi')).toEqual(['Olá']);
    expect(await counter.writes('Oi')).toEqual(['Olá']);
    expect(await counter.writes('Oi')).toEqual([]);
    expect(await get(rule)).toMatchObject({ active: true, resting: 'limit' });
    expect((await acts()).at(-1)).toMatchObject({ failed: 'ERR_AUTOMATION_LIMIT' });
    await counter.writes('Oi');
    expect((await acts()).filter(({ failed }) => failed)).toHaveLength(1);
  });
});

describe('a rule that waits', () => {
  it('acts once when nobody has come for so long, whichever process looks', async () => {
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
    await counter.writes('Oi');
    await api.admin`update tickets set waiting_since = now() - interval '2 hours' where company_id = ${company.companyId}`;
    await make('Uma hora', { kind: 'waiting', minutes: 60 }, [{ kind: 'note', text: '1 h' }]);
    await make('Três horas', { kind: 'waiting', minutes: 180 }, [{ kind: 'note', text: '3 h' }]);
    await look(30);
    expect(await counter.notes()).toEqual([]);
    await look(61);
    expect(await counter.notes()).toEqual(['3 h']);
  });
});

it('is tried on the tickets that are there without writing anything', async () => {
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
    matched: [{ lastMessage: 'Quero a segunda via', effects: [{ kind: 'addTags', tagIds: [vip] }] }],
  });
  const { id } = await counter.ticket();
  const one = await api.call(contracts.tryAutomation, { body: { ...body, ticketId: id }, token: admin });
  expect(one).toEqual({ tried: 1, matched: [] });
  expect(
    await api.admin`select count(*)::int as n from messages where company_id = ${company.companyId}`,
  ).toEqual(before);
});

it('is refused with words where it cannot work, and to those who may not', async () => {
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
  const other = await createCompany(api.admin, `Outra ${++companies}`);
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
