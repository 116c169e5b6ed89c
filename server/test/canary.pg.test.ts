import type { RouteContract } from '@balcao/shared/contract/call.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  createResetLink,
  endSecondFactor,
  forgotPassword,
  listPasswordResets,
  login,
  logout,
  refreshToken,
  resetPassword,
} from '@balcao/shared/features/auth/calls.ts';
import { createCompany as createCompanyRoute, signUp } from '@balcao/shared/features/companies/calls.ts';
import { createPrompt, updatePrompt } from '@balcao/shared/features/prompts/calls.ts';
import {
  createQueueIntegration,
  rotateSigningSecret,
  updateQueueIntegration,
} from '@balcao/shared/features/queue-integrations/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { SETTING_KEYS, settingRule } from '@balcao/shared/features/settings/rules.ts';
import { createUser as createUserRoute, updateUser } from '@balcao/shared/features/users/calls.ts';
import { createWebhook, rotateWebhookSecret } from '@balcao/shared/features/webhooks/calls.ts';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from './api.ts';
import { createCompany, givePlan } from './fixtures.ts';

/** Unmistakable secrets enter through every route; none is stored anywhere, and no refusal repeats one. */
let api: TestApi;
let planId: number;
/** Texts that must be found nowhere. */
const secrets = new Map<string, string>();
const refusals: string[] = [];

beforeAll(async () => {
  api = await startApi({ env: { LOG_LEVEL: 'trace' } });
});
afterAll(() => api.stop());

let made = 0;
function canary(what: string): string {
  const value = `canary-${++made}-${crypto.randomUUID()}`;
  secrets.set(what, value);
  return value;
}
const keep = (what: string, value: string) => {
  secrets.set(what, value);
  return value;
};

type Call = NonNullable<Parameters<TestApi['send']>[1]>;
/** Every write with a key, so that its answer is kept too. */
const call: TestApi['call'] = (contract, input) =>
  api.call(contract, { ...input, headers: { ...input?.headers, 'idempotency-key': crypto.randomUUID() } });
async function refused(contract: RouteContract, input: Call): Promise<void> {
  const response = await api.send(contract, input);
  expect(response.statusCode).toBeGreaterThanOrEqual(400);
  refusals.push(`${JSON.stringify(response.headers)} ${response.body}`);
}

async function signInWith(email: string, password: string, code?: string) {
  const tokens = await call(login, { body: { email, password, code } });
  keep(`access token ${++made}`, tokens.token);
  keep(`refresh token ${++made}`, tokens.refreshToken);
  return tokens;
}

/** Uses of secrets, right and wrong ones. */
async function live(): Promise<void> {
  const { admin } = api.database;
  const operator = await createCompany(admin, 'Operator');
  await admin`update users set super = true where id = ${operator.admin.id}`;
  await givePlan(admin, operator.companyId);
  const [plan] = await admin`insert into plans (name) values ('Full') returning id`;
  planId = Number(plan?.id);
  const { token } = await signInWith(operator.admin.email, operator.admin.password);

  // Passwords.
  const email = 'ana@birds.test';
  const password = canary('first password');
  const { id } = await call(createUserRoute, { body: { name: 'Ana', email, password }, token });
  await refused(login, { body: { email, password: canary('wrong password') } });
  await refused(login, { body: { email, password: 7, token: canary('field that is none') } });
  await refused(createUserRoute, {
    body: { name: 'x', email, password: canary('password in a wrong body') },
    token,
  });
  await refused(createUserRoute, {
    body: { name: 'Ana', email, password: canary('password of a taken e-mail') },
    token,
  });
  await refused(createUserRoute, {
    body: { name: 'Ana', email, password: canary('too long').padEnd(60, 'x') },
    token,
  });
  const ana = await signInWith(email, password);
  const change = { params: { userId: id }, token: ana.token };
  await refused(updateUser, {
    ...change,
    body: { password: canary('never set'), currentPassword: canary('wrong current') },
  });
  const second = canary('second password');
  await call(updateUser, { ...change, body: { password: second, currentPassword: password } });
  await call(updateUser, { params: { userId: id }, token, body: { password: second } });
  const founder = { name: 'Aves', email: 'aves@birds.test', planId };
  await call(signUp, { body: { ...founder, password: canary('password of a sign-up') } });
  await refused(signUp, { body: { ...founder, password: canary('password of a refused sign-up') } });
  await call(createCompanyRoute, {
    body: { name: 'Ninho', email: 'ninho@birds.test', planId, password: canary('password of a company') },
    token,
  });

  // Tokens.
  const session = await signInWith(email, second);
  const renewed = await call(refreshToken, { body: { refreshToken: session.refreshToken } });
  keep('renewed access token', renewed.token);
  keep('renewed refresh token', renewed.refreshToken);
  await refused(refreshToken, { body: { refreshToken: canary('refresh token that is none') } });
  await refused(logout, { token: canary('access token that is none') });
  await refused(logout, {
    headers: { authorization: `Basic ${canary('other kind of token')}`, cookie: canary('cookie') },
  });
  await call(forgotPassword, { body: { email } });
  const requests = () => api.call(listPasswordResets, { token });
  await expect.poll(requests).toHaveLength(1);
  const [request] = await requests();
  const { link } = await call(createResetLink, { params: { resetId: request?.id }, token });
  const linkToken = keep('token of a link', link.slice(link.indexOf('#') + 1));
  await refused(resetPassword, {
    body: { token: canary('link that is none'), password: canary('password of no link') },
  });
  const third = canary('third password');
  await call(resetPassword, { body: { token: linkToken, password: third } });

  // The second factor.
  const again = await signInWith(email, third);
  const { secret } = await call(beginSecondFactor, { token: again.token, body: { password: third } });
  keep('authenticator secret', secret);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  const { recoveryCodes } = await call(confirmSecondFactor, { token: again.token, body: { code } });
  for (const [index, recovery] of recoveryCodes.entries()) keep(`recovery code ${index}`, recovery);
  await refused(login, { body: { email, password: third, code: canary('wrong code').slice(0, 40) } });
  await signInWith(email, third, recoveryCodes[0]);
  await refused(endSecondFactor, { token: again.token, body: { password: canary('password to end it') } });

  // Options.
  for (const key of SETTING_KEYS.filter((name) => settingRule(name).secret)) {
    await call(updateSetting, { params: { key }, token, body: { value: canary(`option ${key}`) } });
    await refused(updateSetting, {
      params: { key },
      token,
      body: { value: canary(`too long ${key}`).padEnd(600, 'x') },
    });
  }

  // Keys of an AI.
  const body = { name: 'AI', queueId: operator.queues.support };
  const keys = () => ({ apiKey: canary('key of an AI'), voiceKey: canary('key of a voice') });
  const made = await call(createPrompt, { body: { ...body, ...keys() }, token });
  await call(updatePrompt, { params: { promptId: made.id }, body: keys(), token });
  await refused(createPrompt, { body: { ...body, ...keys() }, token });

  // Keys of integrations. A service account is none unless all of it is there.
  const hook = { type: 'webhook', urlN8N: 'https://hooks.test/' };
  const header = () => ({ headerName: 'x-key', headerValue: canary('value of a header') });
  const account = () => JSON.stringify({ type: 'service_account', private_key: canary('key of an account') });
  const integration = await call(createQueueIntegration, {
    body: { ...hook, name: 'Hook', ...header() },
    token,
  });
  const params = { queueIntegrationId: integration.id };
  await call(updateQueueIntegration, { params, body: header(), token });
  await refused(createQueueIntegration, { body: { ...hook, name: 'Hook', ...header() }, token });
  await refused(updateQueueIntegration, { params, body: { jsonContent: account() }, token });
  keep('signing secret', (await call(rotateSigningSecret, { params, token })).secret);
  const address = { name: 'Hook', url: 'https://hooks.test/', events: ['ticket.closed'] };
  const webhook = await call(createWebhook, { body: address, token });
  keep('secret of a webhook', webhook.secret);
  const webhookParams = { webhookId: webhook.id };
  keep('new secret', (await call(rotateWebhookSecret, { params: webhookParams, token })).secret);

  // A failure of the database repeats the row in its details, the failure of a query its values.
  await admin`alter table users add constraint trap check (name <> 'Trap')`;
  await admin`alter table settings add constraint trap check (value not like '%rap!')`;
  await refused(createUserRoute, {
    token,
    body: { name: 'Trap', email: 'trap@birds.test', password: canary('password in a failure') },
  });
  await refused(updateSetting, {
    params: { key: 'asaas' },
    token,
    body: { value: `${canary('option in a failure')}rap!` },
  });
}

it('nothing secret is in a row, a log line or a refusal', async () => {
  await live();
  expect(secrets.size).toBeGreaterThan(50);
  const { admin } = api.database;
  const tables = await admin<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`;
  const rows: string[] = [];
  for (const { name } of tables)
    for (const { row } of await admin<{ row: string }[]>`select t::text as row from ${admin(name)} t`)
      rows.push(`${name}: ${row}`);
  expect(rows.some((row) => row.startsWith('users: ') && row.includes('ana@birds.test'))).toBe(true);
  const places = { rows, log: api.logged().split('\n'), refusals };
  expect(places.log.length).toBeGreaterThan(40);
  expect(places.log.some((line) => line.includes('"level":50'))).toBe(true);

  // Rows show bytes as hexadecimal digits; an authenticator's secret is bytes.
  const spellings = (secret: string) => [
    secret,
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ...(/^[A-Z2-7]{32}$/.test(secret) ? [Buffer.from(Secret.fromBase32(secret).bytes).toString('hex')] : []),
  ];
  const leaks = [];
  for (const [what, secret] of secrets)
    for (const [place, lines] of Object.entries(places))
      for (const spelling of spellings(secret)) {
        const line = lines.find((text) => text.includes(spelling));
        if (line) leaks.push(`${what} in ${place}: ${line.slice(0, 200)}`);
      }
  expect(leaks).toEqual([]);
  expect(refusals.join('\n')).not.toMatch(/argon2|node_modules|\.ts:\d/);
});
