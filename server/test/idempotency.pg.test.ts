import { createHash } from 'node:crypto';
import { login, me } from '@balcao/shared/api/auth.ts';
import { route } from '@balcao/shared/api/contract.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { ACTIONS } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { tidyUp } from '../src/housekeeping.ts';
import { register } from '../src/platform/http/route.ts';
import { startApi, type TestApi } from './api.ts';
import { type CompanyFixture, createCompany } from './fixtures.ts';
import { inputSchema, isWrite, routeName, sampleObject } from './generate.ts';
import { tableChecksums } from './probe.ts';
import { validCall } from './valid-call.ts';

/** Writes that are sent again with the same Idempotency-Key: done once, answered the same. */

let api: TestApi;
let companies = 0;

/** What the test's own route does; each test says. */
let work: (text: string) => Promise<string>;
const deed = route({
  method: 'POST',
  path: '/deeds',
  access: 'session',
  body: z.object({ text: z.string() }),
  response: z.object({ text: z.string() }),
  status: 201,
});
const addDeed = (app: FastifyInstance) =>
  register(app, deed, async ({ body }) => ({ text: await work(body.text) }));

beforeAll(async () => {
  api = await startApi({ extend: addDeed });
  await createCompany(api.database.admin, 'Operator');
});
afterAll(() => api.stop());

const checksums = () => tableChecksums(api.database.admin);
const freshKey = () => crypto.randomUUID();
const keyed = (key: string) => ({ 'idempotency-key': key });

describe('every write route', () => {
  const writes = () => api.app.contracts.filter((contract) => isWrite(contract) && contract !== deed);

  it('does once what is asked twice, at the same time or later, and notes it once', async () => {
    const contracts = writes().filter(({ access }) => access !== 'public');
    expect(contracts.length).toBeGreaterThan(25);
    for (const contract of contracts) {
      const name = routeName(contract);
      const call = { ...(await validCall(api, contract)), headers: keyed(freshKey()) };
      const notes = async () =>
        (await api.database.admin`select from audit_log where entity <> 'session'`).count;
      const before = await notes();
      const [first, second] = await Promise.all([api.send(contract, call), api.send(contract, call)]);
      expect([name, first.statusCode, first.body]).toEqual([name, contract.status ?? 200, expect.anything()]);
      const after = await checksums();
      if (contract.access in ACTIONS) expect([name, await notes()]).toEqual([name, before + 1]);

      // Whoever ends the own session with it is not there to hear it again.
      const isOut = (await api.send(me, { token: call.token })).statusCode === 401;
      const third = await api.send(contract, call);
      for (const repeat of isOut ? [third] : [second, third])
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
      const call = { body: sampleObject(inputSchema(contract.body)), headers: keyed(freshKey()) };
      expect((await api.send(contract, call)).statusCode).toBeLessThan(500);
    }
    expect((await api.database.admin`select from idempotency_keys`).count).toBe(before.count);
  });
});

describe('a key', () => {
  let company: CompanyFixture;
  let token: string;
  const send = (text: string, key = 'k', bearer = token) =>
    api.send(deed, { body: { text }, headers: keyed(key), token: bearer });
  /** Two transactions of different standing, and a reading of what they wrote. */
  const write = (text: string) => async () => {
    await api.db.withCompany(
      company.companyId,
      (tx) =>
        tx`insert into queues (company_id, name, color) values (${company.companyId}, ${text}, ${text})`,
    );
    await api.db.asSystem((tx) => tx`insert into helps (title, video) values (${text}, 'x')`);
    return api.db.readCompany(company.companyId, async (tx) => {
      const [row] =
        await tx`select (select name from queues where name = ${text}) || (select title from helps where title = ${text}) as both, current_user as role`;
      return `${row?.both} as ${row?.role}`;
    });
  };
  const stored = async () => {
    const { admin } = api.database;
    const count = async (rows: PromiseLike<{ count: number }>) => (await rows).count;
    return [
      await count(admin`select from queues where company_id = ${company.companyId} and name like 'deed%'`),
      await count(admin`select from helps where title like ${`deed ${company.companyId}%`}`),
      await count(admin`select from idempotency_keys where company_id = ${company.companyId}`),
    ];
  };

  beforeEach(async () => {
    company = await createCompany(api.database.admin, `Chave ${++companies}`);
    token = await api.signIn(company.admin);
  });
  const name = (text = '') => `deed ${company.companyId}${text}`;

  it('makes one transaction of all that a request does, each part with its own rights', async () => {
    work = write(name());
    const answer = await send('a');
    expect([answer.statusCode, answer.json().text]).toEqual([201, `${name()}${name()} as balcao_app`]);
    expect(await stored()).toEqual([1, 1, 1]);
    work = async (text) => {
      await write(name(text))();
      throw new AppError('ERR_NO_PERMISSION');
    };
    expect((await send('b', 'other')).statusCode).toBe(403);
    expect(await stored()).toEqual([1, 1, 1]);
    // Caught inside, only the part that failed is undone.
    work = async (text) => {
      await api.db
        .asSystem(async (tx) => {
          await tx`insert into helps (title, video) values (${name(text)}, 'x')`;
          await tx`select 1 / 0`;
        })
        .catch(() => {});
      return write(name(`${text} instead`))();
    };
    expect((await send('c', 'third')).statusCode).toBe(201);
    expect(await stored()).toEqual([2, 2, 2]);
  });

  it('keeps parts apart that run side by side, and companies too', async () => {
    const other = await createCompany(api.database.admin, `Vizinha ${companies}`);
    work = async () => {
      const seen = await Promise.all(
        [company, other, company, other].map(({ companyId }) =>
          api.db.readCompany(companyId, async (tx) => {
            const [row] = await tx<
              { ids: number[] }[]
            >`select array(select distinct company_id from users) as ids`;
            return row?.ids;
          }),
        ),
      );
      return JSON.stringify(seen);
    };
    const { companyId } = company;
    expect((await send('a')).json().text).toBe(
      JSON.stringify([[companyId], [other.companyId], [companyId], [other.companyId]]),
    );
  });

  it('leaves nothing half done when the database goes away in the middle, and works the next time', async () => {
    const perform = write(name());
    work = async () => {
      await perform();
      await api.database.admin`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'test' and state = 'idle in transaction'`;
      return perform();
    };
    expect((await send('a')).statusCode).toBe(503);
    expect(await stored()).toEqual([0, 0, 0]);
    work = perform;
    expect((await send('a')).statusCode).toBe(201);
    expect(await stored()).toEqual([1, 1, 1]);
  });

  it('lets the second wait for the first, whatever becomes of it', async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    let runs = 0;
    work = async () => {
      runs += 1;
      begun.resolve();
      await go.promise;
      return write(name())();
    };
    const first = send('a');
    const started = Promise.resolve(first);
    await begun.promise;
    const second = Promise.resolve(send('a'));
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
    const answers = await Promise.all([started, second]);
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [201, answers[0].body],
      [201, answers[0].body],
    ]);
    expect([runs, await stored()]).toEqual([1, [1, 1, 1]]);
  });

  it('is free again after a failure, and nobody hears of what was undone', async () => {
    const heard: unknown[] = [];
    const stop = api.bus.on('deed', (data) => heard.push(data));
    work = async (text) => {
      api.bus.send('deed', text);
      heard.push('before the commit');
      throw new AppError('ERR_OTHER_OPEN_TICKET');
    };
    expect((await send('a')).statusCode).toBe(409);
    work = async (text) => {
      api.bus.send('deed', text);
      heard.push('before the commit');
      return 'done';
    };
    expect((await send('a')).json()).toEqual({ text: 'done' });
    expect((await send('a')).json()).toEqual({ text: 'done' });
    stop();
    expect(heard).toEqual(['before the commit', 'before the commit', 'a']);
  });

  it('belongs to one request of one person', async () => {
    work = async (text) => `done ${text}`;
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
      await tidyUp(api.db, new Date(Date.now() + hours * 3_600_000));
      return (await stored())[2];
    };
    expect([await kept(25), await kept(47), await kept(49)]).toEqual([1, 1, 0]);
  });
});
