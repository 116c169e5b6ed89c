import { AppError } from '@balcao/shared/errors.ts';
import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { me, refreshToken } from '@balcao/shared/features/auth/calls.ts';
import { getConnection } from '@balcao/shared/features/connections/calls.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type StubServer, startStubServer, stubUser } from '../../../test/stub-server.ts';
import { createFakeHost, type FakeHost } from '../../hosts/fake/fake-host.ts';
import { createHttp, type Http } from '../api/http.ts';
import { createSession } from './session.ts';

const log = pino({ level: 'silent' });
let server: StubServer;
beforeEach(async () => {
  server = await startStubServer();
});
afterEach(() => server.close());

/** What a person's computer keeps between two runs of the program. */
const createDisk = () => ({ settings: new Map<string, unknown>(), secrets: new Map<string, string>() });

function start(
  disk = createDisk(),
  faults: Partial<Pick<FakeHost, 'secrets' | 'settings'>> = {},
  http = createHttp(server.url),
) {
  const states: SessionState[] = [];
  const session = createSession({
    host: { ...createFakeHost({ dataDir: '/nowhere', ...disk }), ...faults },
    http,
    serverUrl: server.url,
    log,
    onChanged: async (state) => void states.push(state),
  });
  return { session, states, disk };
}

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );
const count = (call: string) => server.calls.filter((made) => made === call).length;

describe('session', () => {
  it('renews an expired token once for 20 calls at the same time, and repeats each of them once', async () => {
    const { session } = start();
    await session.login({ email: stubUser.email, password: PASSWORD });
    server.expireTokens();
    const answers = await Promise.all(Array.from({ length: 20 }, () => session.api.call(me, {})));
    expect(answers.every(({ id }) => id === stubUser.id)).toBe(true);
    expect(count('POST /auth/refresh_token')).toBe(1);
    expect(count('GET /auth/me')).toBe(40);
    expect(session.state().user).toEqual(stubUser);
  });

  it('never renews twice for one call', async () => {
    const { session } = start();
    await session.login({ email: stubUser.email, password: PASSWORD });
    server.answerWith((request, response) => {
      const refused = request.url !== '/auth/refresh_token';
      const body = refused
        ? { error: 'ERR_TOKEN_EXPIRED', message: '' }
        : { token: 't', refreshToken: 'r', user: stubUser };
      response
        .writeHead(refused ? 403 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(body));
    });
    expect(await codeOf(session.api.call(me, {}))).toBe('ERR_TOKEN_EXPIRED');
    expect(count('POST /auth/refresh_token')).toBe(1);
    expect(session.state().user).toEqual(stubUser);
  });

  it('goes on after a restart, without a network and with it, using each refresh token once', async () => {
    const first = start();
    await first.session.login({ email: stubUser.email, password: PASSWORD });
    const calls = server.calls.length;

    const second = start(first.disk);
    await second.session.restore();
    expect(second.session.state()).toEqual({ serverUrl: server.url, user: stubUser, endedBy: null });
    expect(server.calls.length).toBe(calls);

    await second.session.api.call(me, {});
    const third = start(first.disk);
    await third.session.restore();
    await third.session.api.call(me, {});
    expect(count('POST /auth/refresh_token')).toBe(2);
  });

  // Where the program dies: what it was about to do there never ends.
  it.each([
    'before the word is stored',
    'before it asks',
    'after the server has answered',
    'before the answer is stored',
    'after it is stored',
  ])('stays signed in when it dies while it renews its token, %s', async (moment) => {
    const disk = createDisk();
    const { secrets } = createFakeHost({ dataDir: '/nowhere', ...disk });
    const died = Promise.withResolvers<void>();
    let isRenewing = false;
    const dieAt = (now: string) => {
      if (!isRenewing || now !== moment) return undefined;
      died.resolve();
      return new Promise<never>(() => {});
    };
    const real = createHttp(server.url);
    const call: Http['call'] = async (contract, ...rest) => {
      const isRefresh = contract.path === refreshToken.path;
      if (isRefresh) await dieAt('before it asks');
      const answer = await real.call(contract, ...rest);
      if (isRefresh) await dieAt('after the server has answered');
      return answer;
    };
    const set = async (key: string, value: string | null) => {
      const isWord = value?.includes(' ');
      await dieAt(isWord ? 'before the word is stored' : 'before the answer is stored');
      await secrets.set(key, value);
      if (!isWord) await dieAt('after it is stored');
    };
    const { session } = start(disk, { secrets: { ...secrets, set } }, { ...real, call });
    await session.login({ email: stubUser.email, password: PASSWORD });
    isRenewing = true;
    server.expireTokens();
    void session.api.call(me, {});
    await died.promise;

    for (let run = 0; run < 2; run += 1) {
      server.expireTokens();
      const next = start(disk);
      await next.session.restore();
      expect((await next.session.api.call(me, {})).id).toBe(stubUser.id);
    }
    expect(server.refused).not.toContain('ERR_SESSION_EXPIRED');
    expect([...disk.secrets.values()].join()).not.toContain(' ');
  });

  it('says the same word until it has the answer, and another one for the next', async () => {
    const real = createHttp(server.url);
    const words: unknown[] = [];
    let lost = 0;
    const call: Http['call'] = async (contract, input, ...rest) => {
      const answer = await real.call(contract, input, ...rest);
      if (contract.path !== refreshToken.path) return answer;
      words.push((input as { body: { word: string } }).body.word);
      if (words.length <= lost) throw new AppError('ERR_SERVER_UNREACHABLE');
      return answer;
    };
    const { session } = start(createDisk(), {}, { ...real, call });
    await session.login({ email: stubUser.email, password: PASSWORD });
    server.expireTokens();
    lost = 2;
    for (let attempt = 0; attempt < lost; attempt += 1)
      expect(await codeOf(session.api.call(me, {}))).toBe('ERR_SERVER_UNREACHABLE');
    await session.api.call(me, {});
    server.expireTokens();
    await session.api.call(me, {});
    expect(words.map((word) => words.indexOf(word))).toEqual([0, 0, 0, 3]);
  });

  it('keeps the session while the server cannot be reached', async () => {
    const { session } = start();
    await session.login({ email: stubUser.email, password: PASSWORD });
    server.answerWith((_request, response) => response.destroy());
    expect(await codeOf(session.api.call(me, {}))).toBe('ERR_SERVER_UNREACHABLE');
    expect(session.state().user).toEqual(stubUser);
  });

  it('takes a captive portal for an unreachable server, never for an answer or a lost session', async () => {
    const { session } = start();
    await session.login({ email: stubUser.email, password: PASSWORD });
    for (const status of [200, 302, 401, 403, 511]) {
      server.answerWith((_request, response) => {
        response
          .writeHead(status, { 'content-type': 'text/html', location: '/login' })
          .end('<html>Wi-Fi</html>');
      });
      expect([status, await codeOf(session.api.call(me, {}))]).toEqual([status, 'ERR_SERVER_UNREACHABLE']);
    }
    expect(session.state().user).toEqual(stubUser);
  });

  it('ends once when the server has ended it, and says why', async () => {
    const { session, states, disk } = start();
    await session.login({ email: stubUser.email, password: PASSWORD });
    server.revoke();
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(session.api.call(me, {}))));
    expect(new Set(codes)).toEqual(new Set(['ERR_SESSION_EXPIRED']));
    expect(states.at(-1)).toEqual({ serverUrl: server.url, user: null, endedBy: 'ERR_SESSION_EXPIRED' });
    expect(states).toHaveLength(2);
    expect([...disk.secrets]).toEqual([]);

    const next = start(disk);
    await next.session.restore();
    expect(next.session.state().user).toBeNull();
  });

  it('is not ended by a wrong code or a wrong password of somebody who is signed in', async () => {
    const { session } = start();
    await session.login({ email: stubUser.email, password: PASSWORD });
    for (const [status, error] of [
      [401, 'ERR_SECOND_FACTOR_WRONG'],
      [401, 'ERR_INVALID_CREDENTIALS'],
      [403, 'ERR_SECOND_FACTOR_SETUP'],
      [402, 'ERR_SUBSCRIPTION_EXPIRED'],
    ] as const) {
      server.answerWith((_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error, message: '' }));
      });
      expect(await codeOf(session.api.call(me, {}))).toBe(error);
      expect(session.state().user).toEqual(stubUser);
    }
    expect(count('POST /auth/refresh_token')).toBe(0);
  });

  it('tells the server when somebody leaves, with the token of that session', async () => {
    const { session } = start();
    await session.login({ email: stubUser.email, password: PASSWORD });
    await session.logout();
    expect(server.calls.at(-1)).toBe('DELETE /auth/logout');
    expect(server.refused).toEqual([]);
  });

  it('leaves without the server too', async () => {
    const { session, disk } = start();
    await session.login({ email: stubUser.email, password: PASSWORD });
    server.answerWith((_request, response) => response.destroy());
    await session.logout();
    expect(session.state()).toEqual({ serverUrl: server.url, user: null, endedBy: null });
    expect([...disk.secrets]).toEqual([]);
  });

  it.each([
    ['the word for a new token', true],
    ['a renewed session', false],
  ])('stays left when somebody leaves while %s is being stored', async (_, isWord) => {
    const disk = createDisk();
    const { secrets } = createFakeHost({ dataDir: '/nowhere', ...disk });
    const storing = Promise.withResolvers<void>();
    const stored = Promise.withResolvers<void>();
    let slow = false;
    const { session } = start(disk, {
      secrets: {
        ...secrets,
        async set(key, value) {
          if (slow && value !== null && value.includes(' ') === isWord) {
            storing.resolve();
            await stored.promise;
          }
          await secrets.set(key, value);
        },
      },
    });
    await session.login({ email: stubUser.email, password: PASSWORD });
    slow = true;
    server.expireTokens();
    const call = codeOf(session.api.call(me, {}));
    await storing.promise;
    const left = session.logout();
    stored.resolve();
    await left;
    expect(await call).toBe('ERR_SESSION_EXPIRED');
    expect([session.state().user, session.tokens.current()]).toEqual([null, null]);
  });

  it('goes on while the disk is full, and stores the newest token when it is not', async () => {
    const disk = createDisk();
    const { secrets, settings } = createFakeHost({ dataDir: '/nowhere', ...disk });
    let full = false;
    const refuse = () => {
      if (full) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    const { session } = start(disk, {
      secrets: {
        ...secrets,
        async set(key, value) {
          refuse();
          await secrets.set(key, value);
        },
      },
      settings: {
        get: settings.get,
        set(key, value) {
          refuse();
          settings.set(key, value);
        },
      },
    });
    await session.login({ email: stubUser.email, password: PASSWORD });
    full = true;
    for (let turn = 0; turn < 2; turn += 1) {
      server.expireTokens();
      expect((await session.api.call(me, {})).id).toBe(stubUser.id);
    }
    full = false;
    server.expireTokens();
    await session.api.call(me, {});

    const next = start(disk);
    await next.session.restore();
    expect((await next.session.api.call(me, {})).id).toBe(stubUser.id);

    full = true;
    server.revoke();
    expect(await codeOf(session.api.call(me, {}))).toBe('ERR_SESSION_EXPIRED');
    expect(session.state()).toEqual({ serverUrl: server.url, user: null, endedBy: 'ERR_SESSION_EXPIRED' });
  });

  it('hears the words of a newer server when a code is unknown here', async () => {
    const { session } = start();
    await session.login({ email: stubUser.email, password: PASSWORD });
    server.answerWith((_request, response) => {
      response.writeHead(409, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'ERR_OF_TOMORROW', message: 'Not today.', requestId: 'r-7' }));
    });
    await expect(session.api.call(me, {})).rejects.toMatchObject({
      code: 'ERR_INTERNAL',
      text: 'Not today.',
      requestId: 'r-7',
    });
  });

  it('is not ended by an answer to a call of the session before', async () => {
    const { session } = start();
    await session.login({ email: stubUser.email, password: PASSWORD });
    const late = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    server.answerWith(async (_request, response) => {
      arrived.resolve();
      await late.promise;
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: 'ERR_SESSION_EXPIRED', message: '' }));
    });
    const old = codeOf(session.api.call(me, {}));
    await arrived.promise;
    server.answerWith(null);
    await session.login({ email: stubUser.email, password: PASSWORD });
    late.resolve();
    expect(await old).toBe('ERR_SESSION_EXPIRED');
    expect(session.state().user).toEqual(stubUser);
  });

  it("passes on the server's code, parameters and request id", async () => {
    const { session } = start();
    expect(await codeOf(session.login({ email: stubUser.email, password: 'wrong' }))).toBe(
      'ERR_INVALID_CREDENTIALS',
    );
    await session.login({ email: stubUser.email, password: PASSWORD });
    const error = await session.api.call(getConnection, { params: { whatsappId: 3 } }).catch((e) => e);
    expect([error.code, error.requestId]).toEqual(['ERR_NO_WAPP_FOUND', 'r-1']);
    expect(server.calls.at(-1)).toBe('GET /whatsapp/3');
  });
});
