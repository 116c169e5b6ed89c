import { getBanRisk, getNewChats } from '@balcao/shared/features/ban-risk/calls.ts';
import { budgetFor } from '@balcao/shared/features/ban-risk/rules.ts';
import * as contracts from '@balcao/shared/features/campaigns/calls.ts';
import { createContact } from '@balcao/shared/features/contacts/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { createTicket } from '@balcao/shared/features/tickets/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { newNumber } from '../../test/phone-company.ts';
import {
  api,
  begin,
  company,
  people,
  prepare,
  received,
  report,
  say,
  sessions,
  sql,
  ticketOf,
  token,
  world,
} from './testing/campaigns.ts';

prepare();

const conversation = (ticketId: number) => sql()`
  select body, media_type from messages where ticket_id = ${ticketId} order by created_at, id`;

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
  await world.startSessions();
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
