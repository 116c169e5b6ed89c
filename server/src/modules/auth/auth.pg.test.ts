import { login, logout, me, refreshToken } from '@balcao/shared/features/auth/calls.ts';
import { listQueues } from '@balcao/shared/features/queues/calls.ts';
import { hash } from '@node-rs/argon2';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { PASSWORD_COST } from '../../../test/fixtures.ts';
import { onAccessChanged } from '../../platform/access-changes.ts';
import { createPasswords, type Passwords } from '../sessions/passwords.ts';
import { createSecondFactor } from '../sessions/second-factor.service.ts';
import { createSessions } from '../sessions/sessions.service.ts';
import { createTokenIssuer } from '../sessions/token-issuer.ts';
import { createAuthService } from './auth.service.ts';
import { api, company, MINUTE, operator, prepare, refresh, signIn } from './testing/sign-ins.ts';

prepare();

describe('signing in', () => {
  it('answers who it is, with queues and company and without anything secret', async () => {
    const { user, token } = await signIn();
    expect(user).toMatchObject({
      id: company.ana.id,
      email: company.ana.email,
      profile: 'user',
      allTicket: 'disable',
      companyId: company.companyId,
      queues: [{ id: company.queues.support, name: 'Suporte', color: '#e8590c' }],
    });
    expect(await api.call(me, { token })).toEqual(user);
    expect(JSON.stringify(user)).not.toContain('argon2');
  });

  it('gives a wrong password and an unknown account the same answer for the same work', async () => {
    const wrong = { email: company.ana.email, password: 'nope' };
    const unknown = { email: 'nobody@nowhere.test', password: 'nope' };
    const first = await api.refused('ERR_INVALID_CREDENTIALS', login, { body: wrong });
    const second = await api.refused('ERR_INVALID_CREDENTIALS', login, { body: unknown });
    expect({ ...second, requestId: '' }).toEqual({ ...first, requestId: '' });

    let verified = 0;
    const real = createPasswords();
    const counting: Passwords = {
      ...real,
      verify(hash, password) {
        verified += 1;
        return real.verify(hash, password);
      },
    };
    const tokens = createTokenIssuer(api.deps.secrets, api.deps.clock);
    const sessions = createSessions({ ...api.deps, tokens });
    const auth = createAuthService({
      ...api.deps,
      passwords: counting,
      sessions,
      secondFactor: createSecondFactor(api.deps),
    });
    const work = [];
    for (const input of [wrong, unknown]) {
      verified = 0;
      await expect(auth.login({ ...input, address: 'x', program: '' })).rejects.toMatchObject({
        code: 'ERR_INVALID_CREDENTIALS',
      });
      work.push(verified);
    }
    sessions.close();
    expect(work).toEqual([1, 1]);
  });

  it('hashes with argon2id at 19 MiB and two passes, for nobody as well', async () => {
    const stored = await createPasswords().hash('secret');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await createPasswords().verify(null, 'secret')).toBe(false);
  });

  it('hashes anew at sign-in what was hashed when that cost less, and nothing else', async () => {
    const { bruno } = company;
    const stored = async () =>
      (await api.database.admin`select password_hash from users where id = ${bruno.id}`)[0]?.password_hash;
    const cheap = await hash(bruno.password, { ...PASSWORD_COST, timeCost: 1 });
    await api.database.admin`update users set password_hash = ${cheap} where id = ${bruno.id}`;
    await api.refused('ERR_INVALID_CREDENTIALS', login, { body: { email: bruno.email, password: 'nope' } });
    expect(await stored()).toBe(cheap);
    await signIn(bruno);
    const dear = await stored();
    expect(dear).toMatch(/^\$argon2id\$v=19\$m=8,t=2,p=1\$/);
    await signIn(bruno);
    expect(await stored()).toBe(dear);
  });

  it('refuses at once whoever comes after too many strangers', async () => {
    const passwords = createPasswords({ mostWaiting: 3 });
    const answers = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((guess) => passwords.verify(null, `${guess}`)),
    );
    expect(
      answers.map((answer) => (answer.status === 'rejected' ? answer.reason.code : answer.value)),
    ).toEqual([...[false, false, false], ...['ERR_UNAVAILABLE', 'ERR_UNAVAILABLE']]);
    expect(await passwords.verify(null, 'again')).toBe(false);
  });

  it('slows guessing down for each account, and leaves running sessions alone', async () => {
    const { token } = await signIn(company.bruno);
    const guess = { email: company.bruno.email, password: 'guess' };
    const codes = [];
    for (let attempt = 0; attempt < 8; attempt++)
      codes.push((await api.send(login, { body: guess })).statusCode);
    expect(codes).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    const blocked = await api.send(login, { body: { ...guess, password: company.bruno.password } });
    expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
    expect(await api.call(me, { token })).toMatchObject({ id: company.bruno.id });
    await signIn(company.ana);
    api.advance(2_000);
    await signIn(company.bruno);
  });

  it('counts parallel guesses one by one', async () => {
    const guesses = Array.from({ length: 12 }, (_, index) =>
      api.send(login, { body: { email: company.admin.email, password: `guess ${index}` } }),
    );
    const codes = (await Promise.all(guesses)).map((response) => response.statusCode).sort();
    expect(codes).toEqual([401, 401, 401, 401, 401, ...Array(7).fill(429)]);
    api.advance(5_000);
    await signIn(company.admin);
  });

  it('leaves exactly one of twenty parallel sign-ins alive', async () => {
    const signedIn = await Promise.all(Array.from({ length: 20 }, () => signIn()));
    const answers = await Promise.all(signedIn.map(({ token }) => api.send(me, { token })));
    const codes = answers.map((answer) => (answer.statusCode === 200 ? 'alive' : answer.json().error)).sort();
    expect(codes).toEqual([...Array(19).fill('ERR_SESSION_TAKEN_OVER'), 'alive']);
    const alive = await api.database.admin`
      select from sessions where user_id = ${company.ana.id} and ended_at is null`;
    expect(alive.count).toBe(1);
  });

  it('tells every process whose access changed, and the two sessions what became of them', async () => {
    const heard: unknown[] = [];
    const stop = onAccessChanged(api.bus, (change) => heard.push(change));
    const first = await signIn();
    const second = await signIn();
    await api.call(logout, { token: second.token });
    stop();
    const { companyId } = company;
    expect(heard.slice(-2)).toEqual(Array(2).fill({ companyId, userId: company.ana.id }));
    await api.refused('ERR_SESSION_TAKEN_OVER', me, { token: first.token });
    await api.refused('ERR_SESSION_EXPIRED', me, { token: second.token });
  });
});

describe('access tokens', () => {
  it('are refused at once when missing, malformed or forged', async () => {
    const { token } = await signIn();
    const [header, payload, signature] = token.split('.') as [string, string, string];
    const claims = JSON.parse(atob(payload));
    const key = api.deps.secrets.derive('access-token');
    const forge = (change: { typ?: string; aud?: string; iss?: string; key?: Uint8Array; alg?: string }) =>
      new SignJWT({ companyId: claims.companyId, sid: claims.sid })
        .setProtectedHeader({ alg: change.alg ?? 'HS256', typ: change.typ ?? 'at+jwt' })
        .setSubject(claims.sub)
        .setIssuer(change.iss ?? claims.iss)
        .setAudience(change.aud ?? claims.aud)
        .setExpirationTime('5m')
        .sign(change.key ?? key);
    expect((await api.send(me, { token: await forge({}) })).statusCode).toBe(200);

    const otherCompany = btoa(JSON.stringify({ ...claims, companyId: operator.companyId }));
    const unsigned = new UnsecuredJWT(claims).encode();
    const forged = [
      undefined,
      'x',
      'a.b.c',
      `${header}.${payload}.`,
      `${header}.${otherCompany}.${signature}`,
      unsigned,
      `${btoa('{"alg":"none","typ":"at+jwt"}').replaceAll('=', '')}.${payload}.`,
      await forge({ alg: 'HS512' }),
      await forge({ typ: 'JWT' }),
      await forge({ aud: 'somebody-else' }),
      await forge({ iss: 'somebody-else' }),
      await forge({ key: api.deps.secrets.derive('refresh-token') }),
      (await signIn(company.bruno)).refreshToken,
    ];
    for (const wrong of forged) await api.refused('ERR_SESSION_EXPIRED', me, { token: wrong });
    for (const authorization of ['', 'Bearer', 'Basic YTpi', `Bearer ${token} x`, `bearer  ${token}`])
      await api.refused('ERR_SESSION_EXPIRED', me, { headers: { authorization } });
  });

  it('end after a quarter of an hour, which a refresh renews', async () => {
    const { token, refreshToken: parent } = await signIn();
    // Known as genuine by now.
    await api.call(me, { token });
    api.advance(15 * MINUTE + 1_000);
    expect((await api.send(me, { token })).statusCode).toBe(403);
    await api.refused('ERR_TOKEN_EXPIRED', me, { token });
    const renewed = await api.call(refreshToken, { body: { refreshToken: parent } });
    expect((await api.call(me, { token: renewed.token })).id).toBe(company.ana.id);
  });
});

it('notes who came and left, and whose session was stolen, once each', async () => {
  const { admin } = api.database;
  const [last] = await admin<{ id: number }[]>`select coalesce(max(id), 0)::int as id from audit_log`;
  const first = await signIn();
  await api.call(logout, { token: first.token });
  await api.send(logout, { token: first.token });
  const { refreshToken: stolen, token } = await signIn();
  await refresh((await refresh(stolen)).json().refreshToken);
  await refresh(stolen);
  const entries = await admin`
    select action, entity, entity_id, entity_name, user_id::int, user_name from audit_log
    where id > ${last!.id} and company_id = ${company.companyId} order by id`;
  const sid = (access: string) => JSON.parse(atob(access.split('.')[1]!)).sid;
  const session = { entity: 'session', entity_name: 'Ana' };
  const byAna = { user_id: company.ana.id, user_name: 'Ana' };
  expect(entries).toEqual([
    { ...session, ...byAna, action: 'login', entity_id: sid(first.token) },
    { ...session, ...byAna, action: 'logout', entity_id: sid(first.token) },
    { ...session, ...byAna, action: 'login', entity_id: sid(token) },
    { ...session, user_id: null, user_name: '', action: 'end', entity_id: sid(token) },
  ]);
});

describe('the due date', () => {
  const due = (companyId: number, day: string | null) =>
    api.database.admin`update companies set due_date = ${day} where id = ${companyId}`;
  const today = (zone: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(api.deps.clock());

  it("blocks work past its last moment in the company's timezone, and leaves the way out open", async () => {
    const { token } = await signIn();
    const yesterday = new Date(api.deps.clock().getTime() - 24 * 60 * MINUTE).toISOString().slice(0, 10);
    const zone = 'Pacific/Pago_Pago';
    await api.database.admin`update companies set timezone = ${zone} where id = ${company.companyId}`;
    await due(company.companyId, today(zone));
    api.advance(1_001);
    expect((await api.send(listQueues, { token })).statusCode).toBe(200);
    expect((await signIn(company.bruno)).user.company.dueDate).not.toBeNull();

    await api.database
      .admin`update companies set timezone = 'Pacific/Kiritimati' where id = ${company.companyId}`;
    await due(company.companyId, yesterday);
    api.advance(1_001);
    const refused = await api.refused('ERR_SUBSCRIPTION_EXPIRED', listQueues, { token });
    expect(refused.params).toEqual({ date: yesterday });
    expect((await api.send(me, { token })).statusCode).toBe(200);
    await api.refused('ERR_SUBSCRIPTION_EXPIRED', login, {
      body: { email: company.ana.email, password: company.ana.password },
    });
    await api.refused('ERR_INVALID_CREDENTIALS', login, {
      body: { email: company.ana.email, password: 'x' },
    });
    await due(company.companyId, null);
  });

  it('never blocks the company of the operator', async () => {
    expect(operator.companyId).toBe(1);
    await due(1, '2001-01-01');
    const { token, user } = await signIn(operator.ana);
    expect(user.company.dueDate).toBeNull();
    expect((await api.send(listQueues, { token })).statusCode).toBe(200);
  });
});

it('logs no password, no token and no address of a person', async () => {
  const { token, refreshToken: secret } = await signIn();
  await api.send(login, { body: { email: company.ana.email, password: 'canary-password' } });
  await api.send(me, { token: `${token}x` });
  const text = api.logged();
  expect(text).toContain('"route":"/auth/login"');
  for (const canary of ['canary-password', company.ana.email, token, secret])
    expect(text).not.toContain(canary);
});
