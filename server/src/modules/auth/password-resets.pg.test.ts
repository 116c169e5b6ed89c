import {
  createResetLink,
  forgotPassword,
  listPasswordResets,
  login,
  me,
  refreshToken,
  resetPassword,
} from '@balcao/shared/features/auth/calls.ts';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createUser } from '../../../test/fixtures.ts';
import { type MailServer, startMailServer } from '../../../test/smtp.ts';

const MINUTE = 60_000;
const BASE = 'https://desk.example.com/balcao';
const FRESH = 'a fresh password';

let mail: MailServer;
let api: TestApi;
let operator: CompanyFixture;
let company: CompanyFixture;
let root: string;

beforeAll(async () => {
  mail = await startMailServer();
  api = await startApi({ env: { SMTP_URL: mail.url, PUBLIC_URL: BASE } });
  operator = await createCompany(api.database.admin, 'Operator');
  company = await createCompany(api.database.admin, 'Padaria');
  await api.database.admin`update users set super = true where id = ${operator.admin.id}`;
  root = await api.signIn(operator.admin);
});
afterAll(async () => {
  await api.stop();
  await mail.stop();
});

const forget = (email: string, at = api) => at.call(forgotPassword, { body: { email } });
const tokenOf = (text: string) => /#([\w-]{43})/.exec(text)?.[1] ?? '';
/** A new person for each test: the limit of attempts and the sessions of one do not touch the other. */
const somebody = (name: string) => createUser(api.database.admin, company.companyId, name, []);
const mailed = async (email: string) => {
  const letter = mail.next();
  await forget(email);
  return letter;
};

describe('a forgotten password', () => {
  it('is replaced by a link in a mail, in the language of the company, and every session ends', async () => {
    const carla = await somebody('Carla');
    const session = await api.call(login, { body: { email: carla.email, password: carla.password } });
    await api.database.admin`update companies set language = 'es' where id = ${company.companyId}`;
    const letter = await mailed(carla.email);
    expect(letter).toMatchObject({ from: 'no-reply@desk.example.com', to: [carla.email] });
    expect(letter.text).toContain('Hola, Carla.');
    const [link = ''] = /https:\S+/.exec(letter.text) ?? [];
    expect(link).toBe(`${BASE}/reset-password?lang=es#${tokenOf(letter.text)}`);

    await api.call(resetPassword, { body: { token: tokenOf(link), password: FRESH } });
    await api.refused('ERR_SESSION_EXPIRED', me, { token: session.token });
    await api.refused('ERR_SESSION_EXPIRED', refreshToken, { body: { refreshToken: session.refreshToken } });
    await api.refused('ERR_INVALID_CREDENTIALS', login, {
      body: { email: carla.email, password: carla.password },
    });
    await api.call(login, { body: { email: carla.email, password: FRESH } });
    const entries = await api.database.admin`
      select action, entity, entity_id, entity_name, user_id from audit_log
      where company_id = ${company.companyId} and action = 'password'`;
    expect(entries).toMatchObject([
      { entity: 'user', entity_id: String(carla.id), entity_name: 'Carla', user_id: String(carla.id) },
    ]);
  });

  it('gives a link that works once, for an hour, and takes all other links of the person with it', async () => {
    const davi = await somebody('Davi');
    const [older, newer] = [
      tokenOf((await mailed(davi.email)).text),
      tokenOf((await mailed(davi.email)).text),
    ];
    const answers = await Promise.all(
      [newer, older, newer, newer].map((token, index) =>
        api.send(resetPassword, { body: { token, password: `password ${index}` } }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([204, 422, 422, 422]);
    const winner = answers.findIndex((answer) => answer.statusCode === 204);
    await api.call(login, { body: { email: davi.email, password: `password ${winner}` } });

    const late = tokenOf((await mailed(davi.email)).text);
    api.advance(60 * MINUTE);
    const body = { token: late, password: FRESH };
    await api.refused('ERR_RESET_LINK_INVALID', resetPassword, { body });
    for (const token of ['x', late.slice(1), `${late} `, late.toUpperCase()])
      await api.refused('ERR_RESET_LINK_INVALID', resetPassword, { body: { token, password: FRESH } });
    await api.refused('ERR_VALIDATION', resetPassword, { body: { token: late, password: '1234' } });
    root = await api.signIn(operator.admin);
  });

  it('tells nobody whether there is such a person, and keeps no token in the clear', async () => {
    const eva = await somebody('Eva');
    const known = await api.send(forgotPassword, { body: { email: eva.email } });
    const unknown = await api.send(forgotPassword, { body: { email: 'nobody@nowhere.test' } });
    const shape = ({ statusCode, body, headers }: typeof known) => [statusCode, body, Object.keys(headers)];
    expect(shape(unknown)).toEqual(shape(known));
    await expect.poll(() => mail.letters.at(-1)?.to).toEqual([eva.email]);
    const token = tokenOf(mail.letters.at(-1)!.text);
    const rows = await api.database
      .admin`select encode(hash, 'escape') as hash, r::text from password_resets r`;
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(api.logged()).not.toContain(token);
    expect(api.logged()).not.toContain(eva.email);
  });

  it('leaves no session of the old password alive, whoever signs in while the link is used', async () => {
    const fabio = await somebody('Fabio');
    const token = tokenOf((await mailed(fabio.email)).text);
    const attempts = Array.from({ length: 8 }, () =>
      api.send(login, { body: { email: fabio.email, password: fabio.password } }),
    );
    await api.call(resetPassword, { body: { token, password: FRESH } });
    for (const answer of await Promise.all(attempts)) {
      if (answer.statusCode !== 200) continue;
      expect((await api.send(me, { token: answer.json().token })).statusCode).toBe(401);
    }
    const alive = await api.database.admin`
      select from sessions where user_id = ${fabio.id} and ended_at is null`;
    expect(alive.count).toBe(0);
  });

  it('is asked for three times at once, then ever more slowly, by whomever', async () => {
    const gil = await somebody('Gil');
    const before = mail.letters.length;
    for (let time = 0; time < 3; time++) await forget(gil.email);
    const refused = await api.refused('ERR_TOO_MANY_REQUESTS', forgotPassword, {
      body: { email: gil.email },
    });
    expect(refused.params?.seconds).toBeGreaterThan(0);
    // What a client says of its address counts for nothing.
    const answers = [];
    for (let time = 0; time < 20; time++) {
      const spoofed = { 'x-forwarded-for': `203.0.113.${time}`, 'x-real-ip': `203.0.113.${time}` };
      const body = { email: `nobody-${time}@nowhere.test` };
      answers.push((await api.send(forgotPassword, { body, headers: spoofed })).statusCode);
    }
    expect(answers).toContain(429);
    await expect.poll(() => mail.letters.length).toBe(before + 3);
    api.advance(61 * MINUTE);
    await forget(gil.email);
    // On its way, it would be refused with what the next test has refused.
    await expect.poll(() => mail.letters.length).toBe(before + 4);
    root = await api.signIn(operator.admin);
  });
});

describe('the operator', () => {
  it('sees the requests that no mail has answered, and makes a link that replaces the one before', async () => {
    const helio = await somebody('Helio');
    mail.refuse(true);
    const before = api.logged().length;
    await forget(helio.email);
    const asked = () => api.call(listPasswordResets, { token: root });
    // It stands in the list while the mail is on its way, too.
    await expect.poll(() => api.logged().slice(before)).toContain('"password reset"');
    await expect
      .poll(asked)
      .toMatchObject([{ userName: 'Helio', email: helio.email, companyName: 'Padaria' }]);
    mail.refuse(false);
    const [{ id: resetId } = { id: 0 }] = await asked();
    const make = () => api.call(createResetLink, { token: root, params: { resetId } });
    const [first, second] = [await make(), await make()];
    expect(first.link).toMatch(`${BASE}/reset-password?lang=es#`);
    const use = (link: string) => ({ body: { token: tokenOf(link), password: FRESH } });
    await api.refused('ERR_RESET_LINK_INVALID', resetPassword, use(first.link));
    await api.call(resetPassword, use(second.link));
    expect(await asked()).toEqual([]);
    await api.refused('ERR_RESET_LINK_INVALID', createResetLink, { token: root, params: { resetId } });
    const entries = await api.database.admin`
      select user_name from audit_log where entity_id = ${String(helio.id)} and entity = 'user' order by id`;
    expect(entries.map((entry) => entry.user_name)).toEqual(['Admin', 'Admin', 'Helio']);
  });

  it('alone may do so', async () => {
    for (const user of [company.admin, company.ana]) {
      const token = await api.signIn(user);
      await api.refused('ERR_NO_PERMISSION', listPasswordResets, { token });
      await api.refused('ERR_NO_PERMISSION', createResetLink, { token, params: { resetId: 1 } });
    }
  });

  it('has no mail to send without a mail server: a request is one row, however often it is made', async () => {
    const silent = await startApi({ beside: api });
    // All that was asked for before came from this network too.
    await api.database.admin`truncate attempts`;
    const iris = await somebody('Iris');
    await forget(iris.email, silent);
    await forget(iris.email, silent);
    const asked = () => silent.call(listPasswordResets, { token: root });
    await expect.poll(asked).toMatchObject([{ userName: 'Iris' }]);
    const [{ id: resetId } = { id: 0 }] = await asked();
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const { link } = await silent.call(createResetLink, { token: root, params: { resetId }, headers });
    expect(link).toMatch(/^\/reset-password\?lang=es#[\w-]{43}$/);
    await silent.call(resetPassword, { body: { token: tokenOf(link), password: FRESH } });
    await silent.stop();
  });
});

describe('the page behind the link', () => {
  let browser: Browser;
  let url: string;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
    });
    url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(() => browser.close());

  async function open(path: string, languages = 'en-GB') {
    const page = await browser.newPage({ locale: languages });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('422')) complaints.push(message.text());
    });
    await page.goto(`${url}${path}`);
    const choose = async (password: string, repeat = password) => {
      await page.getByLabel('New password', { exact: true }).fill(password);
      await page.getByLabel('Repeat the new password').fill(repeat);
      await page.keyboard.press('Enter');
    };
    return {
      page,
      complaints,
      choose,
      says: (text: string) => page.getByRole('status').getByText(text).waitFor(),
    };
  }

  it('sets the password, under a policy that lets nothing else run, and leaves no trace of the link', async () => {
    const joana = await somebody('Joana');
    const token = tokenOf((await mailed(joana.email)).text);
    const { page, complaints, choose, says } = await open(`/reset-password?lang=en#${token}`);
    expect(page.url()).toBe(`${url}/reset-password?lang=en`);
    await choose('one password', 'another');
    await says('The two passwords differ.');
    await choose(FRESH);
    await says('Done. Sign in to Balcão with the new password.');
    await api.call(login, { body: { email: joana.email, password: FRESH } });
    expect(api.logged()).not.toContain(token);
    expect(complaints).toEqual([]);

    const used = await open(`/reset-password?lang=en#${token}`);
    await used.choose(FRESH);
    await used.says('This link has expired or was used already. Ask for a new one.');
    const bare = await open('/reset-password');
    await bare.says('This address is incomplete.');
    expect(await bare.page.locator('form').isVisible()).toBe(false);
  });

  it('speaks three languages and cannot be framed, restyled or made to load anything', async () => {
    const languages = [];
    for (const [query, accepted] of [
      ['', 'de, es;q=0.8, en;q=0.9'],
      ['', 'es-MX'],
      ['', ''],
      ['?lang=en', 'es'],
      ['?lang=de', 'fr'],
      ['?lang=en&lang=es', 'en'],
    ]) {
      const headers = accepted ? { 'accept-language': accepted } : {};
      const { body } = await api.app.inject({ url: `/reset-password${query}`, headers });
      languages.push(/<html lang="(..)">/.exec(body)?.[1]);
    }
    expect(languages).toEqual(['en', 'es', 'pt', 'en', 'pt', 'en']);
    const { headers } = await api.app.inject({ url: '/reset-password' });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'/,
    );
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'content-type': 'text/html; charset=utf-8',
    });
  });
});
