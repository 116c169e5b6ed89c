import { CONSOLE_VERSION_HEADER } from '@balcao/shared/contract/limits.ts';
import {
  endUserSession,
  listUserSessions,
  login,
  logout,
  me,
  refreshToken,
} from '@balcao/shared/features/auth/calls.ts';
import { CLOSE } from '@balcao/shared/sync/frames.ts';
import { beforeAll, expect, it } from 'vitest';
import type { UserFixture } from '../../../test/fixtures.ts';
import { createConsole } from '../../sync/testing/console.ts';
import { admin, ana, api, company, operator, prepare } from './testing/people.ts';

const DAY_MS = 86_400_000;

prepare();

let url: string;
beforeAll(async () => {
  url = (await api.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});

const PHONE = { name: 'BALCAO-02', system: 'Windows' };
const console2 = { [CONSOLE_VERSION_HEADER]: '2.0.0' };
const enter = ({ email, password }: UserFixture, more: object = {}, headers = {}) =>
  api.call(login, { body: { email, password, ...more }, headers });
const sessionsOf = (userId: number, token: string) =>
  api.call(listUserSessions, { params: { userId }, token });

it('names the computer, the program and the address of each sign-in, and which one asks', async () => {
  const { token, refreshToken: first } = await enter(company.ana, { device: PHONE }, console2);
  const [now, before] = await sessionsOf(company.ana.id, token);
  expect(now).toMatchObject({
    way: 'password',
    device: PHONE,
    program: 'Balcão 2.0.0',
    address: '127.0.0.1',
    endedAt: null,
    endedBy: null,
    own: true,
  });
  expect(now?.usedAt).toBe(now?.startedAt);
  // Signed in by a program that says nothing of itself.
  expect(before).toMatchObject({ device: null, endedBy: 'taken_over', own: false });

  api.advance(60_000);
  const headers = { [CONSOLE_VERSION_HEADER]: '2.1.0' };
  const renewed = await api.call(refreshToken, { body: { refreshToken: first }, headers });
  const [used] = await sessionsOf(company.ana.id, renewed.token);
  expect(used).toMatchObject({ id: now?.id, device: PHONE, program: 'Balcão 2.1.0', own: true });
  expect(Date.parse(used?.usedAt ?? '') - Date.parse(now?.startedAt ?? '')).toBeGreaterThanOrEqual(60_000);
});

it('shows one’s own to everybody, those of others to who manages people, and to nobody elsewhere', async () => {
  expect(await sessionsOf(company.ana.id, ana)).toMatchObject([{ own: true }]);
  expect(await sessionsOf(company.ana.id, admin)).toMatchObject([{ own: false }]);
  const missing = await api.refused('ERR_NO_USER_FOUND', listUserSessions, {
    params: { userId: 999_999 },
    token: ana,
  });
  for (const userId of [company.bruno.id, operator.ana.id])
    expect(
      await api.refused('ERR_NO_USER_FOUND', listUserSessions, { params: { userId }, token: ana }),
    ).toEqual({
      ...missing,
      requestId: expect.any(String),
    });
  const [session] = await sessionsOf(company.ana.id, ana);
  const params = { userId: company.ana.id, sessionId: session?.id };
  await api.refused('ERR_NO_PERMISSION', endUserSession, { params, token: ana });
  const foreign = await api.signIn(operator.admin);
  await api.refused('ERR_NO_USER_FOUND', endUserSession, { params, token: foreign });
  await api.refused('ERR_NO_SESSION_FOUND', endUserSession, {
    params: { ...params, userId: company.bruno.id },
    token: admin,
  });
  expect(await api.call(me, { token: ana })).toMatchObject({ id: company.ana.id });
});

it('ends one at once: its line, its calls and its tokens, with the reason, noted once', async () => {
  const { token, refreshToken: kept } = await enter(company.ana, { device: PHONE });
  const desk = createConsole(url, token);
  await desk.live();
  const [session] = await sessionsOf(company.ana.id, admin);
  const end = () =>
    api.call(endUserSession, { params: { userId: company.ana.id, sessionId: session?.id }, token: admin });
  await end();
  expect(await desk.closed).toEqual({ code: CLOSE.tokenInvalid });
  expect(desk.frames.at(-1)).toMatchObject({ type: 'error', code: 'ERR_SESSION_ENDED' });
  await api.refused('ERR_SESSION_ENDED', me, { token });
  await api.refused('ERR_SESSION_ENDED', refreshToken, { body: { refreshToken: kept } });
  await end();
  expect(await sessionsOf(company.ana.id, admin)).toMatchObject([{ endedBy: 'admin' }, {}]);
  const noted = await api.admin`
    select user_id::int, entity_name from audit_log
    where company_id = ${company.companyId} and entity = 'session' and action = 'end'`;
  expect(noted).toEqual([{ user_id: company.admin.id, entity_name: 'Ana' }]);
  // They may come back: it was the session that ended, not the account.
  await enter(company.ana);
});

it('keeps an operator’s session from an admin who is none', async () => {
  await api.admin`update users set super = true where id = ${company.bruno.id}`;
  const token = await api.signIn(company.bruno);
  const [session] = await sessionsOf(company.bruno.id, admin);
  const params = { userId: company.bruno.id, sessionId: session?.id };
  await api.refused('ERR_NO_PERMISSION', endUserSession, { params, token: admin });
  expect(await api.call(me, { token })).toMatchObject({ super: true });
});

it('tells of one that nobody used for a week that it is over, and of one that its person has left', async () => {
  await api.call(logout, { token: ana });
  const { refreshToken: unused } = await enter(company.bruno);
  expect(await sessionsOf(company.ana.id, admin)).toMatchObject([{ endedBy: 'logout' }]);
  api.advance(8 * DAY_MS);
  const fresh = await api.signIn(company.admin);
  const [dead] = await sessionsOf(company.bruno.id, fresh);
  expect(dead).toMatchObject({ endedBy: 'expired' });
  expect(Date.parse(dead?.endedAt ?? '') - Date.parse(dead?.startedAt ?? '')).toBe(7 * DAY_MS);
  await api.refused('ERR_SESSION_EXPIRED', refreshToken, { body: { refreshToken: unused } });
});
