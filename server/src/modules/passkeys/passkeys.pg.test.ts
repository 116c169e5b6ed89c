import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { login, me, refreshToken } from '@balcao/shared/features/auth/calls.ts';
import {
  addPasskey,
  beginPasskeySignIn,
  getSignInWays,
  listPasskeys,
  openPasskeyLink,
  provePasskey,
  redeemSignIn,
  removePasskey,
} from '@balcao/shared/features/auth/passkeys.ts';
import { listQueues } from '@balcao/shared/features/queues/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { updateUser } from '@balcao/shared/features/users/calls.ts';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createUser, type UserFixture } from '../../../test/fixtures.ts';
import { freePort } from '../../platform/free-port.ts';
import { relyingPartyOf } from './relying-party.ts';

let api: TestApi;
let url: string;
let company: CompanyFixture;
let browser: Browser;

beforeAll(async () => {
  const port = await freePort();
  url = `http://localhost:${port}`;
  api = await startApi({ env: { PUBLIC_URL: url } });
  await api.app.listen({ host: '127.0.0.1', port });
  await createCompany(api.admin, 'Operator');
  company = await createCompany(api.admin, 'Padaria');
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});

/** A browser with an authenticator that has its person's finger on it. */
async function deviceOf(): Promise<Device> {
  const context = await browser.newContext({ locale: 'en-GB' });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { context, page, cdp, authenticatorId };
}

interface Device {
  context: BrowserContext;
  page: Page;
  cdp: CDPSession;
  authenticatorId: string;
}

const says = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

async function somebody(name: string) {
  const user = await createUser(api.admin, company.companyId, name, [company.queues.support]);
  return { user, token: await api.signIn(user) };
}

async function makeKey(
  device: Device,
  { password }: UserFixture,
  token: string,
  name: string,
): Promise<void> {
  const { link } = await api.call(addPasskey, { token, body: { password } });
  expect(link).toMatch(new RegExp(`^${url}/passkey#\\d+\\.[\\w-]{43}$`));
  await device.page.goto(link);
  await device.page.getByLabel('Name of the key').fill(name);
  await device.page.getByRole('button', { name: 'Create the key' }).click();
  await says(device.page, 'Done. The key works.');
}

/** What a console does: it keeps a word, listens, and sends the person to the page. */
async function openPage({ page }: Device) {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const state = randomBytes(16).toString('base64url');
  const arrived = Promise.withResolvers<string>();
  const listener = createServer((request, response) => {
    response.end('back');
    const query = new URL(request.url ?? '/', 'http://x').searchParams;
    if (query.get('state') === state) arrived.resolve(query.get('code') ?? '');
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const { port } = listener.address() as AddressInfo;
  await page.goto(`${url}/sign-in?lang=en#${new URLSearchParams({ challenge, port: String(port), state })}`);
  const go = () => page.getByRole('button', { name: 'Use the passkey' }).click();
  return { verifier, challenge, code: arrived.promise, go, close: () => listener.close() };
}

async function signInWith(device: Device) {
  const asked = await openPage(device);
  await asked.go();
  const code = await asked.code;
  await device.page.waitForURL(/^http:\/\/127\.0\.0\.1/);
  asked.close();
  return { code, verifier: asked.verifier };
}

describe('a passkey', () => {
  it('is made in the browser, opens the account without a password, and is listed with its last use', async () => {
    const { user, token } = await somebody('Carla');
    const device = await deviceOf();
    expect(await api.call(getSignInWays)).toEqual({ passkeyPage: `${url}/sign-in` });
    await makeKey(device, user, token, 'Notebook');
    expect(await api.call(listPasskeys, { token })).toMatchObject([{ name: 'Notebook', usedAt: null }]);

    const { code, verifier } = await signInWith(device);
    const body = { code, verifier, device: { name: 'BALCAO', system: 'Linux' } };
    const signedIn = await api.call(redeemSignIn, { body });
    expect(signedIn.user).toMatchObject({ id: user.id, mustSetUpSecondFactor: false });
    await api.refused('ERR_SESSION_TAKEN_OVER', me, { token });
    const [key] = await api.call(listPasskeys, { token: signedIn.token });
    expect(key?.usedAt).not.toBeNull();
    // Once.
    await api.refused('ERR_SIGN_IN_CODE_INVALID', redeemSignIn, { body });
    const noted = await api.admin`
      select action, entity_name from audit_log where entity = 'passkey' and user_id = ${user.id}`;
    expect(noted).toEqual([{ action: 'create', entity_name: 'Notebook' }]);
    await device.context.close();
  });

  it('stands for the second factor that the company demands, for as long as the session lasts', async () => {
    const firm = await createCompany(api.admin, 'Firma exigente');
    const device = await deviceOf();
    await makeKey(device, firm.ana, await api.signIn(firm.ana), 'Celular');
    const token = await api.signIn(firm.admin);
    const body = { value: 'enabled' };
    await api.call(updateSetting, { params: { key: 'requireSecondFactor' }, body, token });

    const { user } = await api.call(login, { body: { email: firm.ana.email, password: firm.ana.password } });
    expect(user.mustSetUpSecondFactor).toBe(true);
    const signedIn = await api.call(redeemSignIn, { body: await signInWith(device) });
    expect(signedIn.user.mustSetUpSecondFactor).toBe(false);
    const renewed = await api.call(refreshToken, { body: { refreshToken: signedIn.refreshToken } });
    expect(renewed.user.mustSetUpSecondFactor).toBe(false);
    expect((await api.send(listQueues, { token: renewed.token })).statusCode).toBe(200);
    expect(await api.call(me, { token: renewed.token })).toMatchObject({ mustSetUpSecondFactor: false });
    await device.context.close();
  });

  it('opens nothing without its person’s finger, once it is removed, and after somebody else set the password', async () => {
    const { user, token } = await somebody('Davi');
    const device = await deviceOf();
    await makeKey(device, user, token, 'Um');
    await device.cdp.send('WebAuthn.setUserVerified', {
      authenticatorId: device.authenticatorId,
      isUserVerified: false,
    });
    const without = await openPage(device);
    await without.go();
    await says(device.page, 'Nothing was confirmed. Try again.');
    without.close();
    await device.cdp.send('WebAuthn.setUserVerified', {
      authenticatorId: device.authenticatorId,
      isUserVerified: true,
    });

    const [key] = await api.call(listPasskeys, { token });
    const stranger = await api.signIn(company.bruno);
    const params = { passkeyId: key?.id };
    await api.refused('ERR_NO_PASSKEY_FOUND', removePasskey, { params, token: stranger });
    await api.call(removePasskey, { params, token });
    const removed = await openPage(device);
    await removed.go();
    await says(device.page, 'This passkey does not work here.');
    removed.close();

    await makeKey(device, user, token, 'Dois');
    const admin = await api.signIn(company.admin);
    await api.call(updateUser, {
      params: { userId: user.id },
      body: { password: 'given by the admin' },
      token: admin,
    });
    const stolen = await openPage(device);
    await stolen.go();
    await says(device.page, 'This passkey does not work here.');
    stolen.close();
    await device.context.close();
  });

  it('signs for one console alone: what another asks with is refused, and a code needs its own word', async () => {
    const { user, token } = await somebody('Eva');
    const device = await deviceOf();
    await makeKey(device, user, token, 'Eva');
    const { code } = await signInWith(device);
    const other = randomBytes(32).toString('base64url');
    await api.refused('ERR_SIGN_IN_CODE_INVALID', redeemSignIn, { body: { code, verifier: other } });

    // A page in the middle sends what was signed for this console to another one.
    const asked = await openPage(device);
    const sent = device.page.waitForRequest((request) => request.url().endsWith('/auth/passkey'));
    await asked.go();
    const { credential } = (await sent).postDataJSON() as { credential: object };
    await asked.code;
    asked.close();
    const challenge = createHash('sha256').update(other).digest('base64url');
    await api.refused('ERR_PASSKEY_UNKNOWN', provePasskey, { body: { challenge, credential } });
    // The same again, later than it counts.
    api.advance(11 * 60_000);
    await api.refused('ERR_PASSKEY_UNKNOWN', provePasskey, {
      body: { challenge: asked.challenge, credential },
    });
    await device.context.close();
  });

  it('is made with the password and a link that works once; a page without its console sends nobody anywhere', async () => {
    const { user, token } = await somebody('Fabio');
    await api.refused('ERR_WRONG_PASSWORD', addPasskey, { token, body: { password: 'wrong' } });
    const { link } = await api.call(addPasskey, { token, body: { password: user.password } });
    const linkToken = link.slice(link.indexOf('#') + 1);
    const { options } = await api.call(openPasskeyLink, { body: { token: linkToken } });
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      authenticatorSelection: { userVerification: 'required' },
    });
    expect(Buffer.from(options.user.id, 'base64url').toString()).toBe(`${company.companyId}.${user.id}`);
    api.advance(11 * 60_000);
    await api.refused('ERR_PASSKEY_LINK_INVALID', openPasskeyLink, { body: { token: linkToken } });
    const device = await deviceOf();
    await device.page.goto(`${url}/sign-in?lang=en`);
    await says(device.page, 'This address is incomplete.');
    expect(await device.page.getByRole('button').count()).toBe(0);
    await device.context.close();
  });
});

it('is offered only where a browser would make one', async () => {
  expect(
    [
      null,
      'http://desk.example.com',
      'https://203.0.113.7',
      'http://127.0.0.1:8080',
      'https://desk.example.com/balcao/',
    ].map((address) => relyingPartyOf(address)?.url ?? null),
  ).toEqual([null, null, null, null, 'https://desk.example.com/balcao']);
  const silent = await startApi({ beside: api });
  expect(await silent.call(getSignInWays)).toEqual({ passkeyPage: null });
  await silent.refused('ERR_PASSKEYS_OFF', beginPasskeySignIn, { body: { challenge: 'A'.repeat(43) } });
  await silent.stop();
});
