import { getReportMailing, saveReportMailing } from '@balcao/shared/features/reports/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';
import { type MailServer, startMailServer } from '../../../test/smtp.ts';

/** Reports that are mailed: when, to whom, in whose words, and each at most once. */

let mail: MailServer;
let api: TestApi;
let company: CompanyFixture;
let token: string;
let companies = 0;

const env = () => ({ SMTP_URL: mail.url, PUBLIC_URL: 'https://desk.example.com' });
beforeAll(async () => {
  mail = await startMailServer();
  api = await startApi({ env: env() });
});
afterAll(async () => {
  await api.stop();
  await mail.stop();
});
beforeEach(async () => {
  await api.admin`delete from report_subscriptions`;
  mail.refuse(false);
  mail.letters.length = 0;
  company = await createCompany(api.admin, `Loja <${++companies}>`);
  token = await api.signIn(company.admin);
});

const subscribe = (periods: string[], language = 'pt', as = token) =>
  api.call(saveReportMailing, { body: { periods, language }, token: as });
/** Subscribed before the first of these mornings. */
const longAgo = () => api.admin`update report_subscriptions set since = '2026-06-02'`;
/** An hour of São Paulo. */
const hour = (day: string, time: string) => new Date(`${day}T${time}:00-03:00`);
const send = (at: Date, from = api) => from.run('mailed reports', at);

it('come on the morning of Monday and of the first day, in the words of each person, once whoever looks', async () => {
  const second = await startApi({ beside: api, env: env() });
  await subscribe(['week', 'month']);
  await longAgo();
  const ticket = await createTicket(api.admin, company, { name: 'Rui' });
  await api.admin`update ticket_tracking set created_at = '2026-06-03T12:00:00Z' where ticket_id = ${ticket.id}`;
  await send(hour('2026-06-07', '23:59'));
  await send(hour('2026-06-08', '07:59'));
  expect(mail.letters).toEqual([]);
  await Promise.all([send(hour('2026-06-08', '08:00')), send(hour('2026-06-08', '08:00'), second)]);
  await send(hour('2026-06-08', '09:00'));
  await send(hour('2026-06-10', '12:00'), second);
  await second.stop();
  expect(mail.letters).toHaveLength(1);
  const [letter] = mail.letters;
  expect(letter?.to).toEqual([company.admin.email]);
  expect(letter?.headers.get('message-id')).toBe(
    `<report-${company.admin.id}-week-2026-06-01@desk.example.com>`,
  );
  expect(letter?.text).toContain('01/06/2026 a 07/06/2026');
  expect(letter?.text).toContain('Atendimentos iniciados: 1 (+1)');
  expect(letter?.text).toContain('Primeira resposta (mediana): –');
  expect(letter?.text).toContain('balcao://reports?server=https%3A%2F%2Fdesk.example.com');
  expect(letter?.text).toContain(`Loja &lt;${companies}&gt;`);
  await subscribe(['month'], 'en');
  await send(hour('2026-07-01', '08:00'));
  expect(mail.letters).toHaveLength(2);
  expect(mail.letters.at(-1)?.headers.get('message-id')).toContain('-month-2026-06-01@');
  expect(mail.letters.at(-1)?.text).toContain('Tickets begun: 1');
  // The Mondays of that month were not asked for any more.
  await send(hour('2026-07-06', '08:00'));
  expect(mail.letters).toHaveLength(2);
});

it('go again when the mail server refuses them, and never when nobody knows whether they went', async () => {
  await subscribe(['week']);
  await longAgo();
  const at = hour('2026-06-15', '08:00');
  mail.refuse(true);
  await expect(send(at)).rejects.toThrow();
  expect(await api.admin`select from report_mails where company_id = ${company.companyId}`).toHaveLength(0);
  mail.refuse(false);
  await send(hour('2026-06-15', '10:00'));
  await send(hour('2026-06-15', '10:10'));
  expect(mail.letters).toHaveLength(1);
  // A process has noted the next one, and died.
  await api.admin`
    insert into report_mails (company_id, user_id, period, first_day, claimed_at)
    values (${company.companyId}, ${company.admin.id}, 'week', '2026-06-15', now())`;
  await send(hour('2026-06-22', '08:00'));
  expect(mail.letters).toHaveLength(1);
  await send(hour('2026-06-29', '08:00'));
  expect(mail.letters).toHaveLength(2);
});

it('do not come early, to whoever may not read them any more, or of a company that is blocked', async () => {
  await subscribe(['week']);
  // Asked for after that morning.
  await api.admin`update report_subscriptions set since = ${hour('2026-06-08', '09:00')}`;
  await send(hour('2026-06-08', '09:10'));
  await api.admin`update users set profile = 'user' where id = ${company.admin.id}`;
  await send(hour('2026-06-15', '08:00'));
  await api.admin`update users set profile = 'supervisor' where id = ${company.admin.id}`;
  await api.admin`update companies set status = false where id = ${company.companyId}`;
  await send(hour('2026-06-22', '08:00'));
  expect(mail.letters).toEqual([]);
  await api.admin`update companies set status = true where id = ${company.companyId}`;
  await send(hour('2026-06-22', '08:10'));
  expect(mail.letters).toEqual([]);
  await send(hour('2026-06-29', '08:00'));
  expect(mail.letters).toHaveLength(1);
});

it('are each person’s own choice, and offered only where mail is sent', async () => {
  const read = (as: string, from = api) => from.call(getReportMailing, { token: as });
  expect(await read(token)).toEqual({
    ...{ periods: [], language: 'pt', sendsMail: true },
    email: company.admin.email,
  });
  await subscribe(['month', 'week'], 'es');
  expect(await read(token)).toMatchObject({ periods: ['week', 'month'], language: 'es' });
  await subscribe([]);
  expect((await read(token)).periods).toEqual([]);
  await api.refused('ERR_NO_PERMISSION', getReportMailing, { token: await api.signIn(company.ana) });
  const silent = await startApi({ beside: api });
  expect((await read(token, silent)).sendsMail).toBe(false);
  const body = { periods: ['week'], language: 'pt' };
  await silent.refused('ERR_NO_MAIL_SERVER', saveReportMailing, { body, token });
  await silent.call(saveReportMailing, { body: { ...body, periods: [] }, token });
  await silent.stop();
});
