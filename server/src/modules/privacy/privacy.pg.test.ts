import { tryBot } from '@balcao/shared/features/bot/calls.ts';
import { openPrivacyPage } from '@balcao/shared/features/privacy/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { updateTicket } from '@balcao/shared/features/tickets/calls.ts';
import { DEFAULT_BUSINESS_HOURS } from '@balcao/shared/time/business-hours.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';

/** What a company tells its customers of their data: on a page of its own, and in its automatic messages. */

let api: TestApi;
let company: CompanyFixture;
let admin: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.admin, `Padaria <b>${++companies}</b>`);
  admin = await api.signIn(company.admin);
});

const set = async (settings: Record<string, string>) => {
  for (const [key, value] of Object.entries(settings))
    await api.call(updateSetting, { params: { key }, body: { value }, token: admin });
};
const open = (companyId: number, headers: Record<string, string> = {}, query: Record<string, string> = {}) =>
  api.send(openPrivacyPage, { params: { companyId }, headers, query });

it('shows strangers the page of a company that publishes one, without a script, in their language', async () => {
  await set({
    privacyPage: 'enabled',
    privacyWords: 'Somos a <script>alert(1)</script> "Padaria" & cia.\ndesde 1990\n\nNão vendemos dados.',
    privacyContact: 'Ana <ana@padaria.test>',
  });
  const { statusCode, headers, body } = await open(company.companyId);
  expect({ statusCode, type: headers['content-type'] }).toEqual({
    statusCode: 200,
    type: 'text/html; charset=utf-8',
  });
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]+=*'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
  );
  expect(body).toContain('<html lang="pt">');
  expect(body).toContain(`<h1>Padaria &lt;b&gt;${companies}&lt;/b&gt;</h1>`);
  expect(body).toContain(
    '<p>Somos a &lt;script&gt;alert(1)&lt;/script&gt; &quot;Padaria&quot; &amp; cia.<br>desde 1990</p>',
  );
  expect(body).toContain('<p>Ana &lt;ana@padaria.test&gt;</p>');
  expect(body).not.toContain('<script');
  expect(body.match(/<dt>/g)).toHaveLength(6);
  const sharedWith = (page: string) => page.match(/<ul>(.*?)<\/ul>/)?.[1]?.match(/<li>/g)?.length;
  // The messenger, and the backups of which this server knows.
  const fixed = 1 + (api.deps.config.backup ? 1 : 0);
  expect(sharedWith(body)).toBe(fixed);
  await api.admin`
    insert into webhooks (company_id, name, url, events)
    values (${company.companyId}, 'Loja', 'https://loja.test', '{ticket.closed}')`;
  expect(sharedWith((await open(company.companyId)).body)).toBe(fixed + 1);

  const english = await open(company.companyId, { 'accept-language': 'de;q=1, en-GB;q=0.8, pt;q=0.5' });
  expect(english.body).toContain('As long as the company keeps them.');
  expect((await open(company.companyId, {}, { lang: 'es' })).body).toContain(
    'Mientras la empresa los guarde.',
  );
  await api.admin`
    insert into retention_rules (company_id, kind, months)
    values (${company.companyId}, 'tickets', 24), (${company.companyId}, 'files', 1)`;
  const { body: aged } = await open(company.companyId);
  expect([...aged.matchAll(/<dd>(.*?)[,.]/g)].map(([, howLong]) => howLong)).toEqual([
    'Enquanto a empresa guardar',
    'Por 24 meses',
    'Por 1 mês',
    'Por 24 meses',
    'Enquanto a empresa guardar',
    'Por 24 meses',
  ]);
  await api.admin`update companies set language = 'es' where id = ${company.companyId}`;
  await set({ privacyContact: '' });
  expect((await open(company.companyId)).body).toContain(
    'Escribe en la conversación que tienes con nosotros.',
  );
});

it('answers for a company that publishes none as for one that is not there', async () => {
  const silent = await open(company.companyId);
  const missing = await open(999_999);
  const { requestId: _, ...said } = silent.json();
  expect([silent.statusCode, said.error]).toEqual([404, 'ERR_NO_COMPANY_FOUND']);
  expect(missing.json()).toEqual({ ...said, requestId: expect.any(String) });
  await set({ privacyPage: 'enabled' });
  expect((await open(company.companyId)).statusCode).toBe(200);
  await set({ privacyPage: 'disabled' });
  expect((await open(company.companyId)).statusCode).toBe(404);
});

it('stands below the greeting or the farewell, as the company chooses', async () => {
  const notice = { privacyNoticeText: 'Seus dados: https://x.test/privacy/1' };
  await api.admin`
    update connections set greeting_message = 'Oi, {{firstName}}!', completion_message = 'Até logo!'
    where id = ${company.connectionId}`;
  await api.admin`delete from connection_queues where connection_id = ${company.connectionId}`;
  const greeted = async () => {
    const { lines } = await api.call(tryBot, {
      params: { queueId: company.queues.sales },
      body: {
        connectionId: company.connectionId,
        state: null,
        text: 'oi',
        at: new Date(),
        contactName: 'Maria Souza',
      },
      token: admin,
    });
    return lines.filter(({ mediaType }) => mediaType !== 'event').map(({ body }) => body);
  };
  const dismissed = async () => {
    const { id } = await createTicket(api.admin, company, { userId: company.ana.id });
    const params = { ticketId: id };
    await api.call(updateTicket, {
      params,
      body: { status: 'closed' },
      token: await api.signIn(company.ana),
    });
    const said = await api.admin`
      select body from messages where ticket_id = ${id} and said_by = 'automatic' order by created_at`;
    return said.map(({ body }) => body);
  };
  await set(notice);
  expect([await greeted(), await dismissed()]).toEqual([['Oi, Maria!'], ['Até logo!']]);
  await set({ privacyNotice: 'greeting' });
  expect([await greeted(), await dismissed()]).toEqual([
    [`Oi, Maria!\n\n${notice.privacyNoticeText}`],
    ['Até logo!'],
  ]);
  // Out of hours other words come first.
  await api.admin`
    update connections set out_of_hours_message = 'Voltamos às 8h.' where id = ${company.connectionId}`;
  const closed = DEFAULT_BUSINESS_HOURS.map((row) => ({ ...row, startTime: '00:00', endTime: '00:00' }));
  await api.admin`
    update companies set schedules = ${JSON.stringify(closed)}::text::jsonb where id = ${company.companyId}`;
  await set({ scheduleType: 'company' });
  expect(await greeted()).toEqual([`Voltamos às 8h.\n\n${notice.privacyNoticeText}`]);
  await set({ scheduleType: 'disabled' });
  await set({ privacyNotice: 'farewell' });
  expect([await greeted(), await dismissed()]).toEqual([
    ['Oi, Maria!'],
    [`Até logo!\n\n${notice.privacyNoticeText}`],
  ]);
});
