import { listAudit } from '@balcao/shared/audit-log.ts';
import { getCompany, updateCompany } from '@balcao/shared/features/companies/calls.ts';
import { getReminder } from '@balcao/shared/features/invoice-reminders/calls.ts';
import * as contracts from '@balcao/shared/features/invoices/calls.ts';
import { decimalOf } from '@balcao/shared/features/invoices/pix-code.ts';
import { listPublicPlans, updatePlan } from '@balcao/shared/features/plans/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, givePlan } from '../../../test/fixtures.ts';
import { settle } from './invoices.service.ts';

let api: TestApi;
let operator: string;
let shop: CompanyFixture;
let token: string;
let planId: number;
let shops = 0;

beforeAll(async () => {
  api = await startApi();
  const first = await createCompany(api.admin, 'Operadora');
  await givePlan(api.admin, first.companyId);
  await api.admin`update users set super = true where id = ${first.admin.id}`;
  operator = await api.signIn(first.admin);
});
afterAll(() => api.stop());
beforeEach(async () => {
  shop = await createCompany(api.admin, `Loja ${++shops}`);
  planId = await givePlan(api.admin, shop.companyId);
  await api.admin`update plans set value = 9990, name = ${`Plano ${shops}`} where id = ${planId}`;
  token = await api.signIn(shop.admin);
});

const DAY_MS = 86_400_000;
/** A day on the calendar of São Paulo, where the companies are. */
const dayAhead = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
    new Date(api.deps.clock().getTime() + days * DAY_MS),
  );
const owe = async (days: number | null, change: object = {}) => {
  const dueDate = days === null ? null : dayAhead(days);
  await api.admin`update companies set ${api.admin({ due_date: dueDate, ...change })} where id = ${shop.companyId}`;
  await api.run('due invoices');
};
const own = async () => (await api.call(contracts.listInvoices, { token })).list;
const owed = async (days = 5) => {
  await owe(days);
  const [invoice] = await own();
  if (!invoice) throw new Error('no invoice');
  return invoice;
};
const dueDate = async () => {
  const [row] = await api.admin`select due_date::text as day from companies where id = ${shop.companyId}`;
  return row?.day as string | null;
};
const ACCOUNT = { pixKey: '+55 11 98888-7777', receiverName: 'Operadora Ltda', receiverCity: 'São Paulo' };
const setUp = (body: object = ACCOUNT) => api.call(contracts.savePaymentSettings, { body, token: operator });
const FORM = {
  firstName: 'Dona Sol',
  address2: 'Rua A, 1',
  city: 'Recife',
  state: 'PE',
  zipcode: '50010-000',
  country: 'BR',
};
const pay = (invoiceId: number, more: object = {}) => ({ body: { ...FORM, invoiceId, ...more }, token });

it('makes one for each due date, so many days before it, however often and wherever it looks', async () => {
  await api.refused('ERR_NO_PERMISSION', contracts.markInvoicePaid, { params: { invoiceId: 1 }, token });
  await owe(20);
  expect(await own()).toEqual([]);
  await owe(19, { recurrence: 'TRIMESTRAL' });
  await Promise.all(['due invoices', 'due invoices'].map((job) => api.run(job)));
  const [invoice, ...others] = await own();
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    detail: `Plano ${shops}`,
    value: 29_970,
    months: 3,
    users: 1_000,
    dueDate: dayAhead(19),
    status: 'open',
    paidAt: null,
  });
  // What was bought stays as it was.
  await api.call(updatePlan, { params: { planId }, body: { value: 1, users: 1 }, token: operator });
  await api.run('due invoices');
  expect(await own()).toEqual([invoice]);
  await setUp({ invoiceDays: 30 });
  await owe(29);
  expect(await own()).toHaveLength(2);
  await setUp({ invoiceDays: 20 });
});

it('makes none without an end, without a price, or for the operator', async () => {
  await owe(null);
  await api.admin`update plans set value = 0 where id = ${planId}`;
  await owe(1);
  await api.admin`
    update companies set due_date = ${dayAhead(1)}, plan_id = ${planId} where id = 1`;
  await api.admin`update plans set value = 500 where id = ${planId}`;
  await api.admin`update companies set due_date = null where id = ${shop.companyId}`;
  await api.run('due invoices');
  const [row] =
    await api.admin`select count(*)::int from invoices where company_id in (1, ${shop.companyId})`;
  expect(row?.count).toBe(0);
  await api.admin`update companies set due_date = null where id = 1`;
});

it('is paid by a code with the operator’s key, whatever price and card the form sends', async () => {
  const invoice = await owed();
  await setUp({ pixKey: '' });
  await api.refused('ERR_PAYMENT_NOT_SET_UP', contracts.paySubscription, pay(invoice.id));
  await setUp();
  const card = { nameOnCard: 'DONA CARTAO SOL', cardNumber: '4111111111111111', cvv: '987654321' };
  const told = { price: 1, users: 9_999, connections: 9_999, plan: '{"price":1}' };
  const more = { ...card, ...told, useAddressForPaymentDetails: true };
  const begin = (other: object) =>
    api.call(contracts.paySubscription, {
      ...pay(invoice.id, { ...more, ...other }),
      headers: { 'idempotency-key': `pay-${invoice.id}` },
    });
  // Not even what proves two calls the same remembers a card.
  const [charge, again] = [await begin({}), await begin({ cardNumber: '5500000000000004' })];
  expect(again).toEqual(charge);
  expect(charge).toMatchObject({ valor: { original: decimalOf(invoice.value) }, expiresAt: null });
  expect(charge.qrcode.qrcode).toMatch(
    /^000201.*0114\+5511988887777.*540599\.905802BR5914Operadora Ltda6009Sao Paulo62\d\d05\d\dFATURA\d+6304[\dA-F]{4}$/,
  );
  // The next tab is shown the same charge.
  expect((await api.call(contracts.paySubscription, pay(invoice.id))).txid).toBe(charge.txid);
  const [kept] =
    await api.admin`select billing_name, address_city from companies where id = ${shop.companyId}`;
  expect(kept).toMatchObject({ billing_name: 'Dona Sol', address_city: 'Recife' });
  for (const secret of Object.values(card)) {
    expect(api.logged()).not.toContain(secret);
    expect(await stored(secret)).toEqual([]);
  }
  await api.refused('ERR_VALIDATION', contracts.paySubscription, pay(invoice.id, { zipcode: '5001' }));
  await api.refused('ERR_VALIDATION', contracts.paySubscription, pay(invoice.id, { firstName: ' ' }));
});

/** The tables in which a text stands anywhere, as text or as bytes. */
async function stored(text: string): Promise<string[]> {
  const tables = await api.admin`select tablename as name from pg_tables where schemaname = 'public'`;
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await api.admin`
        select count(*)::int from ${api.admin(name)} t
        where t::text like ${`%${text}%`} or t::text like ${`%${Buffer.from(text).toString('hex')}%`}`;
      return row?.count > 0 ? [name as string] : [];
    }),
  );
  return found.flat();
}

it('moves the due date on when the operator has the money, once', async () => {
  const invoice = await owed(-3);
  const before = await dueDate();
  const mark = { params: { invoiceId: invoice.id }, token: operator };
  await api.admin`update companies set recurrence = 'ANUAL' where id = ${shop.companyId}`;
  const answers = await Promise.all([
    api.send(contracts.markInvoicePaid, mark),
    api.send(contracts.markInvoicePaid, mark),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const [moved] = await api.admin`select (${before}::date + interval '1 month')::date::text as day`;
  expect(await dueDate()).toBe(moved?.day);
  await api.refused('ERR_INVOICE_PAID', contracts.cancelInvoice, mark);
  await api.refused('ERR_INVOICE_PAID', contracts.paySubscription, pay(invoice.id));
  expect(await api.call(contracts.getInvoice, { params: { invoiceId: invoice.id }, token })).toMatchObject({
    status: 'paid',
    company: { name: `Loja ${shops}`, dueDate: moved?.day },
  });
  const { entries } = await api.call(listAudit, { query: { entity: 'invoice' }, token: operator });
  expect(entries[0]).toMatchObject({
    entityName: `${invoice.id} (Loja ${shops})`,
    changes: [{ field: 'status', from: 'open', to: 'paid' }],
  });
});

it('believes a gateway only to the cent, in whatever order and however often it speaks', async () => {
  const invoice = await owed();
  await setUp();
  const { txid } = await api.call(contracts.paySubscription, pay(invoice.id));
  const say = (paidCents: number, of = txid) =>
    api.db.asSystem((tx) => settle(tx, { txid: of, paidCents }, api.deps));
  const before = await dueDate();
  expect(await say(invoice.value, 'FATURA0')).toBe(false);
  expect(await say(invoice.value - 1)).toBe(false);
  expect(await dueDate()).toBe(before);
  // The money comes after somebody has given the invoice up.
  await api.call(contracts.cancelInvoice, { params: { invoiceId: invoice.id }, token: operator });
  await api.refused('ERR_INVOICE_CANCELED', contracts.paySubscription, pay(invoice.id));
  expect(await Promise.all([say(invoice.value), say(invoice.value + 1), say(invoice.value)])).toEqual([
    true,
    true,
    true,
  ]);
  expect(await say(1)).toBe(true);
  const [moved] = await api.admin`select (${before}::date + interval '1 month')::date::text as day`;
  expect(await dueDate()).toBe(moved?.day);
  const { entries } = await api.call(listAudit, { query: { entity: 'invoice' }, token });
  expect(entries).toMatchObject([
    { userName: '', changes: [{ from: 'canceled', to: 'paid' }] },
    { changes: [{ field: 'txid', from: null, to: txid }] },
  ]);
});

it('lets an overdue company’s admin pay, and shows nobody another’s', async () => {
  const invoice = await owed(-3);
  await setUp();
  api.advance(1_500);
  await api.call(contracts.paySubscription, pay(invoice.id));
  const other = await createCompany(api.admin, `Vizinha ${shops}`);
  const stranger = await api.signIn(other.admin);
  await api.refused('ERR_NO_INVOICE_FOUND', contracts.paySubscription, {
    ...pay(invoice.id),
    token: stranger,
  });
  await api.refused('ERR_NO_INVOICE_FOUND', contracts.getInvoice, {
    params: { invoiceId: invoice.id },
    token: stranger,
  });
  const all = await api.call(contracts.listCompanyInvoices, {
    query: { searchParam: `loja ${shops}` },
    token: operator,
  });
  expect(all.list).toMatchObject([
    { id: invoice.id, company: { name: `Loja ${shops}` }, txid: expect.stringMatching(/^FATURA\d+$/) },
  ]);
});

it('keeps what the operator says of payments, and no key that is none', async () => {
  const saved = await setUp({ ...ACCOUNT, graceDays: 2 });
  expect(saved).toMatchObject({ pixKey: '+5511988887777', receiverCity: 'São Paulo', graceDays: 2 });
  for (const body of [{ pixKey: '123' }, { receiverName: '最' }, { invoiceDays: 0 }, { graceDays: 91 }])
    await api.refused('ERR_VALIDATION', contracts.savePaymentSettings, { body, token: operator });
  await api.refused('ERR_NO_PERMISSION', contracts.savePaymentSettings, { body: {}, token });
  await api.call(updateCompany, {
    params: { companyId: shop.companyId },
    body: { graceDays: 1 },
    token: operator,
  });
});

it('speaks of the operator’s currency from then on, and of no Pix in another one than reais', async () => {
  const reais = await owed();
  await setUp({ ...ACCOUNT, currency: 'USD' });
  const { entries } = await api.call(listAudit, { query: { entity: 'paymentSettings' }, token: operator });
  expect(entries[0]?.changes).toContainEqual({ field: 'currency', from: 'BRL', to: 'USD' });
  const dollars = await owed(4);
  expect(await own()).toMatchObject([
    { id: dollars.id, currency: 'USD', value: 9_990 },
    { id: reais.id, currency: 'BRL' },
  ]);
  for (const plan of await api.call(listPublicPlans, {})) expect(plan.currency).toBe('USD');
  const { plan } = await api.call(getCompany, { params: { companyId: shop.companyId }, token });
  expect(plan).toMatchObject({ value: 9_990, currency: 'USD' });
  const { reminder } = await api.call(getReminder, { query: { language: 'en' }, token });
  expect(reminder?.invoice.currency).toBe('USD');
  await api.refused('ERR_PAYMENT_CURRENCY', contracts.paySubscription, pay(dollars.id));
  // What was owed before is still paid as it was.
  expect((await api.call(contracts.paySubscription, pay(reais.id))).valor.original).toBe('99.90');
  await api.call(contracts.markInvoicePaid, { params: { invoiceId: dollars.id }, token: operator });
  await api.refused('ERR_VALIDATION', contracts.savePaymentSettings, {
    body: { currency: 'JPY' },
    token: operator,
  });
  await setUp({ currency: 'BRL' });
});
