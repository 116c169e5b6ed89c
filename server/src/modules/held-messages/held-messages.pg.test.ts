import { listAudit } from '@balcao/shared/audit-log.ts';
import {
  dropHeldMessages,
  listHeldMessages,
  sendHeldMessages,
} from '@balcao/shared/features/held-messages/calls.ts';
import { getHealth } from '@balcao/shared/features/system/calls.ts';
import { checkOf } from '@balcao/shared/features/system/findings.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createTicket, insertedId } from '../../../test/fixtures.ts';

let api: TestApi;
let operator: CompanyFixture;
let shop: CompanyFixture;
let token: string;
let branch: number;

beforeAll(async () => {
  api = await startApi({ documented: true });
  operator = await api.company('Operadora');
  shop = await api.company('Padaria');
  await api.admin`update users set super = true where id = ${operator.admin.id}`;
  token = await api.signIn(shop.admin);
  branch = await insertedId(api.admin`
    insert into connections (company_id, name) values (${shop.companyId}, 'Filial') returning id`);
});
afterAll(async () => {
  expect(api.undocumented).toEqual(new Set());
  await api.stop();
});
beforeEach(async () => {
  for (const { companyId } of [operator, shop])
    await api.admin`delete from messages where company_id = ${companyId}`;
});

/** As a restore leaves it, unless something else is said. */
async function hold(company: CompanyFixture, more: Record<string, unknown> = {}): Promise<string> {
  const ticket = await createTicket(api.admin, company);
  const id = crypto.randomUUID();
  await api.admin`insert into messages ${api.admin({
    company_id: company.companyId,
    id,
    ticket_id: ticket.id,
    contact_id: ticket.contactId,
    connection_id: company.connectionId,
    from_me: true,
    read: true,
    state: 'failed',
    ack: 0,
    error_code: 'ERR_SEND_RESTORED',
    created_at: new Date('2026-01-31T12:00:00Z'),
    ...more,
  })}`;
  return id;
}

const rows = (ids: readonly string[]) => api.admin`
  select state, ack, error_code from messages where id = any (${ids}::uuid[]) order by created_at, id`;
const QUEUED = { state: 'queued', ack: 1, error_code: null };
const DROPPED = { state: 'failed', ack: 0, error_code: 'ERR_SEND_DROPPED' };

it('is listed by connection, without what failed otherwise, was deleted, or is another company’s', async () => {
  await hold(shop, { created_at: new Date('2026-01-30T12:00:00Z') });
  await hold(shop);
  await hold(shop, { connection_id: branch });
  await hold(shop, { error_code: 'ERR_SENDING_WAPP_MSG' });
  await hold(shop, { is_deleted: true });
  await hold(operator);
  expect(await api.call(listHeldMessages, { token })).toEqual([
    {
      connectionId: shop.connectionId,
      connectionName: 'WhatsApp Padaria',
      channel: 'whatsapp',
      count: 2,
      oldestAt: '2026-01-30T12:00:00.000Z',
    },
    {
      connectionId: branch,
      connectionName: 'Filial',
      channel: 'whatsapp',
      count: 1,
      oldestAt: '2026-01-31T12:00:00.000Z',
    },
  ]);
});

it('is decided on for a connection or for all, once, and the audit log has who did it', async () => {
  const main = [await hold(shop), await hold(shop, { created_at: new Date('2026-01-31T13:00:00Z') })];
  const other = await hold(shop, { connection_id: branch });
  const foreign = await hold(operator);
  expect(await api.call(dropHeldMessages, { token, body: { connectionId: branch } })).toEqual({ count: 1 });
  expect(await rows([other])).toEqual([DROPPED]);
  expect(await rows(main)).toMatchObject([{ state: 'failed' }, { state: 'failed' }]);
  expect(await api.call(sendHeldMessages, { token })).toEqual({ count: 2 });
  expect(await rows(main)).toEqual([QUEUED, QUEUED]);
  expect(await api.call(sendHeldMessages, { token })).toEqual({ count: 0 });
  expect(await rows([other])).toEqual([DROPPED]);
  expect(await rows([foreign])).toMatchObject([{ error_code: 'ERR_SEND_RESTORED' }]);
  const { entries } = await api.call(listAudit, { token, query: { entity: 'connection' } });
  expect(entries).toMatchObject([
    {
      action: 'sendHeld',
      entityName: 'WhatsApp Padaria',
      userId: shop.admin.id,
      changes: [{ field: 'messages', from: null, to: '2' }],
    },
    { action: 'dropHeld', entityName: 'Filial', changes: [{ field: 'messages', from: null, to: '1' }] },
  ]);
});

it('is decided on by admins, and of connections that are there', async () => {
  const ana = await api.signIn(shop.ana);
  for (const call of [listHeldMessages, sendHeldMessages, dropHeldMessages])
    await api.refused('ERR_NO_PERMISSION', call, { token: ana });
  const body = { connectionId: operator.connectionId };
  for (const call of [sendHeldMessages, dropHeldMessages])
    await api.refused('ERR_NO_WAPP_FOUND', call, { token, body });
});

/** Of the shop, as a restore leaves them; what people have decided on is no more among them. */
async function stop(): Promise<void> {
  const { admin } = api;
  const { companyId } = shop;
  const { contactId } = await createTicket(admin, shop);
  for (const [status, error_code, due] of [
    ['ERRO', 'ERR_SEND_RESTORED', '2026-01-30T12:00:00Z'],
    ['ERRO', 'ERR_SEND_RESTORED', '2026-01-31T12:00:00Z'],
    ['ERRO', 'ERR_SENDING_WAPP_MSG', '2026-01-29T12:00:00Z'],
    ['PENDENTE', null, '2026-01-29T12:00:00Z'],
  ])
    await admin`insert into schedules ${admin({
      company_id: companyId,
      id: crypto.randomUUID(),
      contact_id: contactId,
      body: 'Oi',
      send_at: due,
      due_at: due,
      status,
      error_code,
    })}`;
  const trialOf = await insertedId(
    admin`insert into campaigns ${admin(stopped('Natal', 'EM_ANDAMENTO'))} returning id`,
  );
  await admin`insert into campaigns ${admin(stopped('Páscoa', 'CANCELADA'))}`;
  await admin`insert into campaigns ${admin({ ...stopped('Teste', 'EM_ANDAMENTO'), trial_of: trialOf })}`;
  await admin`insert into campaigns ${admin({ ...stopped('Verão', 'EM_ANDAMENTO'), paused_reason: null })}`;
}

const NO_TEXTS = ['', '', '', '', ''];
const stopped = (name: string, status: string) => ({
  company_id: shop.companyId,
  name,
  status,
  messages: NO_TEXTS,
  confirmation_messages: NO_TEXTS,
  paused_reason: 'restored',
});

it('is told to the operator: how many, since when, and where the most, with schedules and campaigns', async () => {
  const asked = { token: await api.signIn(operator.admin) };
  const found = async () =>
    (await api.call(getHealth, asked)).findings.filter((one) => checkOf(one) === 'held');
  expect(await found()).toEqual([{ name: 'heldNone', facts: {} }]);
  await stop();
  const others = [
    {
      name: 'schedulesHeld',
      facts: { count: 2, since: '2026-01-30T12:00:00.000Z', name: 'Padaria (2)' },
    },
    { name: 'campaignsHeld', facts: { count: 2, name: 'Padaria – Natal, Padaria – Páscoa' } },
  ];
  expect(await found()).toEqual(others);
  await hold(shop, { created_at: new Date('2026-01-30T12:00:00Z') });
  await hold(shop);
  await hold(operator);
  expect(await found()).toEqual([
    {
      name: 'heldWait',
      facts: {
        count: 3,
        since: '2026-01-30T12:00:00.000Z',
        name: 'Padaria – WhatsApp Padaria (2), Operadora – WhatsApp Operadora (1)',
      },
    },
    ...others,
  ]);
});
