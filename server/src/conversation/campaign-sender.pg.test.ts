import { getBanRisk, getNewChats } from '@balcao/shared/features/ban-risk/calls.ts';
import { budgetFor } from '@balcao/shared/features/ban-risk/rules.ts';
import { saveCampaignSettings } from '@balcao/shared/features/campaign-settings/calls.ts';
import * as contracts from '@balcao/shared/features/campaigns/calls.ts';
import { createContact } from '@balcao/shared/features/contacts/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { readTicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { createTicket } from '@balcao/shared/features/tickets/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/api.ts';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import { createCompany, givePlan } from '../../test/fixtures.ts';
import { newNumber, type PhoneCompany } from '../../test/phone-company.ts';
import { type LocalWorld, startWorld } from '../../test/world.ts';
import type { SessionProcess } from '../sessions.ts';

/** Campaigns from the list to the phones of a simulated WhatsApp, and what these answer. */

let world: LocalWorld;
let sessions: SessionProcess;
let api: TestApi;
let company: PhoneCompany;
let token: string;

beforeAll(async () => {
  world = await startWorld({ database: createTestDatabase(), env: { BALCAO_CAMPAIGN_PACE_MS: '10' } });
  api = await startApi({ beside: world });
  sessions = await world.startSessions();
  // The operator's own company is never overdue.
  await createCompany(sql(), 'Operadora');
});
afterAll(async () => {
  await api.stop();
  await world.stop();
});
beforeEach(async () => {
  company = await world.addCompany();
  await givePlan(sql(), company.companyId);
  await company.link();
  token = await api.signIn(company.admin);
  await api.call(saveCampaignSettings, {
    token,
    body: {
      messageInterval: 0,
      longerIntervalAfter: 0,
      greaterInterval: 0,
      variables: [{ key: 'oferta', value: 'bolo' }],
    },
  });
});

const sql = () => world.database.admin;

/** Phones, and a list that has them. */
async function people(names: readonly string[], more: Record<string, unknown> = {}) {
  const [list] = await sql()`
    insert into contact_lists (company_id, name) values (${company.companyId}, ${`Lista ${uuidv7()}`}) returning id`;
  const numbers: string[] = [];
  for (const name of names) {
    const number = newNumber();
    numbers.push(number);
    await world.sandbox.commands.createPhone({ number, name, receipts: 'read' });
    await sql()`insert into contact_list_items ${sql()({
      company_id: company.companyId,
      contact_list_id: list?.id,
      name,
      number,
      email: `${name.toLowerCase()}@exemplo.com`,
      is_whatsapp_valid: true,
      whatsapp_number: number,
      check_due: false,
      ...more,
    })}`;
  }
  return { contactListId: Number(list?.id), numbers };
}

const begin = async (fields: object) => {
  const campaign = await api.call(contracts.createCampaign, {
    token,
    body: {
      name: 'Sábado',
      whatsappId: company.connectionId,
      message1: 'Olá {nome}, hoje tem {oferta} {outra}',
      scheduledAt: new Date().toISOString(),
      ...fields,
    },
  });
  await api.run('campaign starts');
  await api.run('campaign recipients');
  return campaign.id;
};
const report = (campaignId: number) =>
  api.call(contracts.getCampaignReport, { token, params: { campaignId } });
const received = async (number: string) =>
  (await world.sandbox.commands.ledger({ number }))
    .filter(({ from, to }) => from === company.phone && to === number)
    .map(({ text }) => text);
const say = (from: string, text: string) =>
  world.sandbox.commands.send({ kind: 'text', from, to: company.phone, text });
const ticketOf = async (number: string) =>
  (
    await sql()`
      select t.id::int, t.status, t.last_message as last from tickets t join contacts c on c.id = t.contact_id
      where t.company_id = ${company.companyId} and c.number = ${number}`
  )[0];
const conversation = (ticketId: number) => sql()`
  select body, from_me, said_by, media_type, state, ack from messages where ticket_id = ${ticketId}
  order by created_at, id`;

describe('a campaign', () => {
  it('reaches each once, makes no ticket, and ends with the ticks in its report', async () => {
    const { contactListId, numbers } = await people(['Ana', 'Bia', 'Caio']);
    const id = await begin({ contactListId });
    await eventually(
      () => report(id),
      ({ states }) => states.read === 3,
    );
    for (const [place, name] of ['Ana', 'Bia', 'Caio'].entries())
      expect(await received(numbers[place] ?? '')).toEqual([`Olá ${name}, hoje tem bolo {outra}`]);
    // A phone may have read it before the sender has written down that it went out.
    await eventually(
      () => api.run('campaign ends').then(() => report(id)),
      (now) => now.campaign.status === 'FINALIZADA',
    );
    const { campaign, states, sent, curve } = await report(id);
    expect({ status: campaign.status, states, sent, curve }).toMatchObject({
      status: 'FINALIZADA',
      states: { read: 3 },
      sent: 3,
      // WhatsApp's whole seconds make nothing arrive before it was sent.
      curve: [{ sent: 3, delivered: 3, read: 3, answered: 0 }],
    });
    expect(await sql()`select id from tickets where company_id = ${company.companyId}`).toHaveLength(0);
  });

  it('stands above the answer, once there is one', async () => {
    const { contactListId, numbers } = await people(['Duda']);
    const id = await begin({ contactListId });
    await eventually(
      () => report(id),
      ({ read }) => read === 1,
    );
    const [number = ''] = numbers;
    await say(number, 'Quanto custa?');
    const ticket = await eventually(
      () => ticketOf(number),
      (found) => found !== undefined,
    );
    const said = await conversation(ticket?.id);
    expect(said.filter(({ media_type: type }) => type !== 'event')).toMatchObject([
      { body: 'Olá Duda, hoje tem bolo {outra}', from_me: true, said_by: 'campaign', state: 'sent', ack: 4 },
      { body: 'Quanto custa?', from_me: false },
    ]);
    expect(said.map(({ body }) => readTicketEvent(body))).toContainEqual({
      kind: 'campaign',
      name: 'Sábado',
    });
    expect(ticket).toMatchObject({ status: 'pending', last: 'Quanto custa?' });
    expect(await report(id)).toMatchObject({ answered: 1, tickets: 1 });
  });

  it('asks first, hears yes, no and the wish to be left alone, and makes no ticket of these', async () => {
    const { contactListId, numbers } = await people(['Eva', 'Fábio', 'Gil', 'Hugo']);
    const [eva = '', fabio = '', gil = '', hugo = ''] = numbers;
    const id = await begin({
      contactListId,
      confirmation: true,
      confirmationMessage1: 'Quer a oferta, {nome}?',
    });
    await eventually(
      () => report(id),
      ({ states }) => states.asked === 4,
    );
    await say(eva, 'SIM!');
    await say(fabio, 'não');
    await say(gil, 'Sair, por favor');
    await eventually(
      () => report(id),
      ({ states, skipped }) => states.read === 1 && skipped.declined === 1 && skipped.optedOut === 1,
    );
    expect(await received(eva)).toEqual(['Quer a oferta, Eva?', 'Olá Eva, hoje tem bolo {outra}']);
    expect(await received(fabio)).toEqual(['Quer a oferta, Fábio?']);
    expect(await sql()`select id from tickets where company_id = ${company.companyId}`).toHaveLength(0);
    await api.run('campaign ends', new Date(Date.now() + 25 * 3_600_000));
    expect(await report(id)).toMatchObject({
      campaign: { status: 'FINALIZADA' },
      confirmationsRequested: 4,
      confirmations: 1,
      delivered: 1,
      skipped: { declined: 1, optedOut: 1, expired: 1 },
      optOuts: 1,
    });
    // What was said stands in the conversation that comes later, and who opted out is left out of the next campaign.
    await say(eva, 'Até que horas?');
    const ticket = await eventually(
      () => ticketOf(eva),
      (found) => found !== undefined,
    );
    const bodies = (await conversation(ticket?.id)).filter(({ media_type: type }) => type !== 'event');
    expect(bodies.map(({ body }) => body)).toEqual([
      'Quer a oferta, Eva?',
      'SIM!',
      'Olá Eva, hoje tem bolo {outra}',
      'Até que horas?',
    ]);
    const next = await begin({ contactListId, name: 'Domingo' });
    await eventually(
      () => report(next),
      ({ sent }) => sent === 3,
    );
    expect((await report(next)).skipped).toMatchObject({ optedOut: 1 });
    expect(await received(gil)).toHaveLength(1);
    expect(await received(hugo)).toHaveLength(2);
  });

  it('stands at once in a conversation that is under way', async () => {
    const { contactListId, numbers } = await people(['Iara']);
    const [number = ''] = numbers;
    await say(number, 'Oi');
    const ticket = await eventually(
      () => ticketOf(number),
      (found) => found !== undefined,
    );
    const id = await begin({ contactListId });
    await eventually(
      () => conversation(ticket?.id),
      (said) => said.some(({ said_by: by, ack }) => by === 'campaign' && ack === 4),
    );
    expect(await report(id)).toMatchObject({ answered: 0 });
    expect(await ticketOf(number)).toMatchObject({ last: 'Olá Iara, hoje tem bolo {outra}' });
  });
});

it('what an agent says passes those who wait, also to the same person', async () => {
  const { contactListId, numbers } = await people(['Jó', 'Kai']);
  const [jo = '', kai = ''] = numbers;
  await say(jo, 'Oi');
  await eventually(
    () => ticketOf(jo),
    (found) => found !== undefined,
  );
  await say(kai, 'Oi');
  const ticket = await eventually(
    () => ticketOf(kai),
    (found) => found !== undefined,
  );
  await api.call(saveCampaignSettings, {
    token,
    body: { messageInterval: 0, longerIntervalAfter: 1, greaterInterval: 120 },
  });
  const id = await begin({ contactListId });
  await eventually(
    () => report(id),
    ({ sent }) => sent === 1,
  );
  await sql()`insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, read, created_at)
    select company_id, ${uuidv7()}, id, contact_id, connection_id, true, 'Já vou ver', 'queued', true, now()
    from tickets where id = ${ticket?.id}`;
  await eventually(
    () => received(kai),
    (texts) => texts.length === 2,
  );
  expect(await received(kai)).toEqual(['Já vou ver', 'Olá Kai, hoje tem bolo {outra}']);
});

it('cancelling stops at once, and a restart goes on with those who are left', async () => {
  const names = Array.from({ length: 6 }, (_, place) => `P${place}`);
  const { contactListId, numbers } = await people(names);
  await api.call(saveCampaignSettings, {
    token,
    body: { messageInterval: 0, longerIntervalAfter: 1, greaterInterval: 30 },
  });
  const id = await begin({ contactListId });
  await eventually(
    () => report(id),
    ({ sent }) => sent >= 2,
  );
  await api.call(contracts.cancelCampaign, { token, params: { campaignId: id } });
  await api.refused('ERR_CAMPAIGN_NOT_RUNNING', contracts.cancelCampaign, {
    token,
    params: { campaignId: id },
  });
  const { sent } = await report(id);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect((await report(id)).sent).toBeLessThanOrEqual(sent + 1);
  // With another text for those who have got nothing.
  await api.call(contracts.updateCampaign, {
    token,
    params: { campaignId: id },
    body: { message1: 'Novo texto' },
  });
  await api.call(contracts.restartCampaign, { token, params: { campaignId: id } });
  await api.run('campaign recipients');
  await eventually(
    () => report(id),
    (now) => now.sent === 6,
  );
  const texts = await Promise.all(numbers.map(received));
  expect(texts.map((all) => all.length)).toEqual([1, 1, 1, 1, 1, 1]);
  expect(texts.at(-1)).toEqual(['Novo texto']);
});

it('a number that WhatsApp restricts stops its campaigns until a person resumes them', async () => {
  const { contactListId } = await people(['L1', 'L2', 'L3', 'L4', 'L5']);
  await world.sandbox.commands.restrict({ number: company.phone, how: 'sending' });
  const id = await begin({ contactListId });
  const paused = await eventually(
    () => report(id),
    ({ campaign }) => campaign.pausedReason === 'restricted',
  );
  expect(paused.states).toMatchObject({ failed: 3, queued: 2 });
  expect(paused.failures).toEqual([{ code: 'ERR_WAPP_RESTRICTED', count: 3 }]);
  await world.sandbox.commands.restrict({ number: company.phone, how: 'none' });
  await api.call(contracts.resumeCampaign, { token, params: { campaignId: id } });
  await eventually(
    () => report(id),
    ({ sent }) => sent === 2,
  );
  await api.call(contracts.retryCampaign, { token, params: { campaignId: id } });
  await eventually(
    () => report(id),
    ({ sent }) => sent === 5,
  );
});

it('a company that is overdue sends none of its campaigns, and they go on once it is paid', async () => {
  const due = (day: string | null) =>
    sql()`update companies set due_date = ${day} where id = ${company.companyId}`;
  const { contactListId, numbers } = await people(['Atrasada']);
  const id = await begin({ contactListId, scheduledAt: new Date(Date.now() + 3_600_000).toISOString() });
  await due('2001-01-01');
  await api.run('campaign starts', new Date(Date.now() + 3_700_000));
  await api.run('campaign recipients');
  const paused = async () =>
    (await sql()`select paused_reason as reason from campaigns where id = ${id}`)[0]?.reason;
  await eventually(paused, (reason) => reason === 'notAllowed');
  expect(await received(numbers[0] ?? '')).toEqual([]);
  await due(null);
  await sql()`update campaigns set paused_until = now() where id = ${id}`;
  await eventually(
    () => report(id),
    ({ sent }) => sent === 1,
  );
});

describe('the budget of new chats', () => {
  const BUDGET = budgetFor(0);
  const params = () => ({ whatsappId: company.connectionId });
  const HOUR_MS = 3_600_000;
  /** So many conversations were begun two hours ago. @returns when that counts no more */
  async function spend(count: number): Promise<string> {
    const hour = new Date((Math.floor(Date.now() / HOUR_MS) - 2) * HOUR_MS);
    await sql()`
      insert into connection_new_chats (company_id, connection_id, hour, count)
      values (${company.companyId}, ${company.connectionId}, ${hour}, ${count})`;
    return new Date(hour.getTime() + 24 * HOUR_MS).toISOString();
  }
  const spent = async () => {
    const { facts } = await api.call(getBanRisk, { token, params: params() });
    return facts.newChatsDay;
  };
  const untilPaused = (id: number) =>
    eventually(
      () => report(id),
      ({ campaign }) => campaign.pausedReason === 'budget',
    );

  it('holds campaigns back, and neither those who know the number, nor agents, nor who is tried out', async () => {
    const { contactListId, numbers } = await people(['M1', 'M2', 'M3', 'M4']);
    const [first = '', second = '', , known = ''] = numbers;
    await say(known, 'Oi');
    await eventually(
      () => ticketOf(known),
      (found) => found !== undefined,
    );
    const frees = await spend(BUDGET.day - 1);
    const id = await begin({ contactListId });
    const { campaign, sent } = await untilPaused(id);
    expect({ sent, until: campaign.pausedUntil }).toEqual({ sent: 2, until: frees });
    expect(
      [await received(known), await received(first), await received(second)].map((all) => all.length),
    ).toEqual([1, 1, 0]);
    expect(await spent()).toBe(BUDGET.day);

    // People go on, and what they begin counts once, whatever they say more.
    const number = newNumber();
    await world.sandbox.commands.createPhone({ number, name: 'Nova', receipts: 'read' });
    const contact = await api.call(createContact, { token, body: { name: 'Nova', number } });
    expect(await api.call(getNewChats, { token, params: params() })).toEqual({ freesAt: frees });
    const ticket = await api.call(createTicket, { token, body: { contactId: contact.id, status: 'open' } });
    for (const body of ['Bom dia', 'Tudo bem?'])
      await api.call(sendMessage, { token, params: { ticketId: ticket.id }, body: { body } });
    await eventually(
      () => received(number),
      (texts) => texts.length === 2,
    );
    const own = newNumber();
    await world.sandbox.commands.createPhone({ number: own, name: 'Nós', receipts: 'read' });
    await api.call(contracts.tryCampaign, {
      token,
      params: { campaignId: id },
      body: { numbers: [own], variant: 1 },
    });
    await eventually(
      () => received(own),
      (texts) => texts.length === 1,
    );
    await eventually(spent, (count) => count === BUDGET.day + 2);
    expect(await api.call(getBanRisk, { token, params: params() })).toMatchObject({
      level: 'high',
      freesAt: frees,
      facts: { budgetDay: BUDGET.day, connectionAgeDays: 0, sent: 2, failed: 0, refused: 0 },
    });
    expect((await report(id)).sent).toBe(2);

    // A day later.
    await sql()`delete from connection_new_chats where company_id = ${company.companyId}`;
    await sql()`update campaigns set paused_until = now() where id = ${id}`;
    await eventually(
      () => report(id),
      ({ campaign: now, sent: all }) => now.pausedReason === null && all === 4,
    );
    expect(await spent()).toBe(2);
  });

  it('does not hold back what somebody has said yes to', async () => {
    const { contactListId, numbers } = await people(['N1', 'N2']);
    const [asked = '', waiting = ''] = numbers;
    await spend(BUDGET.day - 1);
    const id = await begin({ contactListId, confirmation: true, confirmationMessage1: 'Quer, {nome}?' });
    await untilPaused(id);
    await say(asked, 'Sim');
    await eventually(
      () => received(asked),
      (texts) => texts.length === 2,
    );
    const { campaign, confirmations } = await report(id);
    expect({ reason: campaign.pausedReason, confirmations }).toEqual({ reason: 'budget', confirmations: 1 });
    expect(await received(waiting)).toEqual([]);
  });
});

it('a part that had begun leaves under its own id, also beside a question that was answered too early', async () => {
  const { contactListId, numbers } = await people(['Zeca']);
  const [number = ''] = numbers;
  const id = await begin({ contactListId, scheduledAt: null });
  // As a process leaves it that dies with the text begun, after an answer that overtook the question.
  await sql()`
    with made as (
      insert into campaign_recipients (company_id, campaign_id, name, number, whatsapp_number, variant, body,
        confirmation_body, confirmed_at, state, connection_id, pause)
      values (${company.companyId}, ${id}, 'Zeca', ${number}, ${number}, 1, 'Olá', 'Quer?', now(), 'sending',
        ${company.connectionId}, 0) returning company_id, id)
    insert into campaign_sends (company_id, recipient_id, part, connection_id, wa_id, payload, body, media_type)
    select company_id, id, part, ${company.connectionId}, wa_id, ${Buffer.from('0a044f6cc3a1', 'hex')}, 'Olá', 'chat'
    from made, (values (0, 'QUESTION0'), (1, 'TEXT00001')) as begun (part, wa_id)`;
  await sql()`update campaigns set status = 'EM_ANDAMENTO', started_at = now(), updated_at = now() where id = ${id}`;
  const ids = () => sql()<{ id: string; state: string }[]>`
    select wa_id as id, s.state from campaign_sends s
    where s.company_id = ${company.companyId} and s.wa_id in ('QUESTION0', 'TEXT00001') order by part`;
  await eventually(ids, (rows) => rows[1]?.state === 'sent');
  expect(
    (await world.sandbox.commands.ledger({})).filter(({ id: sent }) => sent === 'TEXT00001'),
  ).toHaveLength(1);
  // Its turn ends in a transaction of its own.
  await eventually(
    () => report(id),
    ({ sent }) => sent === 1,
  );
});

it('what had begun when its process died goes first, and stands where it began', async () => {
  const { contactListId, numbers } = await people(['Yara']);
  const [number = ''] = numbers;
  const id = await begin({ contactListId, scheduledAt: null });
  await say(number, 'Oi');
  const ticket = await eventually(
    () => ticketOf(number),
    (found) => found !== undefined,
  );
  await sessions.stop();
  // As a process leaves it that dies with the text begun; then somebody answers.
  const { companyId, connectionId } = company;
  await sql()`
    with made as (
      insert into campaign_recipients (company_id, campaign_id, name, number, whatsapp_number, variant, body, state,
        connection_id, pause)
      values (${companyId}, ${id}, 'Yara', ${number}, ${number}, 1, 'Olá', 'sending', ${connectionId}, 0)
      returning company_id, id)
    insert into campaign_sends (company_id, recipient_id, part, connection_id, wa_id, payload, body, media_type, sent_at)
    select company_id, id, 1, ${connectionId}, 'TEXT00002', ${Buffer.from('0a044f6cc3a1', 'hex')}, 'Olá', 'chat', now()
    from made`;
  await sql()`update campaigns set status = 'EM_ANDAMENTO', started_at = now(), updated_at = now() where id = ${id}`;
  await sql()`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, read, created_at)
    select company_id, ${uuidv7()}, id, contact_id, connection_id, true, 'Pois não', 'queued', true, now()
    from tickets where id = ${ticket?.id}`;
  sessions = await world.startSessions();
  await eventually(
    () => received(number),
    ({ length }) => length === 2,
  );
  expect(await received(number)).toEqual(['Olá', 'Pois não']);
  const said = await eventually(
    async () => (await conversation(ticket?.id)).filter(({ media_type: type }) => type !== 'event'),
    ({ length }) => length === 3,
  );
  expect(said.map(({ body }) => body)).toEqual(['Oi', 'Olá', 'Pois não']);
});
