import {
  dropHeldMessages,
  listHeldMessages,
  sendHeldMessages,
} from '@balcao/shared/features/held-messages/calls.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/api.ts';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import type { PhoneCompany } from '../../test/phone-company.ts';
import { type LocalWorld, startWorld } from '../../test/world.ts';

/** What waits for a person after a restore (fault row B6), with phones at the other end. */

let world: LocalWorld;
let api: TestApi;
let bakery: PhoneCompany;
let bookshop: PhoneCompany;

beforeAll(async () => {
  world = await startWorld({ database: createTestDatabase() });
  api = await startApi({ beside: world });
  [bakery, bookshop] = [await world.addCompany({ customers: 1 }), await world.addCompany({ customers: 1 })];
  const sessions = await world.startSessions();
  await Promise.all([bakery.link(), bookshop.link()]);
  const tickets = [await meet(bakery), await meet(bookshop)];
  await sessions.stop();
  // As a database has it that was brought back to this moment.
  for (const ticket of tickets) await leaveUnsent(ticket);
});
afterAll(async () => {
  await api.stop();
  await world.stop();
});

interface Talk {
  companyId: number;
  connectionId: number;
  ticketId: number;
  contactId: number;
}

const customerOf = ({ customers: [number = ''] }: PhoneCompany) => number;

/** The customer writes. */
async function meet(company: PhoneCompany): Promise<Talk> {
  const number = customerOf(company);
  await world.sandbox.commands.send({ kind: 'text', from: number, to: company.phone, text: 'Oi' });
  const [talk] = await eventually(
    () => world.database.admin<Talk[]>`
      select t.company_id::int as "companyId", t.connection_id::int as "connectionId", t.id::int as "ticketId",
        c.id::int as "contactId"
      from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id where c.number = ${number}`,
    ({ length }) => length === 1,
  );
  if (!talk) throw new Error('unreachable');
  return talk;
}

async function leaveUnsent({ companyId, connectionId, ticketId, contactId }: Talk): Promise<void> {
  for (const [body, waId] of [
    ['A caminho', `3EB0${companyId}`],
    ['Primeira', null],
    ['Segunda', null],
  ] as const)
    await world.database.admin`insert into messages ${world.database.admin({
      company_id: companyId,
      id: uuidv7(),
      ticket_id: ticketId,
      contact_id: contactId,
      connection_id: connectionId,
      from_me: true,
      read: true,
      body,
      state: waId ? 'sending' : 'queued',
      wa_id: waId,
      created_at: new Date(),
    })}`;
}

const stored = () => world.database.admin`
  select company_id::int as company, body, state, error_code from messages where from_me order by company_id, created_at`;
const held = (company: PhoneCompany) =>
  ['Primeira', 'Segunda'].map((body) => ({
    company: company.companyId,
    body,
    state: 'failed',
    error_code: 'ERR_SEND_RESTORED',
  }));
const received = async (company: PhoneCompany) =>
  (await world.sandbox.commands.ledger({ number: customerOf(company) }))
    .filter(({ from }) => from === company.phone)
    .map(({ text }) => text);

it('is held in all companies although the process that begins is killed half-way, and nothing else leaves', async () => {
  const { admin } = world.database;
  const letGo = Promise.withResolvers<void>();
  const isThere = Promise.withResolvers<void>();
  const keeping = admin.begin(async (tx) => {
    await tx`select from messages where company_id = ${bookshop.companyId} and from_me for update`;
    isThere.resolve();
    await letGo.promise;
  });
  await isThere.promise;
  const first = world.startApi({ args: ['--restored'] });
  first.ready.catch(() => {});
  await eventually(stored, (rows) => rows.some(({ state }) => state === 'failed'), 20_000);
  await first.kill();
  letGo.resolve();
  await keeping;
  const half = await stored();
  expect(half.filter(({ state }) => state === 'failed')).toEqual(held(bakery));

  // Nobody tells them that a backup was restored, and sessions wait for a server that has seen what people asked for since.
  await Promise.all([world.startSessions(), world.startApi().ready]);
  await expect
    .poll(() => Promise.all([received(bakery), received(bookshop)]), { timeout: 20_000 })
    .toEqual([['A caminho'], ['A caminho']]);
  const all = await stored();
  expect(all.filter(({ state }) => state === 'failed')).toEqual([...held(bakery), ...held(bookshop)]);
  expect(await admin`select messages, under_way from restores`).toEqual([{ messages: 4, under_way: false }]);
});

it('leaves once, in its order, when a person has decided; what is dropped does not', async () => {
  const of = async (company: PhoneCompany) => ({ token: await api.signIn(company.admin) });
  const [baker, bookseller] = [await of(bakery), await of(bookshop)];
  expect(await api.call(listHeldMessages, baker)).toMatchObject([
    { connectionId: bakery.connectionId, count: 2 },
  ]);
  expect(await api.call(sendHeldMessages, baker)).toEqual({ count: 2 });
  expect(await api.call(dropHeldMessages, bookseller)).toEqual({ count: 2 });
  for (const who of [baker, bookseller]) expect(await api.call(sendHeldMessages, who)).toEqual({ count: 0 });
  await expect
    .poll(() => received(bakery), { timeout: 20_000 })
    .toEqual(['A caminho', 'Primeira', 'Segunda']);
  expect(await received(bookshop)).toEqual(['A caminho']);
  const dropped = (await stored()).filter(({ state }) => state === 'failed');
  expect(dropped.map(({ company, error_code }) => [company, error_code])).toEqual([
    [bookshop.companyId, 'ERR_SEND_DROPPED'],
    [bookshop.companyId, 'ERR_SEND_DROPPED'],
  ]);
});
