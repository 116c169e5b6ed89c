import { askForHelp } from '@balcao/shared/features/agent-help/calls.ts';
import { getAiRequest, listAiRequests } from '@balcao/shared/features/ai-requests/calls.ts';
import { getFileOfContact } from '@balcao/shared/features/data-subjects/calls.ts';
import { eraseContact } from '@balcao/shared/features/data-subjects/erasures.ts';
import { createPrompt } from '@balcao/shared/features/prompts/calls.ts';
import { updateQueue } from '@balcao/shared/features/queues/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import type { SettingKey } from '@balcao/shared/features/settings/rules.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { openCounter } from '../../../test/counter.ts';
import { type CompanyFixture, createTicket, givePlan, type TicketFixture } from '../../../test/fixtures.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';
import { runErasures } from '../data-subjects/testing/left.ts';

/** What an AI was asked about conversations is kept where a company wants that, as long as it says. */

const DAY_MS = 86_400_000;

let services: StandIns;
let api: TestApi;
let company: CompanyFixture;
let admin: string;
let ana: string;
let promptId: number;
let ticket: TicketFixture;

beforeAll(async () => {
  services = await startStandIns();
  const { host } = new URL(services.url);
  api = await startApi({ env: { OUTGOING_ALLOW: host, OUTGOING_STAND_IN: services.url } });
  await api.company('Operator');
});
afterAll(async () => {
  await api.stop();
  await services.close();
});

beforeEach(async () => {
  services.reset();
  company = await api.company(`Padaria ${crypto.randomUUID()}`);
  await givePlan(api.admin, company.companyId);
  admin = await api.signIn(company.admin);
  ana = await api.signIn(company.ana);
  const queueId = company.queues.sales;
  const body = { name: 'Ajudante', prompt: 'A padaria abre às 7h.', apiKey: 'sk-x', queueId };
  promptId = (await api.call(createPrompt, { body, token: admin })).id;
  await set('agentHelpPrompt', String(promptId));
  ticket = await createTicket(api.admin, company, { status: 'open', userId: company.ana.id, queueId });
  await say(ticket.id, 'Quero trocar o bolo.');
});

const set = (key: SettingKey, value: string) =>
  api.call(updateSetting, { params: { key }, body: { value }, token: admin });
const say = (ticketId: number, body: string) => api.admin`
  insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, media_type, state, created_at)
  select company_id, ${crypto.randomUUID()}, id, contact_id, connection_id, false, ${body}, 'chat', 'received',
    clock_timestamp()
  from tickets where id = ${ticketId}`;
const help = (ticketId = ticket.id) =>
  api.send(askForHelp, {
    params: { ticketId },
    body: { kind: 'summary', language: 'pt' },
    token: ana,
  });
const kept = async (token = admin) => (await api.call(listAiRequests, { token })).requests;
const open = (requestId: string, token = admin) => api.call(getAiRequest, { params: { requestId }, token });

it('keeps nothing until a company wants it, and shows it to its admins alone', async () => {
  await help();
  expect(await kept()).toEqual([]);

  await set('aiRequestDays', '7');
  await help();
  const [request, ...more] = await kept();
  if (!request) throw new Error('nothing was kept');
  expect(more).toEqual([]);
  expect(request).toMatchObject({ ticketId: ticket.id, purpose: 'summary', ending: 'answered' });
  expect(request.promptTokens).toBeGreaterThan(0);
  const opened = await open(request.id);
  expect(opened).toMatchObject({ ...request, reason: '' });
  expect(JSON.stringify(opened.messages)).toContain('Quero trocar o bolo');
  expect(opened.answer.split('\n').length).toBeGreaterThan(1);
  const stored =
    await api.admin`select from ai_requests where position('bolo' in encode(sealed, 'escape')) > 0`;
  expect(stored.count).toBe(0);

  const params = { requestId: request.id };
  await api.refused('ERR_NO_PERMISSION', listAiRequests, { token: ana });
  await api.refused('ERR_NO_PERMISSION', getAiRequest, { params, token: ana });
  const neighbour = await api.company(`Vizinha ${crypto.randomUUID()}`);
  await givePlan(api.admin, neighbour.companyId);
  const theirs = await api.signIn(neighbour.admin);
  expect(await kept(theirs)).toEqual([]);
  await api.refused('ERR_NO_AI_REQUEST_FOUND', getAiRequest, { params, token: theirs });
});

it('keeps what customers were answered, one that fails with its reason, and what was heard of one that breaks off', async () => {
  const { companyId, connectionId, queues } = company;
  await set('aiRequestDays', '90');
  await api.admin`update connections set status = 'connected' where id = ${connectionId}`;
  await api.admin`update connection_queues set queue_id = ${queues.sales} where company_id = ${companyId}`;
  await api.call(updateQueue, { params: { queueId: queues.sales }, body: { promptId }, token: admin });
  await openCounter(api, company).asks('Quero falar com um atendente');
  services.fail('openai', { kind: 'status', status: 401, body: { error: { message: 'no such key' } } });
  await help();
  await say(ticket.id, '[breaks-off]');
  await help();
  const [broken, refused, answered] = await kept();
  expect(answered).toMatchObject({ purpose: 'answer', ending: 'answered' });
  expect((await open(answered?.id ?? '')).answer).toContain('transferir_atendimento {');
  expect(refused).toMatchObject({ purpose: 'summary', ending: 'refused', completionTokens: 0 });
  expect(await open(refused?.id ?? '')).toMatchObject({ answer: '', reason: '401  no such key' });
  expect(broken).toMatchObject({ ending: 'unknown' });
  expect(broken?.completionTokens).toBeGreaterThan(0);
  expect((await open(broken?.id ?? '')).answer).not.toBe('');
});

it('is listed page by page, the newest first, and a long request is cut', async () => {
  await set('aiRequestDays', '1');
  for (let said = 0; said < 40; said++) await say(ticket.id, 'x'.repeat(4_000));
  await help();
  const [long] = await kept();
  const { messages } = await open(long?.id ?? '');
  expect(messages.at(-1)?.content.endsWith(' […]')).toBe(true);
  expect(JSON.stringify(messages).length).toBeLessThan(32_000);
  await api.admin`
    insert into ai_requests
    select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid()))).*
    from ai_requests r, generate_series(1, 45) where company_id = ${company.companyId}`;
  const seen: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const query: { after?: string } = after === '' ? {} : { after };
    const page = await api.call(listAiRequests, { query, token: admin });
    seen.push(...page.requests.map(({ id }) => id));
    after = page.next;
  }
  expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
  expect(seen).toHaveLength(46);
});

it('goes by its age, at once when it is switched off, and with the person', async () => {
  await set('aiRequestDays', '7');
  await help();
  const daysOn = (days: number) => new Date(Date.now() + days * DAY_MS);
  await api.run('old rows', daysOn(6.9));
  expect(await kept()).toHaveLength(1);
  await api.run('old rows', daysOn(7.1));
  expect(await kept()).toEqual([]);

  await help();
  expect(await kept()).toHaveLength(1);
  await set('aiRequestDays', '');
  await set('aiRequestDays', '7');
  expect(await kept()).toEqual([]);

  const other = await createTicket(api.admin, company, { status: 'open', userId: company.ana.id });
  const group = await createTicket(api.admin, company, { status: 'open', userId: company.ana.id });
  await api.admin`update contacts set is_group = true where id = ${group.contactId}`;
  await api.admin`update tickets set is_group = true where id = ${group.id}`;
  for (const { id } of [other, group]) await say(id, 'Bom dia');
  for (const { id } of [ticket, other, group]) await help(id);
  expect((await kept()).map(({ ticketId }) => ticketId)).toEqual([group.id, other.id, ticket.id]);
  const params = { contactId: ticket.contactId };
  const { digest, counts } = await api.call(getFileOfContact, { params, token: admin });
  expect(counts.aiRequests).toBe(1);
  await api.call(eraseContact, { params, body: { digest }, token: admin });
  await runErasures(api, new Date(Date.now() + DAY_MS + 60_000));
  // Who has said what in the group nobody can tell.
  expect((await kept()).map(({ ticketId }) => ticketId)).toEqual([other.id]);
});
