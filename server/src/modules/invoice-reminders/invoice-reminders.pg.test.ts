import * as links from '@balcao/shared/features/invoice-links/calls.ts';
import * as contracts from '@balcao/shared/features/invoice-reminders/calls.ts';
import {
  cancelInvoice,
  markInvoicePaid,
  savePaymentSettings,
} from '@balcao/shared/features/invoices/calls.ts';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, givePlan } from '../../../test/fixtures.ts';
import { type MailServer, startMailServer } from '../../../test/smtp.ts';

/** Reminders of what is due, and the link in them, for whoever pays. */

const BASE = 'https://desk.example.com/balcao';
const DAY_MS = 86_400_000;

let mail: MailServer;
let api: TestApi;
let operator: string;
let shop: CompanyFixture;
let token: string;
let shops = 0;

beforeAll(async () => {
  mail = await startMailServer();
  api = await startApi({ env: { SMTP_URL: mail.url, PUBLIC_URL: BASE } });
  const first = await createCompany(api.admin, 'Operadora');
  await api.admin`update users set super = true where id = ${first.admin.id}`;
  operator = await api.signIn(first.admin);
  const body = { pixKey: 'caixa@operadora.test', receiverName: 'Operadora', receiverCity: 'Recife' };
  await api.call(savePaymentSettings, { body, token: operator });
});
afterAll(async () => {
  await api.stop();
  await mail.stop();
});
beforeEach(async () => {
  await api.admin`update companies set due_date = null`;
  mail.letters.length = 0;
  shop = await createCompany(api.admin, `Padaria ${++shops}`);
  const planId = await givePlan(api.admin, shop.companyId);
  await api.admin`update plans set value = 9990, name = ${`Plano ${shops}`} where id = ${planId}`;
  await api.admin`update companies set email = ${`dona${shops}@padaria.test`} where id = ${shop.companyId}`;
  token = await api.signIn(shop.admin);
});

/** Noon in São Paulo on a day so far from today. */
const noon = (days: number) => new Date(`${dayAhead(days)}T15:00:00Z`);
const dayAhead = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(
    new Date(api.deps.clock().getTime() + days * DAY_MS),
  );
const owe = async (days: number) => {
  await api.admin`update companies set due_date = ${dayAhead(days)} where id = ${shop.companyId}`;
  await api.run('due invoices');
  const [row] = await api.admin`select id::int from invoices where company_id = ${shop.companyId}`;
  return row?.id as number;
};
const remind = (at: Date) => api.run('invoice reminders', at);
const subjects = () => mail.letters.map(({ headers }) => headers.get('subject'));
const linkIn = (text: string) => /#([\w.-]+)/.exec(text)?.[1] ?? '';

it('mails each step once, whoever looks and however often, in the words of the company’s language', async () => {
  const id = await owe(5);
  await Promise.all([remind(noon(0)), remind(noon(0))]);
  await remind(noon(0));
  expect(mail.letters).toMatchObject([{ to: [`dona${shops}@padaria.test`] }]);
  const [letter] = mail.letters;
  expect(letter?.text).toMatch(`Olá, Padaria ${shops}.`);
  expect(letter?.text).toMatch(/vence em 5 dias \(\d\d\/\d\d\/\d{4}\)/);
  expect(letter?.text).toContain(`${BASE}/pay?lang=pt#${shop.companyId}.${id}.`);
  expect(letter?.headers.get('message-id')).toBe(`<invoice-${id}--5@desk.example.com>`);
  // A day on which nothing is due, and a step that was missed by more than a weekend.
  await remind(noon(3));
  expect(mail.letters).toHaveLength(1);
  await api.admin`update companies set language = 'en' where id = ${shop.companyId}`;
  const own = { subject: '{{company}} owes {{value}} since {{dueDate}} {{nobody}}', text: 'Pay: {{link}}' };
  const none = { before: { subject: '', text: '' }, after: { subject: '', text: '' } };
  const texts = { pt: none, es: none, en: { ...none, after: own } };
  const settings = await api.call(contracts.saveReminderSettings, { body: { texts }, token: operator });
  expect(settings).toMatchObject({ sendsMail: true, before: [5, 1], texts });
  await remind(noon(6));
  expect(mail.letters.at(-1)?.text).toContain(`Pay: ${BASE}/pay?lang=en#`);
  expect(subjects().at(-1)).toMatch(
    /^Padaria \d owes R\$.?99\.90 since \w{3} \d{1,2}, \d{4} \{\{nobody\}\}$/,
  );
  for (const [name, body] of Object.entries({
    link: { texts: { ...texts, pt: { ...none, before: { subject: '', text: 'Pague!' } } } },
    subject: { texts: { ...texts, pt: { ...none, before: { subject: 'a\r\nBcc: b@c.d', text: '' } } } },
    twice: { before: [1, 1] },
    far: { after: [61] },
  }))
    expect([
      name,
      await api.refused('ERR_VALIDATION', contracts.saveReminderSettings, { body, token: operator }),
    ]).toEqual([name, expect.anything()]);
  await api.refused('ERR_NO_PERMISSION', contracts.getReminderSettings, { token });
  await api.call(contracts.saveReminderSettings, {
    body: { texts: { pt: none, en: none, es: none } },
    token: operator,
  });
});

it('mails nothing at night, for what is paid, canceled or not due for the company any more, or to nobody', async () => {
  const id = await owe(1);
  await remind(new Date(`${dayAhead(0)}T06:00:00Z`));
  await api.call(cancelInvoice, { params: { invoiceId: id }, token: operator });
  await remind(noon(0));
  await api.admin`update invoices set status = 'open' where id = ${id}`;
  await api.admin`update companies set due_date = ${dayAhead(9)} where id = ${shop.companyId}`;
  await remind(noon(0));
  await api.admin`update companies set due_date = ${dayAhead(1)}, email = '' where id = ${shop.companyId}`;
  await remind(noon(0));
  await api.admin`update companies set email = 'dona@padaria.test', status = false where id = ${shop.companyId}`;
  await remind(noon(0));
  await api.admin`update companies set status = true where id = ${shop.companyId}`;
  await api.call(markInvoicePaid, { params: { invoiceId: id }, token: operator });
  await remind(noon(0));
  expect(subjects()).toEqual([]);
});

it('tries again what the mail server refuses, and what a process died over', async () => {
  const id = await owe(1);
  mail.refuse(true);
  await expect(remind(noon(0))).rejects.toThrow();
  const rows = () =>
    api.admin`select step, claimed_at, sent_at from invoice_reminders where invoice_id = ${id}`;
  expect(await rows()).toMatchObject([{ step: -1, claimed_at: null, sent_at: null }]);
  mail.refuse(false);
  // Another process has it, and ends before it could say so.
  await api.admin`update invoice_reminders set claimed_at = ${noon(0)}`;
  const minutes = (count: number) => new Date(noon(0).getTime() + count * 60_000);
  await remind(minutes(1));
  expect(mail.letters).toEqual([]);
  await remind(minutes(6));
  await remind(minutes(20));
  expect(mail.letters).toHaveLength(1);
});

it('says the same in the product, until it is paid', async () => {
  const read = (language: string) => api.call(contracts.getReminder, { query: { language }, token });
  const id = await owe(6);
  expect((await read('pt')).reminder).toBeNull();
  await api.admin`update invoices set due_date = ${dayAhead(-1)} where id = ${id}`;
  await api.admin`update companies set due_date = ${dayAhead(-1)}, grace_days = 5 where id = ${shop.companyId}`;
  expect((await read('pt')).reminder).toMatchObject({
    text: expect.stringMatching(/venceu ontem$/),
    invoice: { id },
  });
  expect((await read('es')).reminder?.text).toMatch(/venció ayer$/);
  await api.refused('ERR_NO_PERMISSION', contracts.getReminder, {
    query: { language: 'pt' },
    token: await api.signIn(shop.ana),
  });
  await api.call(markInvoicePaid, { params: { invoiceId: id }, token: operator });
  expect((await read('en')).reminder).toBeNull();
});

it('leads to a page for any browser, which tells when it is paid', async () => {
  const id = await owe(1);
  await remind(noon(0));
  const link = linkIn(mail.letters[0]?.text ?? '');
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
  try {
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const page = await browser.newPage({ locale: 'es' });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${url}/pay?lang=pt#${link}`);
    await page.getByText('Aguardando o pagamento').waitFor();
    expect(await page.getByRole('heading').textContent()).toBe(`Fatura nº ${id}`);
    expect(await page.getByLabel('Código Pix').last().inputValue()).toContain('540599.90');
    await api.call(markInvoicePaid, { params: { invoiceId: id }, token: operator });
    await page.getByText('Pagamento recebido').waitFor();
    expect(await page.getByRole('button', { name: 'Copiar' }).isVisible()).toBe(false);
    await page.goto('about:blank');
    await page.goto(`${url}/pay#x`);
    await page.getByText('Este enlace de pago venció').waitFor();
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
});

it('carries a link that opens its invoice and no other, for a while', async () => {
  const id = await owe(1);
  await remind(noon(0));
  const link = linkIn(mail.letters[0]?.text ?? '');
  const [company, invoice, until, signature = ''] = link.split('.');
  const open = (said: string) => ({ body: { token: said } });
  const shown = await api.call(links.openInvoiceLink, open(link));
  expect(shown).toEqual({
    id,
    company: `Padaria ${shops}`,
    receiver: 'Operadora',
    detail: `Plano ${shops}`,
    value: 9_990,
    currency: 'BRL',
    dueDate: dayAhead(1),
    status: 'open',
    paidAt: null,
  });
  const other = await createCompany(api.admin, `Vizinha ${shops}`);
  const wrong = [
    `${company}.${Number(invoice) + 1}.${until}.${signature}`,
    `${other.companyId}.${invoice}.${until}.${signature}`,
    `${company}.${invoice}.${Number(until) + 1}.${signature}`,
    `${company}.${invoice}.${until}.${signature.toLowerCase()}`,
    `${company}.${invoice}.${until}.`,
    'x',
  ];
  const answers = await Promise.all(
    wrong.flatMap((one) => [
      api.send(links.openInvoiceLink, open(one)),
      api.send(links.payInvoiceLink, open(one)),
    ]),
  );
  expect([
    ...new Set(
      answers.map(({ statusCode, body }) => `${statusCode} ${body.replace(/"requestId":"[^"]+",?/, '')}`),
    ),
  ]).toHaveLength(1);
  const charge = await api.call(links.payInvoiceLink, open(link));
  expect(charge).toMatchObject({ code: expect.stringContaining('540599.90'), expiresAt: null });
  expect(charge.drawing.path).toMatch(/^M4 4h1v1h-1z/);
  expect(api.logged()).not.toContain(link);
  await api.call(markInvoicePaid, { params: { invoiceId: id }, token: operator });
  await api.refused('ERR_INVOICE_PAID', links.payInvoiceLink, open(link));
  api.advance(61 * DAY_MS);
  await api.refused('ERR_INVOICE_LINK_INVALID', links.openInvoiceLink, open(link));
  let refusals = 0;
  for (let time = 0; time < 70; time += 1)
    refusals += (await api.send(links.openInvoiceLink, open(link))).statusCode === 429 ? 1 : 0;
  expect(refusals).toBeGreaterThan(0);
});
