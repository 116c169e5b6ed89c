import { createHash } from 'node:crypto';
import { login, logout, me, refreshToken } from '@balcao/shared/features/auth/calls.ts';
import { describe, expect, it } from 'vitest';
import { expectError, startApi, type TestApi } from '../../../test/api.ts';
import { api, company, MINUTE, prepare, refresh, signIn } from './testing/sign-ins.ts';

prepare();

describe('refresh tokens', () => {
  it('are stored hashed and turned at each use', async () => {
    const { refreshToken: first } = await signIn();
    const second = (await refresh(first)).json().refreshToken;
    const third = (await refresh(second)).json().refreshToken;
    expect(new Set([first, second, third]).size).toBe(3);
    const dump = JSON.stringify(await api.database.admin`select encode(hash, 'escape') from refresh_tokens`);
    expect(dump).not.toContain(first);
    const hash = createHash('sha256').update(third).digest();
    const known = await api.database.admin`select used_at from refresh_tokens where hash = ${hash}`;
    expect(known).toEqual([{ used_at: null }]);
  });

  it('give a lost answer again for half a minute, also to twenty at once', async () => {
    const { refreshToken: parent } = await signIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(parent)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200));
    const successors = new Set(answers.map((answer) => answer.json().refreshToken));
    expect(successors.size).toBe(1);
    const [successor] = [...successors];
    expect((await refresh(successor)).statusCode).toBe(200);
  });

  it('give a lost answer again to whoever says the same word, however late, until it is used', async () => {
    const word = 'w'.repeat(22);
    const { refreshToken: parent } = await signIn();
    const { refreshToken: successor } = (await refresh(parent, word)).json();
    api.advance(60 * MINUTE);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(parent, word)));
    expect(new Set(answers.map((answer) => answer.json().refreshToken))).toEqual(new Set([successor]));
    const { token } = answers[0]!.json();
    expect((await api.call(me, { token })).id).toBe(company.ana.id);
    const dump = JSON.stringify(await api.database.admin`select encode(word, 'escape') from refresh_tokens`);
    expect(dump).not.toContain(word);
    expect((await refresh(successor, word)).statusCode).toBe(200);
    expect((await refresh(parent, word)).json().error).toBe('ERR_SESSION_EXPIRED');
    await api.refused('ERR_SESSION_EXPIRED', me, { token });
  });

  it.each([
    ['another word', 'x'.repeat(22)],
    ['no word', undefined],
  ])('end the session when a used one comes back late with %s', async (_, said) => {
    const { refreshToken: parent } = await signIn();
    const { token } = (await refresh(parent, 'w'.repeat(22))).json();
    api.advance(30_001);
    expect((await refresh(parent, said)).json().error).toBe('ERR_SESSION_EXPIRED');
    await api.refused('ERR_SESSION_EXPIRED', me, { token });
    expect((await refresh(parent, 'w'.repeat(22))).json().error).toBe('ERR_SESSION_EXPIRED');
  });

  it('end the session when a used one comes back late, or is no longer the last one', async () => {
    const late = await signIn();
    const successor = (await refresh(late.refreshToken)).json();
    api.advance(30_001);
    expect((await refresh(late.refreshToken)).json().error).toBe('ERR_SESSION_EXPIRED');
    expect((await refresh(successor.refreshToken)).json().error).toBe('ERR_SESSION_EXPIRED');
    await api.refused('ERR_SESSION_EXPIRED', me, { token: successor.token });

    const grandparent = await signIn();
    const parent = (await refresh(grandparent.refreshToken)).json();
    const child = (await refresh(parent.refreshToken)).json();
    expect((await refresh(grandparent.refreshToken)).statusCode).toBe(401);
    await api.refused('ERR_SESSION_EXPIRED', me, { token: child.token });
    const [session] = await api.database.admin`
      select ended_by from sessions where user_id = ${company.ana.id} order by created_at desc limit 1`;
    expect(session).toEqual({ ended_by: 'reuse' });
  });

  it('travel as a cookie that only the calls of /auth bring, and turn like those of a body', async () => {
    const { email, password } = company.ana;
    const cookieOf = (answer: Awaited<ReturnType<typeof api.send>>) => String(answer.headers['set-cookie']);
    const byCookie = (from: Awaited<ReturnType<typeof api.send>>) => {
      const [cookie = ''] = cookieOf(from).split(';');
      return api.send(refreshToken, { headers: { cookie: `theme=dark; ${cookie}` } });
    };
    const signedIn = await api.send(login, { body: { email, password } });
    expect(cookieOf(signedIn)).toBe(
      `balcao_refresh=${signedIn.json().refreshToken}; Max-Age=604800; Path=/auth; HttpOnly; SameSite=Strict`,
    );
    const second = await byCookie(signedIn);
    expect(second.json()).toMatchObject({ token: expect.any(String), user: { id: company.ana.id } });
    const third = await byCookie(second);
    expect(third.statusCode).toBe(200);
    const left = await api.send(logout, { token: third.json().token });
    expect(cookieOf(left)).toMatch(/^balcao_refresh=; Max-Age=0; Path=\/auth; HttpOnly; SameSite=Strict$/);
    await api.refused('ERR_SESSION_EXPIRED', refreshToken);

    const first = await api.send(login, { body: { email, password } });
    const last = await byCookie(await byCookie(first));
    expect((await byCookie(first)).json().error).toBe('ERR_SESSION_EXPIRED');
    expect((await byCookie(last)).json().error).toBe('ERR_SESSION_EXPIRED');
  });

  it('are not given for the cookie when a page of others asks', async () => {
    const desk = await startApi({ beside: api, env: { PUBLIC_URL: 'https://desk.example.com/balcao' } });
    const { refreshToken: held } = await signIn();
    const ask = (at: TestApi, origin: string) =>
      at.send(refreshToken, { headers: { cookie: `balcao_refresh=${held}`, origin } });
    for (const at of [api, desk])
      for (const origin of ['https://evil.example', 'https://desk.example.com:8443', 'null']) {
        const refused = await ask(at, origin);
        expectError(refused, 'ERR_NO_PERMISSION');
        expect(refused.headers['set-cookie']).toBeUndefined();
      }
    expect((await ask(desk, 'https://desk.example.com')).statusCode).toBe(200);
    await desk.stop();
  });

  it('are refused when unknown, expired, signed out or taken over', async () => {
    const first = await signIn();
    const second = await signIn();
    expect((await refresh(first.refreshToken)).json().error).toBe('ERR_SESSION_TAKEN_OVER');
    expect((await refresh('unknown')).json().error).toBe('ERR_SESSION_EXPIRED');
    api.advance(7 * 24 * 60 * MINUTE);
    expect((await refresh(second.refreshToken)).json().error).toBe('ERR_SESSION_EXPIRED');
    const third = await signIn();
    await api.call(logout, { token: third.token });
    expect((await refresh(third.refreshToken)).json().error).toBe('ERR_SESSION_EXPIRED');
  });
});
