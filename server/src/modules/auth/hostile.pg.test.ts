import {
  forgotPassword,
  login,
  logout,
  me,
  refreshToken,
  resetPassword,
} from '@balcao/shared/features/auth/calls.ts';
import { listQueues } from '@balcao/shared/features/queues/calls.ts';
import { deleteUser } from '@balcao/shared/features/users/calls.ts';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectError, startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createUser, type UserFixture } from '../../../test/fixtures.ts';

/** Bad input for sign-in, sessions and tokens (security report, 1.3: rows 5, 6, 11, 14 to 17, 35 and 45). */
let api: TestApi;
let company: CompanyFixture;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.database.admin, 'Operator');
  company = await createCompany(api.database.admin, 'Padaria');
});
afterAll(() => api.stop());

const enter = ({ email, password }: UserFixture, more: object = {}, headers: Record<string, string> = {}) =>
  api.call(login, { body: { email, password, ...more }, headers });
const sessionOf = (token: string): string => JSON.parse(atob(token.split('.')[1]!)).sid;
const alive = async (user: UserFixture) =>
  (
    await api.database.admin`
      select id from sessions where user_id = ${user.id} and ended_at is null`
  ).map(({ id }) => id);

describe('a session cannot be planted', () => {
  it('each sign-in begins one of its own, whatever it brings along', async () => {
    const attacker = await enter(company.bruno);
    const planted = {
      token: attacker.token,
      refreshToken: attacker.refreshToken,
      sessionId: sessionOf(attacker.token),
      sid: sessionOf(attacker.token),
    };
    const headers = {
      authorization: `Bearer ${attacker.token}`,
      cookie: `token=${attacker.token}; refreshToken=${attacker.refreshToken}; jrt=${attacker.refreshToken}`,
    };
    const first = await enter(company.ana, planted, headers);
    const second = await enter(company.ana, planted, headers);
    const ids = [attacker, first, second].map(({ token }) => sessionOf(token));
    expect(new Set(ids).size).toBe(3);
    expect(await alive(company.ana)).toEqual([ids[2]]);
    const renewed = await api.call(refreshToken, { body: { refreshToken: attacker.refreshToken }, headers });
    expect(renewed.user.id).toBe(company.bruno.id);
    await api.refused('ERR_SESSION_TAKEN_OVER', me, { token: first.token });
  });

  it('and what a sign-in says of rights is not heard', async () => {
    const wished = { profile: 'admin', super: true, companyId: 1, allTicket: 'enable', queueIds: [1], id: 1 };
    const { user } = await enter(company.ana, wished);
    expect(user).toMatchObject({
      id: company.ana.id,
      companyId: company.companyId,
      profile: 'user',
      super: false,
      allTicket: 'disable',
    });
  });
});

describe('a token is believed in its own place alone', () => {
  it('no query, no cookie, no body and no second header carries it', async () => {
    const { token, refreshToken: refresh } = await enter(company.ana);
    const places = [
      { query: { token, access_token: token } },
      { headers: { cookie: `token=${token}` } },
      { headers: { 'x-access-token': token, 'x-authorization': `Bearer ${token}` } },
      { headers: { authorization: `Bearer ${token}, Bearer ${token}` } },
      { headers: { authorization: `Token ${token}` } },
      { headers: { authorization: token } },
    ];
    for (const place of places) await api.refused('ERR_SESSION_EXPIRED', me, place);
    // Each kind of token in the place of another.
    await api.refused('ERR_SESSION_EXPIRED', me, { token: refresh });
    await api.refused('ERR_SESSION_EXPIRED', refreshToken, { body: { refreshToken: token } });
    for (const wrong of [token, refresh])
      await api.refused('ERR_RESET_LINK_INVALID', resetPassword, {
        body: { token: wrong.slice(0, 200), password: 'a fresh password' },
      });
  });

  it('and a key that it brings along is none', async () => {
    const { token } = await enter(company.ana);
    const claims = JSON.parse(atob(token.split('.')[1]!));
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    const sign = (alg: string, more: object, key: Parameters<SignJWT['sign']>[0]) =>
      new SignJWT(claims).setProtectedHeader({ alg, typ: 'at+jwt', ...more }).sign(key);
    const empty = new Uint8Array(32);
    const forged = [
      await sign('ES256', { jwk }, privateKey),
      await sign('ES256', { jku: 'https://evil.example/keys', kid: 'x' }, privateKey),
      await sign('HS256', { kid: '../../../../dev/null' }, empty),
      await sign('HS256', { kid: "' or 1=1 --" }, empty),
      // What is public of a key pair as the secret of a shared one.
      await sign('HS256', {}, new TextEncoder().encode(JSON.stringify(jwk))),
      `${token.slice(0, -2)}${token.endsWith('A') ? 'B' : 'A'}`,
      `${token}.${token}`,
      'a'.repeat(8_000),
    ];
    for (const wrong of forged) await api.refused('ERR_SESSION_EXPIRED', me, { token: wrong });
    expect((await api.send(me, { token })).statusCode).toBe(200);
  });

  it('and another company, another person or another session in it makes it worthless', async () => {
    const { token } = await enter(company.ana);
    const other = await enter(company.bruno);
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const claims = JSON.parse(atob(payload));
    for (const change of [
      { companyId: 1 },
      { sub: String(company.admin.id) },
      { sid: sessionOf(other.token) },
      { exp: claims.exp + 3_600 },
    ]) {
      const changed = btoa(JSON.stringify({ ...claims, ...change })).replaceAll('=', '');
      await api.refused('ERR_SESSION_EXPIRED', me, { token: `${header}.${changed}.${signature}` });
    }
  });
});

describe('races', () => {
  it('leave no session behind somebody who leaves while it is being renewed', async () => {
    for (let round = 0; round < 5; round++) {
      const { token, refreshToken: refresh } = await enter(company.ana);
      const renewals = Array.from({ length: 4 }, () =>
        api.send(refreshToken, { body: { refreshToken: refresh } }),
      );
      await api.call(logout, { token });
      const given = (await Promise.all(renewals)).filter((answer) => answer.statusCode === 200);
      for (const answer of given) {
        await api.refused('ERR_SESSION_EXPIRED', me, { token: answer.json().token });
        const body = { refreshToken: answer.json().refreshToken };
        await api.refused('ERR_SESSION_EXPIRED', refreshToken, { body });
      }
      expect(await alive(company.ana)).toEqual([]);
    }
  });

  it('between two sign-ins and a renewal leave one session, and its tokens work', async () => {
    const before = await enter(company.ana);
    const [first, second] = await Promise.all([
      enter(company.ana),
      enter(company.ana),
      api.send(refreshToken, { body: { refreshToken: before.refreshToken } }),
    ]);
    const [winner] = await alive(company.ana);
    const [kept, lost] = sessionOf(first.token) === winner ? [first, second] : [second, first];
    await api.refused('ERR_SESSION_TAKEN_OVER', me, { token: lost.token });
    await api.refused('ERR_SESSION_TAKEN_OVER', refreshToken, { body: { refreshToken: lost.refreshToken } });
    await api.refused('ERR_SESSION_TAKEN_OVER', me, { token: before.token });
    expect((await api.send(refreshToken, { body: { refreshToken: kept.refreshToken } })).statusCode).toBe(
      200,
    );
  });

  it('between signing in and being deleted leave nothing', async () => {
    const chief = await api.signIn(company.admin);
    const leaver = await createUser(api.database.admin, company.companyId, 'Leaver', []);
    const { email, password } = leaver;
    const attempts = Array.from({ length: 5 }, () => api.send(login, { body: { email, password } }));
    await api.call(deleteUser, { params: { userId: leaver.id }, token: chief });
    for (const answer of await Promise.all(attempts)) {
      expect([200, 401]).toContain(answer.statusCode);
      if (answer.statusCode === 200)
        await api.refused('ERR_SESSION_EXPIRED', me, { token: answer.json().token });
    }
    expect(await alive(leaver)).toEqual([]);
  });
});

describe('guessing', () => {
  it('never locks out whoever is signed in already, nor keeps them from going on', async () => {
    const session = await enter(company.ana);
    const guess = () => api.send(login, { body: { email: company.ana.email, password: 'guess' } });
    while ((await guess()).statusCode !== 429);
    await api.refused('ERR_TOO_MANY_REQUESTS', login, {
      body: { email: company.ana.email, password: company.ana.password },
    });
    expect((await api.send(listQueues, { token: session.token })).statusCode).toBe(200);
    const body = { refreshToken: session.refreshToken };
    expect((await api.send(refreshToken, { body })).statusCode).toBe(200);
  });

  it('of refresh tokens is slowed down for its address alone, far beyond what an office asks for', async () => {
    const ask = async (remoteAddress: string) => {
      const answer = await api.app.inject({ method: 'POST', url: '/auth/refresh_token', remoteAddress });
      return answer.json().error;
    };
    let asked = 0;
    while ((await ask('2001:db8::7')) === 'ERR_SESSION_EXPIRED') asked += 1;
    expect(asked).toBeGreaterThanOrEqual(1_000);
    expect(await ask('2001:db8::8')).toBe('ERR_TOO_MANY_REQUESTS');
    expect(await ask('2001:db8:0:1::7')).toBe('ERR_SESSION_EXPIRED');
  });

  it('counts one account however its address is written, and whatever the guesser says of his own', async () => {
    const victim = await createUser(api.database.admin, company.companyId, 'Vitima', []);
    const spellings = [victim.email, victim.email.toUpperCase(), ` ${victim.email} `, `\t${victim.email}`];
    const codes = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const email = spellings[attempt % spellings.length];
      const headers = { 'x-forwarded-for': `198.51.100.${attempt}`, forwarded: `for=198.51.100.${attempt}` };
      codes.push((await api.send(login, { body: { email, password: 'guess' }, headers })).statusCode);
    }
    expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  });
});

it('answers hostile input with a refusal, never with a failure', async () => {
  const { email, password } = company.bruno;
  const long = 'x'.repeat(100_000);
  const values = [
    '',
    '\u0000',
    `${email}\u0000`,
    '\ud800',
    long,
    "' or 1=1 --",
    '%',
    '__proto__',
    '{"$gt":""}',
  ];
  const things: unknown[] = [...values, null, 0, true, [], [email], {}, { $ne: '' }, { toString: 'x' }];
  const bodies = things.flatMap((thing) => [
    [login, { email: thing, password }],
    [login, { email, password: thing }],
    [login, { email, password, code: thing }],
    [refreshToken, { refreshToken: thing }],
    [forgotPassword, { email: thing }],
    [resetPassword, { token: thing, password }],
    [resetPassword, { token: 'x', password: thing }],
  ]) as [typeof login, object][];
  for (const [contract, body] of bodies) {
    const answer = await api.send(contract, { body });
    expect([contract.path, body, answer.statusCode < 500]).toEqual([contract.path, body, true]);
    if (answer.statusCode >= 400) expectError(answer, answer.json().error);
    api.advance(16 * 60_000);
  }
  expect(api.logged()).not.toContain('"level":50');
});
