import { randomUUID } from 'node:crypto';
import { getDashboardNow } from '@balcao/shared/features/dashboard/calls.ts';
import { listMessages, sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { readTicketEvent, type TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, insertedId } from '../../../test/fixtures.ts';
import type { ChannelListener, ChannelSession, InboundContent } from '../../channels/channel.ts';
import { createIngest } from '../../conversation/ingest.ts';

/** The counter answers by itself: customers write, and what the outbox holds is what they hear. */

let api: TestApi;
let ingest: ChannelListener;
let company: CompanyFixture;

beforeAll(async () => {
  api = await startApi();
  const { db, secrets, log, clock } = api.deps;
  const nothing = () => {};
  const after = { onMedia: nothing, onContact: nothing, onTyping: nothing };
  ingest = createIngest({ db, secrets, log, clock, ...after });
});
afterAll(() => api.stop());

const CUSTOMER = '5511977776666';
const MENU = ['Oi, Maria! Sou o assistente.', '[ 1 ] - Vendas\n[ 2 ] - Suporte'].join('\n\n');
const LEVEL = '[ 1 ] - Preços\n[ 2 ] - Falar com alguém\n[ 3 ] - Nada mais\n[ # ] - Menu principal';
const PRICES = 'De que tipo?\n\n[ 1 ] - Atacado\n[ 2 ] - Varejo\n[ 0 ] - Voltar\n[ # ] - Menu principal';
const SORRY = 'Não entendi. Responda com o número de uma das opções:';
/** Longer than anybody goes on writing after a menu. */
const A_MOMENT = 10_000;
const PLACED = { kind: 'transferred', toQueue: 'Vendas' };

beforeEach(async () => {
  const { admin } = api.database;
  company = await createCompany(admin, `Loja ${randomUUID()}`);
  const { companyId, connectionId, queues } = company;
  await admin`update connections set status = 'connected', greeting_message = 'Oi, {{firstName}}! Sou o assistente.',
    completion_message = 'Até logo!' where id = ${connectionId}`;
  await admin`insert into connection_queues (company_id, connection_id, queue_id)
    values (${companyId}, ${connectionId}, ${queues.sales})`;
  await admin`update queues set order_queue = case when name = 'Vendas' then 1 else 2 end,
    greeting_message = 'Aqui é de {{queue}}.' where company_id = ${companyId}`;
  const prices = await option(null, 1, 'Preços', { message: 'De que tipo?' });
  await option(prices, 1, 'Atacado', { message: 'A partir de 10 peças.' });
  await option(prices, 2, 'Varejo', { action: 'queue', forward_queue_id: queues.support });
  await option(null, 2, 'Falar com alguém', {});
  await option(null, 3, 'Nada mais', { message: 'Obrigado!', action: 'close' });
});

function option(parent: number | null, place: number, title: string, more: object): Promise<number> {
  const { companyId, queues } = company;
  const row = {
    company_id: companyId,
    queue_id: queues.sales,
    parent_id: parent,
    option: place,
    title,
    ...more,
  };
  return insertedId(api.database.admin`insert into queue_options ${api.database.admin(row)} returning id`);
}

const session = () =>
  ({ companyId: company.companyId, connectionId: company.connectionId }) as unknown as ChannelSession;

interface Wrote {
  content?: InboundContent;
  fromMe?: boolean;
  age?: number;
  number?: string;
}

async function writes(text: string, { content, fromMe = false, age = 0, number = CUSTOMER }: Wrote = {}) {
  const before = new Set((await outbox()).map(({ id }) => id));
  await ingest.handle(session(), {
    kind: 'message.received',
    message: {
      chat: { kind: 'direct', identities: [{ kind: 'phone', value: number }] },
      ref: { id: randomUUID(), fromMe, participant: '' },
      authorName: 'Maria Souza',
      content: content ?? { kind: 'text', text },
      quotedId: null,
      quotedText: '',
      forwarded: false,
      referral: null,
      at: new Date(api.deps.clock().getTime() - age),
    },
  });
  return (await outbox()).filter(({ id }) => !before.has(id)).map(({ body }) => body);
}

/** The customer writes after a pause, in which nobody would still be writing. */
async function says(text: string, more: Wrote = {}): Promise<string[]> {
  api.advance(A_MOMENT);
  return writes(text, more);
}

const outbox = () => api.database.admin<{ id: string; body: string }[]>`
  select id, body from messages where company_id = ${company.companyId} and state = 'queued' order by created_at, id`;

async function ticket() {
  const [row] = await api.database.admin`
    select id::int, status, answerer, chatbot, bot_ended as ended, queue_id::int as queue, unread_messages as unread,
      waiting_since is not null as waits from tickets where company_id = ${company.companyId} order by id desc limit 1`;
  if (!row) throw new Error('no ticket');
  return row;
}

async function events(): Promise<TicketEvent[]> {
  const rows = await api.database.admin<{ body: string }[]>`
    select body from messages where company_id = ${company.companyId} and media_type = 'event' order by created_at, id`;
  return rows.map(({ body }) => readTicketEvent(body)).filter((event) => event !== null);
}

const set = (key: string, value: string) => api.database.admin`
  insert into settings (company_id, key, value) values (${company.companyId}, ${key}, ${value})`;

describe('the menu of queues and the options of a queue', () => {
  it('lead from the greeting to the people who help, and tell the agents each choice', async () => {
    expect(await writes('Olá')).toEqual([MENU]);
    expect(await ticket()).toMatchObject({ answerer: 'queueMenu', chatbot: true, waits: false, unread: 1 });
    expect(await says('1')).toEqual([`Aqui é de Vendas.\n\n${LEVEL}`]);
    expect(await ticket()).toMatchObject({ answerer: 'optionTree', queue: company.queues.sales });
    expect(await says('preços')).toEqual([PRICES]);
    expect(await says('0')).toEqual([LEVEL]);
    expect(await says('1')).toEqual([PRICES]);
    expect(await says('1')).toEqual(['A partir de 10 peças.']);
    expect(await ticket()).toMatchObject({ answerer: 'nobody', ended: 'done', waits: true });
    expect(await says('Quero 12')).toEqual([]);
    expect(await events()).toMatchObject([
      { kind: 'started' },
      { kind: 'chose', what: 'queue', name: 'Vendas' },
      { kind: 'chose', what: 'option', name: 'Preços' },
      { kind: 'chose', what: 'option', name: 'Preços' },
      { kind: 'chose', what: 'option', name: 'Atacado' },
      { kind: 'handedOver', cause: 'done' },
    ]);
    expect(await says('#')).toEqual([MENU]);
  });

  it('lead to another queue, or to the end with a goodbye', async () => {
    await writes('Olá');
    await says('Vendas');
    await says('1');
    expect(await says('2')).toEqual(['Aqui é de Suporte.']);
    expect(await ticket()).toMatchObject({ queue: company.queues.support, ended: 'done', waits: true });
    const number = '5511966665555';
    await says('Olá', { number });
    await says('1', { number });
    expect(await says('3', { number })).toEqual(['Obrigado!', 'Até logo!']);
    expect(await ticket()).toMatchObject({ status: 'closed', answerer: 'nobody', ended: null });
  });

  it('are told apart from what people say', async () => {
    await writes('Olá');
    await says('Já vou atender', { fromMe: true });
    const token = await api.signIn(company.admin);
    const { id } = await ticket();
    await api.call(updateTicket, { params: { ticketId: id }, body: { status: 'open' }, token });
    await api.call(sendMessage, { params: { ticketId: id }, body: { body: 'Pronto' }, token });
    await api.call(updateTicket, { params: { ticketId: id }, body: { status: 'closed' }, token });
    const { messages } = await api.call(listMessages, { params: { ticketId: id }, query: {}, token });
    expect(
      messages.map(({ origin, body }) => [origin, body]).filter(([, body]) => !body?.startsWith('{')),
    ).toEqual([
      ['contact', 'Olá'],
      ['bot', MENU],
      ['phone', 'Já vou atender'],
      ['person', 'Pronto'],
      ['automatic', 'Até logo!'],
    ]);
  });

  it.each(['1', ' 1. ', '[ 1 ]', '1️⃣', '１', 'VÉNDAS', 'vendas'])('understand %j', async (answer) => {
    await writes('Olá');
    expect(await says(answer)).toEqual([`Aqui é de Vendas.\n\n${LEVEL}`]);
  });

  it('show themselves again for what chooses nothing, as often as allowed, and then people go on', async () => {
    await writes('Olá');
    const voice = { kind: 'location', latitude: 0, longitude: 0, text: '', thumbnail: null } as const;
    expect(await says('', { content: voice })).toEqual([`${SORRY}\n\n[ 1 ] - Vendas\n[ 2 ] - Suporte`]);
    expect(await says('🙂')).toHaveLength(1);
    expect(await says('9')).toEqual([]);
    expect(await ticket()).toMatchObject({ ended: 'limit', waits: true });
    expect(await says('#')).toEqual([]);
    // Whoever would be seen by no agent waits in a queue that the connection offers.
    expect(await events()).toMatchObject([
      { kind: 'started' },
      { kind: 'handedOver', cause: 'limit' },
      { kind: 'transferred', by: null, toQueue: 'Vendas' },
    ]);
    expect(await ticket()).toMatchObject({ queue: company.queues.sales });
  });

  it('wait between two menus as long as the connection says', async () => {
    await api.database
      .admin`update connections set bot_interval_minutes = 5 where id = ${company.connectionId}`;
    await writes('Olá');
    expect(await says('quanto custa?')).toEqual([]);
    api.advance(5 * 60_000);
    expect(await says('quanto custa?')).toHaveLength(1);
    expect(await says('1')).toHaveLength(1);
  });

  it('answer once to somebody who writes fifty messages in a second, and to nobody over and over', async () => {
    const all: string[] = [];
    for (let n = 0; n < 50; n += 1) all.push(...(await writes(`mensagem ${n}`)));
    expect(all).toEqual([MENU]);
    const number = '5511955554444';
    let answers = 0;
    for (let n = 0; n < 60; n += 1) answers += (await says(n % 2 ? '#' : '1', { number })).length;
    expect(answers).toBeLessThan(10);
    expect(await ticket()).toMatchObject({ answerer: 'nobody', waits: true });
  });

  it('go on at the first level when the option or queue of the customer has gone', async () => {
    await writes('Olá');
    await says('1');
    await says('1');
    await api.database
      .admin`delete from queue_options where title = 'Preços' and company_id = ${company.companyId}`;
    expect(await says('1')).toEqual([`${SORRY}\n\n${LEVEL.replace(/^.*\n/, '')}`]);
    const number = '5511944443333';
    await says('Olá', { number });
    await says('1', { number });
    await api.database.admin`delete from queues where id = ${company.queues.sales}`;
    expect(await says('2', { number })).toEqual(['Aqui é de Suporte.']);
  });

  it('lead whatever is written to the only option of a level', async () => {
    const ask = await option(null, 4, 'Pedido', { message: 'Qual é o número do pedido?' });
    await option(ask, 1, 'Número', { message: 'Obrigado, já vamos ver.' });
    await writes('Olá');
    await says('1');
    expect(await says('4')).toEqual(['Qual é o número do pedido?\n\n[ 0 ] - Voltar\n[ # ] - Menu principal']);
    expect(await says('É o 4711, de ontem')).toEqual(['Obrigado, já vamos ver.']);
  });

  it('greet without a menu where there is one queue without options, once', async () => {
    await api.database.admin`delete from connection_queues where queue_id = ${company.queues.sales}`;
    expect(await writes('Olá')).toEqual(['Aqui é de Suporte.']);
    expect(await says('Alguém?')).toEqual([]);
    expect(await ticket()).toMatchObject({ queue: company.queues.support, waits: true });
  });
});

describe('silence', () => {
  it('is kept once people have the ticket, and after they give it back', async () => {
    await writes('Olá');
    const { id: ticketId } = await ticket();
    await api.call(updateTicket, {
      params: { ticketId },
      body: { status: 'open' },
      token: await api.signIn(company.admin),
    });
    expect(await ticket()).toMatchObject({ answerer: 'nobody', ended: 'person' });
    expect(await says('1')).toEqual([]);
    await api.call(updateTicket, {
      params: { ticketId },
      body: { status: 'pending' },
      token: await api.signIn(company.admin),
    });
    expect(await says('1')).toEqual([]);
  });

  it('is kept for late messages, which are left to people who look at a queue', async () => {
    expect(await writes('Olá', { age: 6 * 60_000 })).toEqual([]);
    expect(await ticket()).toMatchObject({ answerer: 'nobody', waits: true, queue: company.queues.sales });
  });

  it('is kept for groups, barred contacts, own numbers and companies that may not speak', async () => {
    const { admin } = api.database;
    await admin`update companies set status = false where id = ${company.companyId}`;
    expect(await writes('Olá')).toEqual([]);
    await admin`update companies set status = true where id = ${company.companyId}`;
    expect(await says('Olá')).toEqual([MENU]);
    await admin`update contacts set bot_disabled = true where company_id = ${company.companyId}`;
    expect(await says('1')).toEqual([]);
    expect(await ticket()).toMatchObject({ answerer: 'nobody', ended: 'off', waits: true });
    const own = '5511966665555';
    await admin`update connections set number = ${own} where id = ${company.connectionId}`;
    expect(await says('Olá', { number: own })).toEqual([]);
  });

  it('leaves a customer without a bot to the queue that served them last, and goes on without any', async () => {
    const { admin } = api.database;
    const { companyId, connectionId, queues } = company;
    await writes('Olá');
    await says('2');
    await admin`update contacts set bot_disabled = true where company_id = ${companyId}`;
    await admin`update tickets set status = 'closed', closed_at = now() - interval '1 day' where company_id = ${companyId}`;
    expect(await says('Olá de novo')).toEqual([]);
    expect(await ticket()).toMatchObject({ answerer: 'nobody', queue: queues.support });
    await admin`delete from connection_queues where connection_id = ${connectionId}`;
    await admin`update tickets set status = 'closed', closed_at = now() - interval '1 day', queue_id = null
      where company_id = ${companyId}`;
    await says('Alguém?');
    expect(await ticket()).toMatchObject({ status: 'pending', queue: null });
    const unseen = async () =>
      (await api.call(getDashboardNow, { token: await api.signIn(company.admin) })).unseen;
    expect(await unseen()).toBe(1);
    await admin`update users set all_ticket = true where company_id = ${companyId} and profile = 'user'`;
    expect(await unseen()).toBe(0);
  });

  it('leaves no customer to a queue that nobody serves, unless all work is done by those who see everything', async () => {
    const { admin } = api.database;
    const { companyId, queues } = company;
    const closed = () => admin`
      update tickets set status = 'closed', closed_at = now() - interval '1 day' where company_id = ${companyId}`;
    await writes('Olá');
    await says('2');
    await admin`update contacts set bot_disabled = true where company_id = ${companyId}`;
    await admin`delete from user_queues where queue_id = ${queues.support}`;
    await closed();
    await says('Olá de novo');
    expect(await ticket()).toMatchObject({ queue: queues.sales });
    await admin`delete from user_queues where company_id = ${companyId}`;
    await closed();
    await says('Alguém?');
    expect(await ticket()).toMatchObject({ status: 'pending', queue: null });
    await admin`update tickets set updated_at = now() - interval '1 hour' where company_id = ${companyId}`;
    await api.run('tickets that nobody sees');
    expect(await ticket()).toMatchObject({ queue: null });
    await admin`delete from users where company_id = ${companyId} and profile = 'user'`;
    await api.run('tickets that nobody sees');
    expect(await ticket()).toMatchObject({ queue: queues.sales });
  });

  it('of the customer leads to people of a queue', async () => {
    await api.database.admin`update connections set bot_silence_minutes = 1, bot_silence_action = 'wait'
      where id = ${company.connectionId}`;
    await writes('Olá');
    api.advance(2 * 60_000);
    await api.run('customers silent with the bot');
    expect(await ticket()).toMatchObject({ ended: 'silent', waits: true, queue: company.queues.sales });
    expect((await events()).slice(1)).toMatchObject([{ kind: 'handedOver', cause: 'silent' }, PLACED]);
  });

  it('follows a word that somebody writes on the phone', async () => {
    await writes('Olá');
    await says('Já te respondo', { fromMe: true });
    expect(await says('1')).toEqual([]);
    expect((await events()).slice(-2)).toMatchObject([{ kind: 'handedOver', cause: 'phone' }, PLACED]);
  });
});

describe('a rule that throws', () => {
  it.each([
    [
      'reading',
      `alter table queue_options rename column message to gone`,
      `alter table queue_options rename column gone to message`,
    ],
    ['deciding', `update companies set timezone = 'Etc/GMT+1', holidays = '[{"yearly": true}]'`, ``],
    [
      'saying',
      `create trigger broken before insert on messages for each row when (new.state = 'queued') execute function suppress_redundant_updates_trigger()`,
      `drop trigger broken on messages`,
    ],
  ])(
    'while %s leaves the message, switches the bot off and tells the agents why',
    async (step, breaks, mends) => {
      if (step === 'deciding') await set('scheduleType', 'company');
      await api.database.admin.unsafe(breaks);
      try {
        expect(await writes('Olá')).toEqual([]);
      } finally {
        if (mends) await api.database.admin.unsafe(mends);
      }
      expect(await ticket()).toMatchObject({ answerer: 'nobody', ended: 'failed', waits: true, unread: 1 });
      expect((await events()).slice(-2)).toMatchObject([{ kind: 'failed', code: 'ERR_BOT_FAILED' }, PLACED]);
      expect(await says('Alô?')).toEqual([]);
    },
  );
});
