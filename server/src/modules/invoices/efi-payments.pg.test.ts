import { createHmac } from 'node:crypto';
import { deleteCompany } from '@balcao/shared/features/companies/calls.ts';
import * as contracts from '@balcao/shared/features/invoices/calls.ts';
import { hearOfPayments, savePaymentGateway } from '@balcao/shared/features/payments/calls.ts';
import { updatePlan } from '@balcao/shared/features/plans/calls.ts';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, givePlan } from '../../../test/fixtures.ts';
import { EFI_KEYS, EFI_PIX_KEY } from '../../../test/services/efi.ts';
import { pemOf } from '../../../test/services/efi-certificates.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';
import { createInvoiceLinks } from '../invoice-links/invoice-links.ts';

/** Row 9 of the attacks (server/test/FAULTS.md): what is said of a payment, and what is one. */

let api: TestApi;
let services: StandIns;
let operator: string;
let shop: CompanyFixture;
let token: string;
let planId: number;
/** The address that the bank was told, as it calls it. */
let noticeUrl: string;
let shops = 0;

beforeAll(async () => {
  services = await startStandIns({
    sendNotice: async (url, body) => {
      noticeUrl = url;
      const { pathname, search } = new URL(url);
      return (await api.app.inject({ method: 'POST', url: pathname + search, payload: body })).statusCode;
    },
  });
  api = await startApi({
    env: {
      PUBLIC_URL: 'https://balcao.operadora.test',
      OUTGOING_ALLOW: new URL(services.efi.url).host,
      EFI_URL: services.efi.url,
      EFI_CA_FILE: services.efi.caFile,
    },
  });
  const first = await createCompany(api.admin, 'Operadora');
  await givePlan(api.admin, first.companyId);
  await api.admin`update users set super = true where id = ${first.admin.id}`;
  operator = await api.signIn(first.admin);
  await api.call(contracts.savePaymentSettings, {
    body: { pixKey: EFI_PIX_KEY, receiverName: 'Operadora', receiverCity: 'Recife' },
    token: operator,
  });
});
afterAll(async () => {
  await api.stop();
  await services.close();
});
beforeEach(async () => {
  services.reset();
  const certificate = Buffer.from(pemOf(services.efi.certificates.client)).toString('base64');
  const { clientId: account, clientSecret } = EFI_KEYS;
  const body = { gateway: 'efi', account, clientSecret, certificate };
  await api.call(savePaymentGateway, { body, token: operator });
  shop = await createCompany(api.admin, `Loja ${++shops}`);
  planId = await givePlan(api.admin, shop.companyId);
  await api.admin`update plans set value = 9990 where id = ${planId}`;
  await api.admin`
    update companies set due_date = (now() + interval '5 days')::date where id = ${shop.companyId}`;
  await api.run('due invoices');
  token = await api.signIn(shop.admin);
});

const invoice = async () => {
  const { list } = await api.call(contracts.listInvoices, { token });
  if (!list[0]) throw new Error('no invoice');
  return list[0];
};
const form = async () => ({
  invoiceId: (await invoice()).id,
  firstName: 'Dona Sol',
  address2: 'Rua A, 1',
  city: 'Recife',
  zipcode: '50010-000',
  country: 'BR',
});
const open = async () => api.call(contracts.paySubscription, { body: await form(), token });
const looked = (laterMs = 10_000) => api.run('open charges', new Date(api.deps.clock().getTime() + laterMs));
const status = async () => (await invoice()).status;
const renewals = async () => {
  const [row] = await api.admin`
    select round((due_date - now()::date) / 30.0)::int as months from companies where id = ${shop.companyId}`;
  return row?.months as number;
};
const received = async () => {
  const query = { searchParam: `Loja ${shops}` };
  const { list } = await api.call(contracts.listCompanyInvoices, { query, token: operator });
  return list[0]?.paidCents;
};
let listening: Promise<string> | undefined;
const listen = () => {
  listening ??= api.app.listen({ host: '127.0.0.1', port: 0 });
  return listening;
};
const charges = () =>
  services.asked('efi').filter(({ method, path }) => method === 'PUT' && path.includes('/cob/'));

it('is paid by itself, with no word of the bank, and with one, which may come late and twice', async () => {
  const charge = await open();
  expect(charge.qrcode.qrcode).toMatch(/^000201010212/);
  expect(charge.valor.original).toBe('99.90');
  await looked();
  expect(await status()).toBe('open');
  services.efi.bank.pay({ code: charge.qrcode.qrcode });
  // Whoever asks again before that is known gets no second code to pay.
  expect((await open()).txid).toBe(charge.txid);
  // A server that nobody reaches asks.
  await looked(21_000);
  expect([await status(), await renewals(), await received()]).toEqual(['paid', 1, 9_990]);
  for (const _ of [1, 2]) {
    expect(await services.efi.bank.notify(charge.txid)).toBe(200);
    await looked();
  }
  expect([await status(), await renewals(), await received()]).toEqual(['paid', 1, 9_990]);
});

it('looks at once when the bank tells, however long nobody would have asked', async () => {
  const { txid } = await open();
  await api.admin`update charges set look_at = null where txid = ${txid}`;
  services.efi.bank.pay({ txid });
  await looked();
  expect(await status()).toBe('open');
  await listen();
  expect(await services.efi.bank.notify(txid)).toBe(200);
  await expect.poll(status, { timeout: 10_000 }).toBe('paid');
});

it('row 9: believes no notice, whoever sends it and whatever it says', async () => {
  const { txid } = await open();
  const hmac = new URL(noticeUrl).searchParams.get('hmac') ?? '';
  const pix = [
    { endToEndId: 'E1', txid, valor: '99.90', chave: EFI_PIX_KEY, horario: '2026-11-25T12:00:00Z' },
  ];
  const say = (secret: string, body: unknown) => api.send(hearOfPayments, { query: { hmac: secret }, body });
  const forged = createHmac('sha256', 'guess').update('x').digest('base64url');
  for (const secret of ['', forged, hmac.slice(1), `${hmac}x`, 'ç'.repeat(43)])
    await api.refused('ERR_NO_PERMISSION', hearOfPayments, { query: { hmac: secret }, body: { pix } });
  await api.refused('ERR_VALIDATION', hearOfPayments, { body: { pix } });
  await api.refused('ERR_VALIDATION', hearOfPayments, { query: { hmac }, body: { pix: 'all of it' } });
  // Whoever has stolen the address cannot pay by it either.
  const stolen = [
    { pix },
    { pix: [{ txid: 'x'.repeat(32) }, {}, { txid: "' or true --" }] },
    { evento: 'teste_webhook' },
  ];
  for (const body of stolen) expect((await say(hmac, body)).statusCode).toBe(200);
  await looked();
  expect([await status(), await received()]).toEqual(['open', 0]);
});

it.each([
  ['another’s charge', { txid: 'y'.repeat(32) }],
  ['money in another form', { pix: [{ valor: '9.990,00' }] }],
  ['no amount', { pix: [{}] }],
])('row 9: counts nothing when the bank’s answer is %s', async (_what, change) => {
  const { txid } = await open();
  const calendario = { criacao: new Date().toISOString(), expiracao: 3_600 };
  const body = {
    txid,
    status: 'CONCLUIDA',
    calendario,
    valor: { original: '99.90' },
    pix: [{ valor: '99.90' }],
  };
  services.fail('efi', { kind: 'status', status: 200, body: { ...body, ...change } });
  await expect(looked()).rejects.toThrow();
  expect([await status(), await received()]).toEqual(['open', 0]);
  await api.admin`delete from job_setbacks`;
});

it('row 9: a cent less pays nothing, and the operator sees what came', async () => {
  const { txid } = await open();
  services.efi.bank.pay({ txid, cents: 9_989 });
  await looked();
  expect([await status(), await renewals(), await received()]).toEqual(['open', 0, 9_989]);
});

it('row 9: two tabs have one charge, and of two that were paid one counts', async () => {
  const [one, other] = await Promise.all([open(), open()]);
  expect(other.qrcode).toEqual(one.qrcode);
  expect(new Set(charges().map(({ path }) => path)).size).toBe(1);
  // The first code expires on the screen: another one is made with one click, and then both are paid.
  await api.admin`update charges set expires_at = now() where txid = ${one.txid}`;
  const late = await open();
  expect(late.txid).not.toBe(one.txid);
  services.efi.bank.pay({ txid: one.txid });
  services.efi.bank.pay({ txid: late.txid });
  await looked(400_000);
  expect([await status(), await renewals(), await received()]).toEqual(['paid', 1, 19_980]);
});

it('row 9: costs what the invoice says, whatever becomes of the plan, and is still owed when the bank is silent', async () => {
  await api.call(updatePlan, { params: { planId }, body: { value: 100 }, token: operator });
  services.fail('efi', { kind: 'drop' });
  const body = await form();
  await api.refused('ERR_PAYMENT_GATEWAY', contracts.paySubscription, { body, token });
  services.fail('efi', { kind: 'html' });
  await api.refused('ERR_PAYMENT_GATEWAY', contracts.paySubscription, { body, token });
  const { txid, valor } = await open();
  expect(valor.original).toBe('99.90');
  // The name was kept before the bank was asked: however often it fails, there is one charge.
  const [row] = await api.admin`select count(*)::int from charges where company_id = ${shop.companyId}`;
  expect(row?.count).toBe(1);
  expect(services.efi.bank.open()).toMatchObject([{ txid, amountCents: 9_990 }]);
});

it('row 9: the bank makes the charge, and its answer is lost', async () => {
  const { txid } = await open();
  // As a crash before the answer leaves it.
  await api.admin`update charges set code = null, expires_at = null where txid = ${txid}`;
  const again = await open();
  expect(again.txid).toBe(txid);
  expect(services.efi.bank.open()).toHaveLength(1);
});

it('row 9: says who can help when the operator’s certificate has expired, and what was paid before counts', async () => {
  const { txid } = await open();
  services.efi.bank.pay({ txid });
  const [{ until } = {}] = await api.admin`select certificate_until as until from payment_gateway`;
  await api.admin`update payment_gateway set certificate_until = now() - interval '1 minute'`;
  await api.refused('ERR_PAYMENT_CLOSED', contracts.paySubscription, { body: await form(), token });
  await api.admin`update payment_gateway set certificate_until = ${until}`;
  await looked();
  expect([await status(), await received()]).toEqual(['paid', 9_990]);
});

it('row 9: money for a company that is deleted meanwhile harms nobody', async () => {
  const { txid } = await open();
  services.efi.bank.pay({ txid });
  await api.call(deleteCompany, { params: { companyId: shop.companyId }, token: operator });
  expect(await services.efi.bank.notify(txid)).toBe(200);
  await looked();
  expect(api.errors()).toEqual([]);
});

it('row 9: an account that is taken away stops payments with a clear word, and no money is lost', async () => {
  const { txid } = await open();
  services.efi.bank.pay({ txid });
  await api.call(savePaymentGateway, { body: { clientSecret: '' }, token: operator });
  await api.refused('ERR_PAYMENT_NOT_SET_UP', contracts.paySubscription, { body: await form(), token });
  await looked();
  expect(await status()).toBe('open');
  await api.call(savePaymentGateway, { body: { clientSecret: EFI_KEYS.clientSecret }, token: operator });
  // Left for a code of one's own: what was charged before is still looked at.
  await api.call(savePaymentGateway, { body: { gateway: 'static' }, token: operator });
  await looked(30_000);
  expect([await status(), await received()]).toEqual(['paid', 9_990]);
});

it('is paid in any browser by whoever has the link, with another code when the first one has expired', async () => {
  const { id: invoiceId } = await invoice();
  const links = createInvoiceLinks({ ...api.deps, publicUrl: null });
  const [, link] = links.of({ companyId: shop.companyId, invoiceId }, 'pt').split('#');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  try {
    const url = await listen();
    const page = await browser.newPage({ locale: 'pt-BR' });
    await page.clock.install();
    await page.goto(`${url}/pay#${link}`);
    const code = page.getByRole('textbox', { name: 'Código Pix' });
    await page.getByText(/^O código vale por mais (60:00|59:\d\d)\.$/).waitFor();
    const first = await code.inputValue();
    await page.clock.fastForward('01:00:01');
    await page.getByText('O código venceu.').waitFor();
    expect(await code.isVisible()).toBe(false);
    await api.admin`update charges set expires_at = now() where invoice_id = ${invoiceId}`;
    await page.getByRole('button', { name: 'Gerar outro código' }).click();
    await page.getByText('Aguardando o pagamento').waitFor();
    const second = await code.inputValue();
    expect(second).not.toBe(first);
    services.efi.bank.pay({ code: second });
    await looked();
    await page.clock.fastForward(3_000);
    await page.getByText('Pagamento recebido').waitFor();
  } finally {
    await browser.close();
  }
});
