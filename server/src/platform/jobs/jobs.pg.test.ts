import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createCompany } from '../../../test/fixtures.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { createLog } from '../log.ts';
import type { DueItem, Job } from './job.ts';
import * as repo from './jobs.repo.ts';
import { createJobs } from './jobs.ts';
import { takeDue } from './take-due.ts';

let database: TestDatabase;
let db: Database;
const processes: FastifyInstance[] = [];
const log = createLog({ logLevel: 'silent' });

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, name: 'jobs', poolSize: 8, onCommit() {} });
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((app) => app.close()));
});
afterAll(async () => {
  await db.close();
  await database.close();
});

let made = 0;
const item = (id: string, companyId: number | null = null): DueItem => ({ companyId, id });
function job(ids: string[], more: Partial<Job>): Job {
  const due = async () => ids.map((id) => item(id));
  const WHEN = { schedule: '* * * * * *', processes: 'every' } as const;
  return { name: `job ${++made}`, ...WHEN, due, take: async () => {}, ...more };
}

/** A process of the installation, which runs these jobs from the moment when it listens. */
async function start(...jobs: Job[]): Promise<{ app: FastifyInstance; pokes: (() => void)[] }> {
  const app = fastify();
  processes.push(app);
  const all = createJobs(app, { db, log, clock: () => new Date() });
  const pokes = jobs.map((one) => all.add(one));
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, pokes };
}
const recorded = async ({ name }: Job) => (await db.asSystem(repo.list)).find((one) => one.name === name);

describe('the clock', () => {
  it('runs a job at once and again and again, and its row says how it went', async () => {
    let runs = 0;
    let ill = false;
    const own = job(['a'], {
      async take() {
        runs += 1;
        if (ill) throw new Error('ill');
      },
    });
    await start(own);
    await expect.poll(() => runs, { timeout: 5_000 }).toBeGreaterThan(2);
    expect(await recorded(own)).toMatchObject({ outcome: 'done', reason: null, setBack: 0 });
    ill = true;
    await expect.poll(async () => (await recorded(own))?.outcome, { timeout: 5_000 }).toBe('setBack');
    expect(await recorded(own)).toMatchObject({
      reason: 'ill',
      durationMs: expect.any(Number),
      setbacks: [{ companyId: null, item: 'a', reason: 'ill' }],
    });
    ill = false;
    await expect.poll(async () => (await recorded(own))?.outcome, { timeout: 10_000 }).toBe('done');
  }, 30_000);

  it('writes that nobody knows what is due', async () => {
    const own = job([], { due: () => Promise.reject(new Error('no look')) });
    await start(own);
    await expect.poll(() => recorded(own)).toMatchObject({ outcome: 'failed', reason: 'no look' });
  });

  it('lets one process at a time run what only one may, each moment once, and pokes too', async () => {
    let under = 0;
    let most = 0;
    const moments: number[] = [];
    const take = async () => {
      under += 1;
      most = Math.max(most, under);
      moments.push(Math.floor(Date.now() / 1_000));
      await sleep(100);
      under -= 1;
    };
    const own = job(['a'], { processes: 'one', take });
    const { pokes } = await start(own);
    await start(own);
    await start(own);
    await expect.poll(() => new Set(moments).size, { timeout: 10_000 }).toBeGreaterThan(3);
    for (const poke of pokes) poke();
    expect(most).toBe(1);
    // One at the start, one for each second.
    expect(moments.length).toBeLessThanOrEqual(new Set(moments).size + 2);
  }, 30_000);

  it('ends with the item under way, and takes no further one', async () => {
    const gate = Promise.withResolvers<void>();
    const taken: unknown[] = [];
    const own = job(['a', 'b'], {
      processes: 'one',
      async take({ id }) {
        taken.push(id);
        await gate.promise;
      },
    });
    const { app } = await start(own);
    await expect.poll(() => taken).toEqual(['a']);
    let closed = false;
    const closing = app.close().then(() => {
      closed = true;
    });
    await sleep(200);
    expect(closed).toBe(false);
    gate.resolve();
    await closing;
    expect(taken).toEqual(['a']);
    // The next one does not wait for the lease.
    await start(own);
    await expect.poll(() => taken, { timeout: 500 }).toContain('b');
  });
});

describe('what fails', () => {
  const at = (seconds: number) => new Date(Date.UTC(2040, 0, 1) + seconds * 1_000);
  const run = (own: Job, seconds: number) => takeDue({ db, log, clock: () => at(seconds) }, own);

  it('waits longer each time, is given up where a job says so, and never holds up the next one', async () => {
    const taken: string[] = [];
    let isDue = true;
    const own = job([], {
      due: async () => (isDue ? [item('ill'), item('well')] : [item('well')]),
      async take({ id }) {
        taken.push(String(id));
        if (id === 'ill') throw new Error('a \0 reason');
      },
      giveUp: {
        tries: 3,
        async take() {
          taken.push('given up');
          isDue = false;
        },
      },
    });
    const left = () => db.asSystem((tx) => repo.setbacksOf(tx, own.name));
    const turn = async (seconds: number) => {
      await run(own, seconds);
      return taken.splice(0);
    };
    expect(await turn(0)).toEqual(['ill', 'well']);
    expect(await left()).toMatchObject([{ item: 'ill', tries: 1, retryAt: at(1) }]);
    expect(await turn(0.9)).toEqual(['well']);
    expect(await turn(1)).toEqual(['ill', 'well']);
    expect(await turn(2.9)).toEqual(['well']);
    expect(await turn(3)).toEqual(['ill', 'well']);
    expect(await left()).toMatchObject([{ tries: 3, retryAt: at(7) }]);
    expect(await turn(7)).toEqual(['given up', 'well']);
    expect(await left()).toEqual([]);
  });

  it('is forgotten when it succeeds, when it is not due any more, and with its company', async () => {
    const { companyId } = await createCompany(database.admin, 'Loja');
    const gone = await createCompany(database.admin, 'Efêmera');
    const ids = [item('1', companyId), item('2', companyId), item('1', gone.companyId), item('1')];
    let due = ids;
    let ill = true;
    const own = job([], {
      due: async () => due,
      async take() {
        if (ill) throw new Error('ill');
      },
    });
    const left = async () =>
      (await db.asSystem((tx) => repo.setbacksOf(tx, own.name))).map((one) => [one.companyId, one.item]);
    await run(own, 0);
    expect(await left()).toHaveLength(4);
    await database.admin`delete from companies where id = ${gone.companyId}`;
    expect(await left()).toHaveLength(3);
    // Its company has gone in this very moment.
    await run(own, 1);
    expect(await left()).toHaveLength(3);
    due = ids.filter(({ id }) => id !== '2');
    await run(own, 1);
    expect(await left()).toEqual([
      [companyId, '1'],
      [null, '1'],
    ]);
    ill = false;
    await run(own, 10);
    expect(await left()).toEqual([]);
  });

  it('keeps nothing out, however much of it there is, and has more of it done after the others', async () => {
    const taken: unknown[] = [];
    const ids = [...Array.from({ length: 1_500 }, (_, n) => `ill ${n}`), 'long', 'short'];
    let rest = 2;
    const own = job([], {
      due: async (_now, limit) => ids.slice(0, limit).map((id) => item(id)),
      async take({ id }) {
        taken.push(id);
        return id === 'long' && --rest > 0 ? 'more' : undefined;
      },
    });
    await database.admin`
      insert into job_setbacks (job, item, tries, reason, retry_at)
      select ${own.name}, 'ill ' || n, 1, '', ${at(60)} from generate_series(0, 1499) n`;
    await run(own, 0);
    expect(taken).toEqual(['long', 'short', 'long']);
  });
});
