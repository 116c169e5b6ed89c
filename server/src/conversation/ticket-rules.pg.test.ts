import { randomUUID } from 'node:crypto';
import { updateContact } from '@balcao/shared/features/contacts/calls.ts';
import { snoozeTicket, updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { describe, expect, it } from 'vitest';
import {
  api,
  carla,
  company,
  cycles,
  events,
  kinds,
  prepare,
  put,
  receive,
  ring,
  sent,
  set,
  ticket,
  tickets,
  tokens,
} from './testing/ticket-rules.ts';

prepare();

describe('accepting', () => {
  it('introduces the agent, once, whatever is repeated', async () => {
    await set({ sendGreetingAccepted: 'enabled' });
    await receive('oi');
    const { id: ticketId } = await ticket();
    const call = { params: { ticketId }, body: { status: 'open' }, token: tokens.ana };
    const key = { headers: { 'idempotency-key': randomUUID() } };
    await Promise.all(Array.from({ length: 5 }, () => api.send(updateTicket, { ...call, ...key })));
    await api.call(updateTicket, call);
    expect(await sent()).toEqual([
      '*Maria Souza*, meu nome é *Ana* e vou dar continuidade ao seu atendimento.',
    ]);
    // An automatic word is no reading.
    expect(await ticket()).toMatchObject({ status: 'open', unread: 1 });
    const [row] = await api.database.admin`select last_message from tickets where id = ${ticketId}`;
    expect(row?.last_message).toContain('meu nome é');
  });

  it('says nothing when nobody wants it, and nothing to groups', async () => {
    await receive('oi');
    await put('ana', { status: 'open' });
    expect(await sent()).toEqual([]);
    await set({ sendGreetingAccepted: 'enabled', CheckMsgIsGroup: 'disabled', userRating: 'enabled' });
    await receive('oi, gente', { group: true });
    const group = (await tickets())[1]?.id;
    for (const status of ['open', 'closed'])
      await api.call(updateTicket, { params: { ticketId: group }, body: { status }, token: tokens.ana });
    expect(await sent()).toEqual([]);
  });
});

describe('a ticket that is put off', () => {
  it('comes back when the customer writes, once, and not by what we say', async () => {
    await receive('oi');
    await put('ana', { status: 'open' });
    const { id: ticketId } = await ticket();
    const until = '2040-01-01T12:00:00.000Z';
    const snoozed = async () => {
      const [row] = await api.database
        .admin`select snoozed_until as until from tickets where id = ${ticketId}`;
      return row?.until !== null;
    };
    await api.call(snoozeTicket, { params: { ticketId }, body: { until }, token: tokens.ana });
    await receive('do celular da loja', { fromMe: true });
    expect(await snoozed()).toBe(true);
    const id = randomUUID();
    await receive('voltei', { id });
    await receive('voltei', { id });
    await receive('alguém aí?');
    expect(await snoozed()).toBe(false);
    expect((await events()).slice(-2)).toEqual([
      { kind: 'snoozed', by: 'Ana', until },
      { kind: 'resumed', by: null, cause: 'customer' },
    ]);
    expect(await ticket()).toMatchObject({ status: 'open', userId: company.ana.id });
  });
});

describe('a contact without bots', () => {
  it('hears nothing but what people write, from accepting to the end', async () => {
    await set({
      sendGreetingAccepted: 'enabled',
      sendMsgTransfTicket: 'enabled',
      userRating: 'enabled',
      call: 'disabled',
    });
    await receive('oi');
    const [{ contactId } = { contactId: 0 }] = await api.database.admin<{ contactId: number }[]>`
      update contacts set bot_disabled = true where company_id = ${company.companyId} returning id::int as "contactId"`;
    await put('ana', { status: 'open' });
    await put('ana', { userId: carla.id });
    await ring();
    await put('carla', { status: 'closed' });
    expect(await sent()).toEqual([]);
    // Nothing was asked, so a number is a message like any other.
    await receive('3');
    expect([(await ticket()).status, (await cycles())[0]?.rate]).toEqual(['pending', null]);
    // As soon as it may speak again it does.
    await api.call(updateContact, {
      params: { contactId },
      body: { botDisabled: false },
      token: tokens.admin,
    });
    await put('ana', { status: 'open' });
    expect(await sent()).toEqual([expect.stringContaining('meu nome é *Ana*')]);
  });
});

describe('transferring', () => {
  it('tells the customer where the conversation goes on, and sends no blue ticks', async () => {
    await set({ sendMsgTransfTicket: 'enabled' });
    await receive('oi');
    await put('ana', { status: 'open' });
    await put('ana', { userId: carla.id });
    await put('carla', { queueId: company.queues.sales });
    await put('bruno', { userId: company.ana.id, queueId: company.queues.support });
    await put('ana', { status: 'pending' });
    expect(await sent()).toEqual([
      'Você está sendo transferido para *Carla*. Aguarde um instante, por favor.',
      'Você está sendo transferido para o setor *Vendas*. Aguarde um instante, por favor.',
      'Você está sendo transferido para *Ana*, do setor *Suporte*. Aguarde um instante, por favor.',
    ]);
    expect(
      await api.database.admin`select from read_receipts_due where company_id = ${company.companyId}`,
    ).toHaveLength(0);
    expect(await ticket()).toMatchObject({ unread: 1 });
    expect(await kinds()).toEqual([
      'started',
      'accepted',
      'transferred',
      'transferred',
      'transferred',
      'returned',
    ]);
  });
});
