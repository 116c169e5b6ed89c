import { createHash, randomBytes } from 'node:crypto';
import {
  beginSecondFactor,
  confirmSecondFactor,
  listUserSessions,
  me,
} from '@balcao/shared/features/auth/calls.ts';
import {
  beginCompanySignIn,
  getCompanySignIn,
  getOidc,
  proveOwnStep,
  updateOidc,
} from '@balcao/shared/features/auth/oidc.ts';
import { redeemSignIn } from '@balcao/shared/features/auth/passkeys.ts';
import { createUser } from '@balcao/shared/features/users/calls.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import {
  createUser as addUser,
  type CompanyFixture,
  createCompany,
  type UserFixture,
} from '../../../test/fixtures.ts';
import { CLIENT } from '../../../test/services/accounts.ts';
import { type StandIns, startStandIns } from '../../../test/services/stand-ins.ts';
import { freePort } from '../../platform/free-port.ts';
import { judge } from './judgement.ts';

/** Where the console would listen: nobody does, and the address is all that is looked at. */
const PORT = 4_321;
const STATE = 's'.repeat(22);

let api: TestApi;
let services: StandIns;
let issuer: string;
let company: CompanyFixture;
let admin: string;

beforeAll(async () => {
  services = await startStandIns();
  issuer = `${services.url}/accounts`;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  api = await startApi({ env: { PUBLIC_URL: url, OUTGOING_ALLOW: new URL(issuer).host } });
  await api.app.listen({ host: '127.0.0.1', port });
  await createCompany(api.admin, 'Operator');
  company = await createCompany(api.admin, 'Padaria');
  admin = await api.signIn(company.admin);
});
// Nobody tries as often as these tests.
beforeEach(() => api.admin`delete from attempts`);
afterAll(async () => {
  await api.stop();
  await services.close();
});

const rules = (more: object = {}) => ({
  enabled: true,
  issuer,
  clientId: CLIENT.id,
  clientSecret: CLIENT.secret,
  provesSecondFactor: false,
  domains: [],
  claim: 'groups',
  admins: ['chefes'],
  supervisors: ['lideres'],
  users: ['atendimento'],
  ...more,
});
const save = (more: object = {}) => api.call(updateOidc, { token: admin, body: rules(more) });

/** A browser without a screen: it keeps cookies, and fills in the provider's two pages. */
async function visit(start: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 20; step += 1) {
    // It has come to the console, to the page for a code, or to the one that says why not.
    if (url.port === String(PORT) || url.pathname.startsWith('/sign-in-')) return url;
    const response: Response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { body: form } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    form = null;
    const location = response.headers.get('location');
    if (location) {
      url = new URL(location, url);
      continue;
    }
    const page = await response.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (!action) throw new Error(`no form at ${url.href}: ${page.slice(0, 300)}`);
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
    form = new URLSearchParams({ prompt, ...(prompt === 'login' ? { login, password: 'x' } : {}) });
    url = new URL(action, url);
  }
  throw new Error('the way does not end');
}

const wordOf = () => randomBytes(32).toString('base64url');
const hashOf = (word: string) => createHash('sha256').update(word).digest('base64url');

/** @param login the account at the provider; that of the e-mail when absent */
async function signIn(email: string, login = email) {
  const verifier = wordOf();
  const body = { email, challenge: hashOf(verifier), port: PORT, state: STATE };
  const { url } = await api.call(beginCompanySignIn, { body });
  const back = await visit(url, login);
  const code = back.searchParams.get('code') ?? '';
  return { back, why: back.hash.slice(1), redeem: { code, verifier } };
}

/** What the provider tells of the account of this name. */
async function provides(email: string, groups: unknown, more: object = {}): Promise<string> {
  const body = JSON.stringify({ groups, ...more });
  await fetch(`${issuer}/people/${email}`, { method: 'PUT', body });
  return email;
}

/** How the address ends that the browser is sent on to. */
async function callback(search: string): Promise<string> {
  const at = `${api.config.publicUrl}/auth/oidc/callback${search}`;
  const response = await fetch(at, { redirect: 'manual' });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location') ?? '').hash.slice(1);
}

async function beginAs(email: string): Promise<string> {
  const body = { email, challenge: hashOf('w'), port: PORT, state: STATE };
  const { url } = await api.call(beginCompanySignIn, { body });
  return new URL(url).searchParams.get('state') ?? '';
}

describe('the company’s own accounts', () => {
  it('let in whom they name, with the profile that they name, and the code opens the session of this console', async () => {
    await save();
    expect(await api.call(getCompanySignIn)).toEqual({ open: true });
    const { back, redeem } = await signIn(await provides(company.ana.email, ['outros', 'lideres']));
    expect(back.searchParams.get('state')).toBe(STATE);
    const signedIn = await api.call(redeemSignIn, { body: redeem });
    expect(signedIn.user).toMatchObject({
      id: company.ana.id,
      profile: 'supervisor',
      mustSetUpSecondFactor: false,
    });
    expect((await api.call(me, { token: signedIn.token })).email).toBe(company.ana.email);
    const params = { userId: company.ana.id };
    expect(await api.call(listUserSessions, { params, token: signedIn.token })).toMatchObject([
      { way: 'company' },
    ]);
    const noted = await api.admin`
      select user_name, changes from audit_log where entity = 'user' and entity_id = ${String(company.ana.id)}`;
    expect(noted).toMatchObject([
      { user_name: 'OpenID Connect', changes: [{ field: 'profile', from: 'user', to: 'supervisor' }] },
    ]);
  });

  it('let an invited person in, whose invitation is over then', async () => {
    const email = await provides('nova@padaria.test', 'atendimento');
    const { id } = await api.call(createUser, { body: { name: 'Nova', email }, token: admin });
    const { redeem } = await signIn(email);
    expect((await api.call(redeemSignIn, { body: redeem })).user.id).toBe(id);
    expect(await api.admin`select from invitations where user_id = ${id}`).toEqual([]);
  });

  it.each([
    ['whom no rule names', 'ERR_OIDC_NOT_NAMED', { groups: ['outros'] }],
    ['who has no groups', 'ERR_OIDC_NOT_NAMED', { groups: undefined }],
    ['whose e-mail nobody has confirmed', 'ERR_OIDC_EMAIL', { email_verified: false }],
    ['of whose e-mail nothing is said', 'ERR_OIDC_EMAIL', { email_verified: null }],
    ['who is nobody here', 'ERR_OIDC_NO_ACCOUNT', { email: 'ninguem@padaria.test' }],
  ])('keep out those %s', async (_whom, why, more) => {
    const email = await provides(company.bruno.email, ['atendimento'], more);
    expect((await signIn(email)).why).toBe(why);
  });

  it('keep out those of other domains, of other companies, operators, and who was deleted', async () => {
    await save({ domains: ['livraria.test'] });
    await provides(company.bruno.email, ['atendimento']);
    const other = await createCompany(api.admin, 'Livraria');
    expect((await signIn(company.bruno.email)).why).toBe('ERR_OIDC_EMAIL');
    await save();
    await provides(other.ana.email, ['chefes']);
    expect((await signIn(company.bruno.email, other.ana.email)).why).toBe('ERR_OIDC_NO_ACCOUNT');
    await api.admin`update users set super = true where id = ${company.bruno.id}`;
    expect((await signIn(company.bruno.email)).why).toBe('ERR_OIDC_NO_ACCOUNT');
    await api.admin`update users set super = false where id = ${company.bruno.id}`;
    const gone = await addUser(api.admin, company.companyId, 'Gone', []);
    await provides(gone.email, ['atendimento']);
    await api.admin`delete from users where id = ${gone.id}`;
    expect((await signIn(company.bruno.email, gone.email)).why).toBe('ERR_OIDC_NO_ACCOUNT');
  });

  it('prove nothing twice, nothing for another state, and nothing that the provider has not said', async () => {
    await provides(company.ana.email, ['atendimento']);
    const { redeem } = await signIn(company.ana.email);
    await api.refused('ERR_SIGN_IN_CODE_INVALID', redeemSignIn, { body: { ...redeem, verifier: wordOf() } });
    expect(await callback(`?state=${company.companyId}.${'x'.repeat(43)}&code=x`)).toBe('ERR_OIDC_ATTEMPT');
    const state = await beginAs(company.ana.email);
    expect(await callback(`?state=${state}&code=made-up`)).toBe('ERR_OIDC_PROVIDER');
    expect(await callback(`?state=${state}&code=made-up`)).toBe('ERR_OIDC_ATTEMPT');
  });

  it('say in words what else comes back, and never as the answer of a program', async () => {
    for (const search of ['', '?', '?code=x', '?state=', '?state=%00&state=x', `?state=${'9'.repeat(5_000)}`])
      expect(await callback(search), search).toBe('ERR_OIDC_ATTEMPT');
    const begin = () => beginAs(company.ana.email);
    expect(await callback(`?state=${await begin()}&error=access_denied`)).toBe('ERR_OIDC_DENIED');
    expect(await callback(`?state=${await begin()}&error=server_error`)).toBe('ERR_OIDC_PROVIDER');
    const page = await fetch(`${api.config.publicUrl}/sign-in-failed?lang=en`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('did not confirm the sign-in');
    const late = await begin();
    api.advance(11 * 60_000);
    expect(await callback(`?state=${late}&error=access_denied`)).toBe('ERR_OIDC_ATTEMPT');
    admin = await api.signIn(company.admin);
  });

  it('are those of the provider to which somebody was sent: another one, or none, proves nothing', async () => {
    for (const [why, change] of [
      ['ERR_OIDC_CHANGED', { issuer: 'http://127.0.0.1:1' }],
      ['ERR_OIDC_CHANGED', { clientId: 'another' }],
      ['ERR_OIDC_OFF', { enabled: false }],
    ] as const) {
      await save();
      const state = await beginAs(company.ana.email);
      await save(change);
      expect(await callback(`?state=${state}&code=x`)).toBe(why);
    }
    await save();
  });

  it('open nothing of a company that is switched off, and change nobody there', async () => {
    await provides(company.ana.email, ['lideres']);
    const { redeem } = await signIn(company.ana.email);
    await api.admin`update companies set status = false where id = ${company.companyId}`;
    await api.refused('ERR_COMPANY_BLOCKED', redeemSignIn, { body: redeem });
    await provides(company.ana.email, ['atendimento']);
    expect((await signIn(company.ana.email)).why).toBe('ERR_COMPANY_BLOCKED');
    expect(await api.admin`select profile from users where id = ${company.ana.id}`).toMatchObject([
      { profile: 'supervisor' },
    ]);
    await api.admin`update companies set status = true where id = ${company.companyId}`;
    admin = await api.signIn(company.admin);
  });

  describe('and a second step', () => {
    /** @returns what an authenticator shows, in steps of 30 seconds from now */
    async function setUpCode(user: UserFixture): Promise<(steps: number) => string> {
      const token = await api.signIn(user);
      const { secret } = await api.call(beginSecondFactor, { token, body: { password: user.password } });
      const authenticator = new TOTP({ secret: Secret.fromBase32(secret) });
      const codeAt = (steps: number) =>
        authenticator.generate({ timestamp: api.deps.clock().getTime() + steps * 30_000 });
      await api.call(confirmSecondFactor, { token, body: { code: codeAt(0) } });
      return codeAt;
    }
    it('is set up where the company demands it, unless the admin says that the provider asks for one', async () => {
      const email = await provides(company.bruno.email, ['atendimento']);
      for (const provesSecondFactor of [false, true]) {
        await save({ provesSecondFactor });
        await api.admin`
          insert into settings (company_id, key, value)
          values (${company.companyId}, 'requireSecondFactor', 'enabled')`;
        const { user, token } = await api.call(redeemSignIn, { body: (await signIn(email)).redeem });
        expect(user.mustSetUpSecondFactor).toBe(!provesSecondFactor);
        expect((await api.call(me, { token })).mustSetUpSecondFactor).toBe(!provesSecondFactor);
        await api.admin`delete from settings where key = 'requireSecondFactor'`;
        admin = await api.signIn(company.admin);
      }
      await save();
    });

    it('is typed by whoever has one, and the right code opens the console that waits', async () => {
      const codeAt = await setUpCode(company.bruno);
      const { back, redeem } = await signIn(company.bruno.email);
      expect(back.pathname).toBe('/sign-in-code');
      const page = await fetch(`${back.origin}${back.pathname}?lang=en`);
      expect(await page.text()).toContain('Your code is still to come');
      const token = back.hash.slice(1);
      const prove = (code: string, over = token) => ({ body: { token: over, code } });
      await api.refused('ERR_SECOND_FACTOR_WRONG', proveOwnStep, prove(codeAt(9)));
      // What has set it up is used up.
      await api.refused('ERR_SECOND_FACTOR_WRONG', proveOwnStep, prove(codeAt(0)));
      for (const other of [`9${token}`, token.slice(0, -4), `${company.companyId}.`, 'x'])
        await api.refused('ERR_OIDC_ATTEMPT', proveOwnStep, prove(codeAt(1), other));
      const to = new URL((await api.call(proveOwnStep, prove(codeAt(1)))).url);
      expect([to.origin, to.searchParams.get('state')]).toEqual([`http://127.0.0.1:${PORT}`, STATE]);
      const body = { ...redeem, code: to.searchParams.get('code') };
      expect((await api.call(redeemSignIn, { body })).user).toMatchObject({
        id: company.bruno.id,
        secondFactor: true,
      });
      api.advance(11 * 60_000);
      await api.refused('ERR_OIDC_ATTEMPT', proveOwnStep, prove(codeAt(0)));
      admin = await api.signIn(company.admin);
      await save({ provesSecondFactor: true });
      expect((await signIn(company.bruno.email)).back.port).toBe(String(PORT));
      await save();
    });
  });

  it('are asked of through the guarded door, and their secret is never told', async () => {
    const body = { email: company.ana.email, challenge: hashOf('w'), port: PORT, state: STATE };
    await save({ issuer: 'http://127.0.0.1:1' });
    await api.refused('ERR_OIDC_PROVIDER', beginCompanySignIn, { body });
    await api.refused('ERR_VALIDATION', updateOidc, {
      token: admin,
      body: rules({ issuer: 'http://login.test' }),
    });
    await save({ enabled: false });
    await api.refused('ERR_OIDC_OFF', beginCompanySignIn, { body });
    await api.refused('ERR_OIDC_OFF', beginCompanySignIn, {
      body: { ...body, email: 'nobody@nowhere.test' },
    });
    const shown = await api.call(getOidc, { token: admin });
    expect(shown.settings).toMatchObject({ hasSecret: true, issuer });
    expect(JSON.stringify(shown)).not.toContain(CLIENT.secret);
    const { clientSecret: _, ...same } = rules();
    await api.call(updateOidc, { token: admin, body: same });
    expect((await api.call(getOidc, { token: admin })).settings?.hasSecret).toBe(true);
    const rows = await api.admin`select p::text from oidc_providers p`;
    expect(JSON.stringify(rows)).not.toContain(CLIENT.secret);
    expect(api.logged()).not.toContain(CLIENT.secret);
    const caio = await addUser(api.admin, company.companyId, 'Caio', []);
    await api.refused('ERR_NO_PERMISSION', getOidc, { token: await api.signIn(caio) });
  });
});

it('gives the profile with most rights of those that are named', () => {
  const known = { ...rules(), clientSecret: null };
  const of = (groups: unknown) => judge(known, { email: 'A@X.test', email_verified: true, groups }).profile;
  expect([of('atendimento'), of(['atendimento', 'chefes']), of(['lideres', 7])]).toEqual([
    'user',
    'admin',
    'supervisor',
  ]);
  expect(judge(known, { email: 'A@X.test', xms_edov: '1', groups: ['chefes'] }).email).toBe('a@x.test');
});
