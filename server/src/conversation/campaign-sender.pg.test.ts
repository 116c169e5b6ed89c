import { saveCampaignSettings } from '@balcao/shared/features/campaign-settings/calls.ts';
import * as contracts from '@balcao/shared/features/campaigns/calls.ts';
import { readTicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import {
  api,
  begin,
  company,
  people,
  prepare,
  received,
  report,
  say,
  sql,
  ticketOf,
  token,
} from './testing/campaigns.ts';

prepare();

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
