import { randomUUID } from 'node:crypto';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/api.ts';
import { type CompanyFixture, createCompany, type UserFixture } from '../../test/fixtures.ts';
import type { ChannelListener, ChannelSession } from '../channels/channel.ts';
import { createTicketsService, type TicketsService } from '../modules/tickets/tickets.service.ts';
import type { Tx } from '../platform/db/client.ts';
import { createIngest } from './ingest.ts';

/**
 * What a company says by itself, and that it says none of it while it is overdue or blocked.
 * Scheduled messages tell why they wait: schedules.pg.test.ts.
 */

let api: TestApi;
let ingest: ChannelListener;
let tickets: TicketsService;
let company: CompanyFixture;

const MINUTE = 60_000;
const CUSTOMER = { kind: 'direct', identities: [{ kind: 'phone', value: '5511977776666' }] } as const;
const later = (minutes: number) => new Date(api.deps.clock().getTime() + minutes * MINUTE);

beforeAll(async () => {
  api = await startApi();
  const { db, secrets, log, clock } = api.deps;
  const nothing = () => {};
  ingest = createIngest({ db, secrets, log, clock, onMedia: nothing, onContact: nothing, onTyping: nothing });
  tickets = createTicketsService({ clock });
  // The operator's own company is never overdue.
  await createCompany(api.database.admin, 'Operadora');
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Loja ${randomUUID()}`);
  await api.database.admin`
    update connections set status = 'connected', updated_at = now() - interval '1 hour',
      completion_message = 'Até logo, {{firstName}}!', inactivity_message = 'Ainda por aí?'
    where id = ${company.connectionId}`;
});

const set = (key: string, value: string) => api.database.admin`
  insert into settings (company_id, key, value) values (${company.companyId}, ${key}, ${value})`;
const session = () => ({
  companyId: company.companyId,
  connectionId: company.connectionId,
  rejectCall: async () => {},
});
const receive = (text: string) =>
  ingest.handle(session() as unknown as ChannelSession, {
    kind: 'message.received',
    message: {
      chat: CUSTOMER,
      ref: { id: randomUUID(), fromMe: false, participant: '' },
      authorName: 'Maria Souza',
      content: { kind: 'text', text },
      quotedId: null,
      quotedText: '',
      forwarded: false,
      referral: null,
      at: api.deps.clock(),
    },
  });
const ring = () =>
  ingest.handle(session() as unknown as ChannelSession, {
    kind: 'call.offered',
    chat: CUSTOMER,
    id: randomUUID(),
    video: false,
    at: api.deps.clock(),
  });
const ticket = async () => {
  const [row] = await api.database.admin<{ id: number; status: string; awaits: boolean }[]>`
    select id::int, status, rating_until is not null as awaits from tickets
    where company_id = ${company.companyId} order by id desc limit 1`;
  if (!row) throw new Error('no ticket');
  return row;
};
const actor = (user: UserFixture): Actor => ({
  companyId: company.companyId,
  userId: user.id,
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [company.queues.support],
});
const act = async (work: (tx: Tx, ana: Actor, ticketId: number) => Promise<void>) => {
  const { id } = await ticket();
  await api.db.withCompany(company.companyId, (tx) => work(tx, actor(company.ana), id));
};
const accept = () => act((tx, ana, id) => tickets.accept(tx, ana, id));
const close = () => act((tx, ana, id) => tickets.close(tx, ana, id));
/** What the customer will get: the texts of the outbox, in order. */
const queued = async () => {
  const rows = await api.database.admin<{ body: string }[]>`
    select body from messages where company_id = ${company.companyId} and state = 'queued' order by created_at, id`;
  return rows.map(({ body }) => body);
};
const sendOut = () =>
  api.database
    .admin`update messages set state = 'sent' where company_id = ${company.companyId} and state = 'queued'`;

interface Kind {
  before(): Promise<unknown>;
  happens(): Promise<unknown>;
  says: RegExp[];
}
const GOODBYE = /^Até logo, Maria!$/;
async function served(): Promise<void> {
  await receive('oi');
  await accept();
}
async function asked(): Promise<void> {
  await set('userRating', 'enabled');
  await served();
  await close();
  await sendOut();
  expect(await ticket()).toMatchObject({ awaits: true });
}
const KINDS: Record<string, Kind> = {
  'who has accepted': {
    async before() {
      await set('sendGreetingAccepted', 'enabled');
      await receive('oi');
    },
    happens: accept,
    says: [/meu nome é \*Ana\*/],
  },
  'a transfer': {
    async before() {
      await set('sendMsgTransfTicket', 'enabled');
      await served();
    },
    happens: () =>
      act((tx, ana, id) => tickets.transfer(tx, ana, id, { userId: null, queueId: company.queues.sales })),
    says: [/Vendas/],
  },
  'the question for a mark': {
    async before() {
      await set('userRating', 'enabled');
      await served();
    },
    happens: close,
    says: [/Como você avalia/],
  },
  goodbye: { before: served, happens: close, says: [GOODBYE] },
  'thanks for a mark': { before: asked, happens: () => receive('3'), says: [/Obrigado/, GOODBYE] },
  'the end of the wait for a mark': {
    before: asked,
    happens: () => api.run('waits for ratings', later(60)),
    says: [GOODBYE],
  },
  'the close of what nobody answers': {
    async before() {
      await api.database
        .admin`update connections set close_after_minutes = 20 where id = ${company.connectionId}`;
      await set('sendGreetingAccepted', 'enabled');
      await served();
      await sendOut();
    },
    happens: () => api.run('tickets to close', later(30)),
    says: [/^Ainda por aí\?$/],
  },
  'a refused call': { before: () => set('call', 'disabled'), happens: ring, says: [/./] },
};

const STANDINGS = {
  open: () => api.database.admin`select`,
  overdue: () =>
    api.database.admin`update companies set due_date = '2001-01-01' where id = ${company.companyId}`,
  blocked: () => api.database.admin`update companies set status = false where id = ${company.companyId}`,
};

describe.each(Object.keys(STANDINGS) as (keyof typeof STANDINGS)[])('a company that is %s', (standing) => {
  it.each(Object.entries(KINDS))(`says of %s what it may`, async (_name, { before, happens, says }) => {
    await before();
    await STANDINGS[standing]();
    await happens();
    expect(await queued()).toEqual(
      standing === 'open' ? says.map((text) => expect.stringMatching(text)) : [],
    );
  });

  it('goes on storing what customers write, and what becomes of their tickets', async () => {
    await asked();
    await STANDINGS[standing]();
    await receive('3');
    const [cycle] = await api.database.admin`
      select rate from ticket_tracking where company_id = ${company.companyId}`;
    expect(cycle).toMatchObject({ rate: 3 });
    await receive('Mais uma coisa');
    const stored = await api.database.admin<{ body: string }[]>`
      select body from messages where company_id = ${company.companyId} and not from_me order by created_at`;
    expect(stored.map(({ body }) => body)).toEqual(['oi', '3', 'Mais uma coisa']);
    expect(await ticket()).toMatchObject({ status: 'pending' });
  });
});

it('a ticket that is closed in silence is closed, and awaits no mark', async () => {
  await set('userRating', 'enabled');
  await served();
  await STANDINGS.overdue();
  await close();
  expect(await ticket()).toMatchObject({ status: 'closed', awaits: false });
});
