import { createHash } from 'node:crypto';
import { isTokenClass, isWrite, type RouteContract, route } from '@balcao/shared/contract/call.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { login, me } from '@balcao/shared/features/auth/calls.ts';
import { ACTIONS } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { afterCommit } from '../src/platform/db/after-commit.ts';
import type { Tx } from '../src/platform/db/client.ts';
import { register } from '../src/platform/http/route.ts';
import { startApi, type TestApi } from './api.ts';
import { type CompanyFixture, createCompany } from './fixtures.ts';
import { inputOf, routeName, sampleObject } from './generate.ts';
import { tableChecksums } from './probe.ts';
import { sampleOf } from './sample.ts';
import { isKeyCall, validCall } from './valid-call.ts';

/** Writes that are sent again with the same Idempotency-Key: done once, answered the same. */

let api: TestApi;
let companies = 0;

/** The behaviour of the test's own routes; each test sets it. */
let work: (tx: Tx, text: string) => Promise<string>;
let wait: () => Promise<void>;
const deed = route({
  method: 'POST',
  path: '/deeds',
  access: 'session',
  body: z.object({ text: z.string() }),
  response: z.object({ text: z.string() }),
  status: 201,
});
const slowDeed = { ...deed, path: '/slow-deeds', waitsFor: 'outside' } as const;
const systemDeed = { ...deed, path: '/system-deeds', rows: 'system' } as const;
function addDeeds(app: FastifyInstance): void {
  for (const contract of [deed, systemDeed] as const)
    register(app, contract, async ({ body }, { tx }) => ({ text: await work(tx, body.text) }));
  register(app, slowDeed, async ({ body }) => {
    await wait();
    return async (tx) => ({ text: await work(tx, body.text) });
  });
}
const deeds: readonly RouteContract[] = [deed, slowDeed, systemDeed];

beforeAll(async () => {
  api = await startApi({ extend: addDeeds, documented: true, env: { PUBLIC_URL: 'https://desk.test' } });
  await createCompany(api.database.admin, 'Operator');
});
afterAll(() => api.stop());

const checksums = () => tableChecksums(api.database.admin);
const freshKey = () => crypto.randomUUID();
const keyed = (key: string) => ({ 'idempotency-key': key });

describe('every write route', () => {
  const writes = () => api.app.contracts.filter((contract) => isWrite(contract) && !deeds.includes(contract));

  it('does once what is asked twice, at the same time or later, and notes it once', async () => {
    const contracts = writes().filter(({ access }) => access !== 'public');
    expect(contracts.length).toBeGreaterThan(25);
    for (const [at, contract] of sampleOf(
      contracts,
      25,
      'routes that are asked twice',
      routeName,
    ).entries()) {
      // Every other one by a program, where one may.
      const byKey = at % 2 === 1 && isKeyCall(contract);
      const name = routeName(contract);
      const call = { ...(await validCall(api, contract, byKey)), headers: keyed(freshKey()) };
      const notes = async () =>
        (await api.database.admin`select from audit_log where entity <> 'session' or action = 'end'`).count;
      const before = await notes();
      const both = await Promise.all([api.send(contract, call), api.send(contract, call)]);
      const [first, second] = both.toSorted((a, b) => a.statusCode - b.statusCode) as typeof both;
      expect([name, first.statusCode, first.body]).toEqual([name, contract.status ?? 200, expect.anything()]);
      const after = await checksums();
      if (contract.access in ACTIONS) expect([name, await notes()]).toEqual([name, before + 1]);

      // A caller whose request ended the own session cannot receive the answer again.
      const isPerson = !byKey && !isTokenClass(contract.access);
      const isOut = isPerson && (await api.send(me, { token: call.token })).statusCode === 401;
      const third = await api.send(contract, call);
      // A call that waits for another system answers early, so it blocks no repetition.
      const isEarly = contract.waitsFor === 'outside' && second.statusCode === 503;
      for (const repeat of isOut || isEarly ? [third] : [second, third])
        expect([name, repeat.statusCode, isOut ? '' : repeat.body]).toEqual([
          name,
          isOut ? 401 : first.statusCode,
          isOut ? '' : first.body,
        ]);
      expect([name, await checksums()]).toEqual([name, after]);
    }
  }, 180_000);

  it('that anybody may call keeps no answer, whatever key comes with it', async () => {
    const before = await api.database.admin`select from idempotency_keys`;
    for (const contract of writes().filter(({ access }) => access === 'public')) {
      const call = { body: sampleObject(inputOf(contract, 'body')), headers: keyed(freshKey()) };
      expect((await api.send(contract, call)).statusCode).toBeLessThan(500);
    }
    expect((await api.database.admin`select from idempotency_keys`).count).toBe(before.count);
  });
});

describe('a key', () => {
  let company: CompanyFixture;
  let token: string;
  const sendTo = (contract: RouteContract, text: string, key = 'k', bearer = token) =>
    Promise.resolve(api.send(contract, { body: { text }, headers: keyed(key), token: bearer }));
  const send = (text: string, key?: string, bearer?: string) => sendTo(deed, text, key, bearer);
  /** A row, and a reading of what was written. */
  const write = async (tx: Tx, text: string) => {
    const { companyId } = company;
    await tx`insert into queues (company_id, name, color) values (${companyId}, ${name(text)}, ${name(text)})`;
    const [row] = await tx`
      select string_agg(name, ' ' order by name) as names, current_user as role
      from queues where company_id = ${companyId} and name like 'deed%'`;
    return `${row?.names} as ${row?.role}`;
  };
  const name = (text = '') => `deed ${text}`;
  /** Queues that were made, and keys that are known. */
  const stored = async () => {
    const { admin } = api.database;
    const count = async (rows: PromiseLike<{ count: number }>) => (await rows).count;
    return [
      await count(admin`select from queues where company_id = ${company.companyId} and name like 'deed%'`),
      await count(admin`select from idempotency_keys where company_id = ${company.companyId}`),
    ];
  };
  const endTransactions = () => api.database.admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'test' and state = 'idle in transaction'`;

  beforeEach(async () => {
    company = await createCompany(api.database.admin, `Chave ${++companies}`);
    token = await api.signIn(company.admin);
    work = write;
    wait = async () => {};
  });

  it.each([
    ['the company', deed, 'balcao_app'],
    ['the system', systemDeed, 'balcao_system'],
    ['what waits outside', slowDeed, 'balcao_app'],
  ])('is stored with the work in one transaction: of %s', async (_of, contract, role) => {
    const answer = await sendTo(contract, 'a');
    expect([answer.statusCode, answer.json().text]).toEqual([201, `deed a as ${role}`]);
    expect((await sendTo(contract, 'a')).body).toBe(answer.body);
    expect(await stored()).toEqual([1, 1]);
    work = async (tx, text) => {
      await write(tx, text);
      throw new AppError('ERR_NO_PERMISSION');
    };
    expect((await sendTo(contract, 'b', 'other')).statusCode).toBe(403);
    expect(await stored()).toEqual([1, 1]);
  });

  it.each([deed, slowDeed])(
    'leaves nothing half done when the database goes away in the middle of $path, and works the next time',
    async (contract) => {
      work = async (tx, text) => {
        await write(tx, text);
        await endTransactions();
        return write(tx, `${text} again`);
      };
      expect((await sendTo(contract, 'a')).statusCode).toBe(503);
      expect(await stored()).toEqual([0, 0]);
      work = write;
      expect((await sendTo(contract, 'a')).statusCode).toBe(201);
      expect(await stored()).toEqual([1, 1]);
    },
  );

  it('lets the second wait for the first, whatever becomes of it', async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    let runs = 0;
    work = async (tx, text) => {
      runs += 1;
      begun.resolve();
      await go.promise;
      return write(tx, text);
    };
    const first = send('a');
    await begun.promise;
    const second = send('a');
    await expect
      .poll(
        async () =>
          (
            await api.database
              .admin`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
          ).count,
      )
      .toBeGreaterThan(0);
    go.resolve();
    const answers = await Promise.all([first, second]);
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [201, answers[0].body],
      [201, answers[0].body],
    ]);
    expect([runs, await stored()]).toEqual([1, [1, 1]]);
  });

  it('of a call that waits outside is refused until its answer, or taken anew when its deadline is over', async () => {
    const turns = [1, 2].map(() => ({
      begun: Promise.withResolvers<void>(),
      go: Promise.withResolvers<void>(),
    }));
    let runs = 0;
    wait = async () => {
      const turn = turns[runs++];
      turn?.begun.resolve();
      await turn?.go.promise;
    };
    const first = sendTo(slowDeed, 'a');
    await turns[0]?.begun.promise;
    const early = await sendTo(slowDeed, 'a');
    expect([early.statusCode, early.json().error, early.headers['retry-after']]).toEqual([
      503,
      'ERR_UNAVAILABLE',
      '1',
    ]);
    // Still the key of that request and of no other.
    expect((await sendTo(slowDeed, 'b')).json().error).toBe('ERR_IDEMPOTENCY_KEY_REUSED');
    await api.database.admin`
      update idempotency_keys set deadline = now() where company_id = ${company.companyId}`;

    const second = sendTo(slowDeed, 'a');
    await turns[1]?.begun.promise;
    // Late, but alive: what it would do now belongs to the second.
    turns[0]?.go.resolve();
    expect((await first).statusCode).toBe(503);
    expect(await stored()).toEqual([0, 1]);
    turns[1]?.go.resolve();
    const answer = await second;
    expect([answer.statusCode, answer.json().text]).toEqual([201, 'deed a as balcao_app']);
    expect((await sendTo(slowDeed, 'a')).body).toBe(answer.body);
    expect([runs, await stored()]).toEqual([2, [1, 1]]);
  });

  it('of a call that waits outside is free again when the waiting fails', async () => {
    wait = async () => {
      throw new AppError('ERR_WAPP_CHECK_CONTACT');
    };
    expect((await sendTo(slowDeed, 'a')).json().error).toBe('ERR_WAPP_CHECK_CONTACT');
    expect(await stored()).toEqual([0, 0]);
    wait = async () => {};
    expect((await sendTo(slowDeed, 'a')).statusCode).toBe(201);
  });

  it.each([deed, slowDeed])(
    'is free again after a failure, and nobody hears of what was undone: $path',
    async (contract) => {
      const heard: unknown[] = [];
      const stop = api.bus.on('deed', (data) => heard.push(data));
      let problem: Error | null = new AppError('ERR_OTHER_OPEN_TICKET');
      work = async (tx, text) => {
        afterCommit(tx, () => api.bus.send('deed', text));
        heard.push('before the commit');
        if (problem) throw problem;
        return 'done';
      };
      expect((await sendTo(contract, 'a')).statusCode).toBe(409);
      // The transaction lost a race and was repeated, but notified once.
      problem = Object.assign(new Error('lost'), { code: '40001' });
      const repeated = work;
      work = (tx, text) => repeated(tx, text).finally(() => (problem = null));
      expect((await sendTo(contract, 'a')).json()).toEqual({ text: 'done' });
      expect((await sendTo(contract, 'a')).json()).toEqual({ text: 'done' });
      stop();
      expect(heard).toEqual([...Array(3).fill('before the commit'), 'a']);
    },
  );

  it('belongs to one request of one person', async () => {
    work = async (_tx, text) => `done ${text}`;
    await send('a');
    await api.refused('ERR_IDEMPOTENCY_KEY_REUSED', deed, {
      body: { text: 'b' },
      headers: keyed('k'),
      token,
    });
    // Fields that the contract does not have make no other request.
    const more = await api.send(deed, { body: { text: 'a', more: 1 }, headers: keyed('k'), token });
    expect(more.json()).toEqual({ text: 'done a' });
    const theirs = await send('b', 'k', await api.signIn(company.ana));
    expect(theirs.json()).toEqual({ text: 'done b' });
    for (const key of ['', 'x'.repeat(256), 'two words', 'tab\t'])
      await api.refused('ERR_VALIDATION', deed, { body: { text: 'a' }, headers: keyed(key), token });
  });

  it('keeps its answer sealed, and no fingerprint that a password could be tried against', async () => {
    const canary = `canary-${crypto.randomUUID()}`;
    work = async () => canary;
    await send(canary);
    const [row] = await api.database.admin<{ answer: Buffer; request_hash: Buffer }[]>`
      select answer, request_hash from idempotency_keys where company_id = ${company.companyId}`;
    expect(row?.answer.includes('canary')).toBe(false);
    const plain = createHash('sha256')
      .update(JSON.stringify(['POST', '/deeds', { body: { text: canary } }]))
      .digest();
    expect(row?.request_hash.equals(plain)).toBe(false);
    await api.call(login, { body: company.admin });
  });

  it('is forgotten after two days', async () => {
    work = async () => 'done';
    await send('a');
    const kept = async (hours: number) => {
      await api.run('old rows', new Date(Date.now() + hours * 3_600_000));
      return (await stored())[1];
    };
    expect([await kept(25), await kept(47), await kept(49)]).toEqual([1, 1, 0]);
  });
});

it('answered nothing that its description does not tell of', () => {
  expect([...api.undocumented].toSorted()).toEqual([]);
});
