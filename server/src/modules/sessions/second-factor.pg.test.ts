import { isTokenClass } from '@balcao/shared/contract/call.ts';
import type { ErrorCode } from '@balcao/shared/errors.ts';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  login,
  logout,
  me,
} from '@balcao/shared/features/auth/calls.ts';
import { listQueues } from '@balcao/shared/features/queues/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { updateUser } from '@balcao/shared/features/users/calls.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import { Secret, TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createUser, type UserFixture } from '../../../test/fixtures.ts';
import { announceAccess } from '../../platform/access-changes.ts';
import { createConsole } from '../../sync/testing/console.ts';
import { removeSecondFactor } from './second-factor.service.ts';

const STEP = 30_000;

let api: TestApi;
let url: string;
let company: CompanyFixture;

beforeAll(async () => {
  api = await startApi();
  url = (await api.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  await createCompany(api.database.admin, 'Operator');
  company = await createCompany(api.database.admin, 'Padaria');
});
afterAll(() => api.stop());

/** What an authenticator shows, `steps` of 30 seconds from now. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: api.deps.clock().getTime() + steps * STEP,
  });
const body = ({ email, password }: UserFixture, code?: string) => ({
  body: { email, password, ...(code === undefined ? {} : { code }) },
});
const enter = (user: UserFixture, code?: string) => api.call(login, body(user, code));
const refused = (error: ErrorCode, user: UserFixture, code?: string) =>
  api.refused(error, login, body(user, code));

async function somebody(name: string) {
  const user = await createUser(api.database.admin, company.companyId, name, [company.queues.support]);
  const token = await api.signIn(user);
  return { user, token };
}

const begin = ({ password }: UserFixture, token: string) =>
  api.call(beginSecondFactor, { token, body: { password } });

async function secured(name: string) {
  const { user, token } = await somebody(name);
  const { secret } = await begin(user, token);
  const code = codeOf(secret);
  const { recoveryCodes } = await api.call(confirmSecondFactor, { token, body: { code } });
  return { user, token, secret, code, recoveryCodes };
}

it('counts once a code of the offered secret has come back, and then sign-in asks for one', async () => {
  const { user, token } = await somebody('Carla');
  const { secret, otpauthUrl } = await begin(user, token);
  const parsed = URI.parse(otpauthUrl) as TOTP;
  expect([parsed.issuer, parsed.label, parsed.secret.base32]).toEqual(['Balcão', user.email, secret]);

  for (const wrong of [
    '',
    '12345',
    'abcdef',
    '١٢٣٤٥٦',
    '１２３４５６',
    codeOf(secret, 5),
    codeOf(secret, -5),
  ])
    await api.refused('ERR_SECOND_FACTOR_WRONG', confirmSecondFactor, { token, body: { code: wrong } });
  expect((await enter(user)).user.secondFactor).toBe(false);

  const again = await api.signIn(user);
  const code = codeOf(secret);
  const { recoveryCodes } = await api.call(confirmSecondFactor, { token: again, body: { code } });
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const recovery of recoveryCodes) expect(recovery).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/);
  expect((await api.call(me, { token: again })).secondFactor).toBe(true);
  const { password } = user;
  await api.refused('ERR_SECOND_FACTOR_ACTIVE', beginSecondFactor, { token: again, body: { password } });
  await api.refused('ERR_SECOND_FACTOR_WRONG', confirmSecondFactor, {
    token: again,
    body: { code: codeOf(secret, 1) },
  });
  await refused('ERR_SECOND_FACTOR_REQUIRED', user);
  await refused('ERR_INVALID_CREDENTIALS', { ...user, password: 'wrong' }, codeOf(secret, 1));
});

it('takes each code once, one step early or late, whoever comes first', async () => {
  const { user, secret, code } = await secured('Davi');
  await refused('ERR_SECOND_FACTOR_WRONG', user, code);
  await refused('ERR_SECOND_FACTOR_WRONG', user, codeOf(secret, 3));
  const next = codeOf(secret, 1);
  const race = await Promise.all(Array.from({ length: 5 }, () => api.send(login, body(user, next))));
  expect(race.map((answer) => answer.statusCode).sort()).toEqual([200, 401, 401, 401, 401]);
  // Older than the last one that was used.
  await refused('ERR_SECOND_FACTOR_WRONG', user, codeOf(secret));
  // Into the beginning of a step, so that none passes between two lines.
  api.advance(10 * STEP - (api.deps.clock().getTime() % STEP));
  await refused('ERR_SECOND_FACTOR_WRONG', user, codeOf(secret, -2));
  api.advance(10 * STEP);
  const late = codeOf(secret, -1);
  await enter(user, `${late.slice(0, 3)} ${late.slice(3)}`);
});

it('takes each recovery code once, and keeps nothing in the clear', async () => {
  const { user, secret, recoveryCodes } = await secured('Eva');
  const other = await secured('Outra');
  const [first = '', second = ''] = recoveryCodes;
  await refused('ERR_SECOND_FACTOR_WRONG', user, other.recoveryCodes[0]);
  await enter(user, first.toUpperCase());
  await refused('ERR_SECOND_FACTOR_WRONG', user, first);
  await enter(user, second.replace('-', ''));
  const dump = JSON.stringify([
    await api.database.admin`select u::text from users u`,
    await api.database.admin`select encode(totp_secret, 'escape') as text from users`,
    await api.database.admin`select encode(hash, 'escape') as text from recovery_codes`,
    await api.database.admin`select changes from audit_log`,
  ]);
  const raw = Buffer.from(Secret.fromBase32(secret).bytes).toString('latin1');
  for (const canary of [secret, raw, ...recoveryCodes, second.replace('-', '')]) {
    expect(dump).not.toContain(canary);
    expect(api.logged()).not.toContain(canary);
  }
  // Sealed for its own person: of no use in another's row.
  await api.database
    .admin`update users set totp_secret = (select totp_secret from users where id = ${user.id}),
    totp_step = null where id = ${other.user.id}`;
  expect((await api.send(login, body(other.user, codeOf(secret, 1)))).statusCode).toBe(500);
});

it('slows guesses of the code down like guesses of the password', async () => {
  const { user, token } = await secured('Fabio');
  const codes = [];
  for (let guess = 0; guess < 10; guess++) {
    const answer = await api.send(login, body(user, String(guess).repeat(6)));
    codes.push(answer.json().error);
    // The password alone does not begin again by asking without a code.
    await api.send(login, body(user));
  }
  expect(codes.slice(0, 5)).toEqual(Array(5).fill('ERR_SECOND_FACTOR_WRONG'));
  // A slow machine sits out the first second or two.
  expect(codes.filter((code) => code === 'ERR_TOO_MANY_REQUESTS').length).toBeGreaterThan(2);
  expect((await api.send(me, { token })).statusCode).toBe(200);
});

it('begins with the password, which a stolen session cannot guess', async () => {
  const { user, token } = await somebody('Jonas');
  const offer = (password: string) => api.send(beginSecondFactor, { token, body: { password } });
  const codes = [];
  for (let guess = 0; guess < 6; guess++) codes.push((await offer(`guess ${guess}`)).statusCode);
  expect(codes).toEqual([422, 422, 422, 422, 422, 429]);
  const [row] = await api.database.admin`select totp_secret from users where id = ${user.id}`;
  expect(row).toEqual({ totp_secret: null });
  api.advance(2_000);
  expect((await offer(user.password)).statusCode).toBe(201);
});

it('ends with the password, which a stolen session cannot guess', async () => {
  const { user, token, secret } = await secured('Gil');
  const end = (password: string) => api.send(endSecondFactor, { token, body: { password } });
  const codes = [];
  for (let guess = 0; guess < 6; guess++) codes.push((await end(`guess ${guess}`)).statusCode);
  expect(codes).toEqual([422, 422, 422, 422, 422, 429]);
  expect((await api.send(me, { token })).statusCode).toBe(200);
  api.advance(2_000);
  expect((await end(user.password)).statusCode).toBe(204);
  const { user: seen } = await enter(user, codeOf(secret, 1));
  expect(seen.secondFactor).toBe(false);
  const left = await api.database.admin`select from recovery_codes where user_id = ${user.id}`;
  expect(left.count).toBe(0);
  const entries = await api.database.admin`
    select action, changes from audit_log where entity = 'user' and entity_id = ${String(user.id)} order by id`;
  expect(entries).toEqual([
    { action: 'secondFactor', changes: [{ field: 'secondFactor', from: 'false', to: 'true' }] },
    { action: 'secondFactor', changes: [{ field: 'secondFactor', from: 'true', to: 'false' }] },
  ]);
});

it('is taken from somebody who has lost it, in the own company alone', async () => {
  const { user } = await secured('Helio');
  const take = (companyId: number) =>
    api.db.withCompany(companyId, (tx) => removeSecondFactor(tx, companyId, user.id));
  expect(await take(1)).toBe(false);
  await refused('ERR_SECOND_FACTOR_REQUIRED', user);
  expect(await take(company.companyId)).toBe(true);
  await enter(user);
});

it('can be demanded by the company: everything else is closed until it is set up, the console too', async () => {
  const { user, token } = await somebody('Iris');
  const desk = createConsole(url, token);
  await desk.live();
  await api.database.admin`
    insert into settings (company_id, key, value) values (${company.companyId}, 'requireSecondFactor', 'enabled')`;
  await api.db.asSystem(async (tx) => announceAccess(tx, api.bus, company));
  expect(await desk.closed).toEqual({ code: CLOSE.companyBlocked });
  expect(desk.frames.at(-1)).toMatchObject({
    type: 'error',
    code: 'ERR_SECOND_FACTOR_SETUP',
    retryable: false,
  });

  await api.refused('ERR_SECOND_FACTOR_SETUP', listQueues, { token });
  expect((await enter(user)).user).toMatchObject({ secondFactor: false, mustSetUpSecondFactor: true });
  const fresh = await api.signIn(user);
  const open = api.app.contracts.filter((contract) => contract.openWithoutSecondFactor);
  expect(open.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
    'DELETE /auth/logout',
    'GET /auth/me',
    'POST /auth/second-factor',
    'PUT /auth/second-factor',
  ]);
  const closed = api.app.contracts.filter(
    (contract) =>
      contract.access !== 'public' && !isTokenClass(contract.access) && !contract.openWithoutSecondFactor,
  );
  for (const contract of closed)
    await api.refused('ERR_SECOND_FACTOR_SETUP', contract, { token: fresh, body: {} });
  const early = createConsole(url, fresh);
  expect(await early.closed).toEqual({ code: CLOSE.companyBlocked });

  const { secret } = await begin(user, fresh);
  await api.call(confirmSecondFactor, { token: fresh, body: { code: codeOf(secret) } });
  expect((await api.send(listQueues, { token: fresh })).statusCode).toBe(200);
  const late = createConsole(url, fresh);
  await late.live();
  await api.call(endSecondFactor, { token: fresh, body: { password: user.password } });
  expect(await late.closed).toEqual({ code: CLOSE.companyBlocked });
  await api.call(logout, { token: fresh });
  await api.database.admin`delete from settings where company_id = ${company.companyId}`;
});

it.each([
  ['disabled', []],
  ['admins', ['admin', 'operator']],
  ['supervisors', ['admin', 'operator', 'supervisor']],
  ['enabled', ['admin', 'operator', 'supervisor', 'user']],
] as const)('is demanded by profile: %s', async (value, demanded) => {
  const firm = await createCompany(api.database.admin, `Firma ${value}`);
  const people = {
    admin: firm.admin,
    operator: firm.bruno,
    supervisor: await createUser(api.database.admin, firm.companyId, 'Sonia', []),
    user: firm.ana,
  };
  await api.database.admin`update users set super = true where id = ${people.operator.id}`;
  await api.database.admin`update users set profile = 'supervisor' where id = ${people.supervisor.id}`;
  const token = await api.signIn(firm.admin);
  await api.call(updateSetting, { params: { key: 'requireSecondFactor' }, body: { value }, token });

  const found = [];
  for (const [name, person] of Object.entries(people)) {
    const session = await enter(person);
    const { statusCode } = await api.send(listQueues, { token: session.token });
    expect([name, statusCode]).toEqual([name, session.user.mustSetUpSecondFactor ? 403 : 200]);
    if (session.user.mustSetUpSecondFactor) found.push(name);
  }
  expect(found).toEqual(demanded);
});

it('is demanded at once of somebody who becomes an admin where admins need one', async () => {
  const firm = await createCompany(api.database.admin, 'Firma que promove');
  const { secret } = await begin(firm.admin, await api.signIn(firm.admin));
  const chief = await api.signIn(firm.admin);
  await api.call(confirmSecondFactor, { token: chief, body: { code: codeOf(secret) } });
  const body = { value: 'admins' };
  await api.call(updateSetting, { params: { key: 'requireSecondFactor' }, body, token: chief });
  const { token } = await enter(firm.ana);
  const desk = createConsole(url, token);
  await desk.live();
  const promotion = { params: { userId: firm.ana.id }, body: { profile: 'admin' }, token: chief };
  await api.call(updateUser, promotion);
  expect(await desk.closed).toEqual({ code: CLOSE.companyBlocked });
  await api.refused('ERR_SECOND_FACTOR_SETUP', listQueues, { token });
});
