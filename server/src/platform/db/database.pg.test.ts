import { type AddressInfo, connect, createServer } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startFaultProxy } from '../../../test/fault-proxy.ts';
import { createCompany } from '../../../test/fixtures.ts';
import { allowStatements, openPool } from './client.ts';
import { type Database, openDatabase } from './database.ts';
import { endWith } from './last-statement.ts';

let database: TestDatabase;
let db: Database;
let companyId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, name: 'killed', poolSize: 2, onCommit: () => {} });
  companyId = (await createCompany(database.admin, 'A')).companyId;
});
afterAll(async () => {
  await db.close();
  await database.close();
});

it('ends a transaction whose connection was killed with an error, whatever it still asks, and goes on', async () => {
  const outcomes: string[] = [];
  const work = db.withCompany(companyId, async (tx) => {
    const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
    await database.admin`select pg_terminate_backend(${backend?.pid ?? 0})`;
    // A careless caller goes on after the first failure: that must not end the process.
    for (let attempt = 0; attempt < 3; attempt++)
      await tx`select 1`.then(
        () => outcomes.push('answered'),
        () => outcomes.push('refused'),
      );
    await tx`select 1`;
  });
  await expect(work).rejects.toThrow();
  await expect.poll(() => outcomes).toEqual(['refused', 'refused', 'refused']);
  expect(await db.readCompany(companyId, (tx) => tx`select 1 as alive`)).toEqual([{ alive: 1 }]);
});

it('comes back on a connection that broke just as something was to be written to it', async () => {
  const proxy = await startFaultProxy(database.url);
  const other = connect(Number(new URL(proxy.url).port), '127.0.0.1').on('error', () => {});
  await expect.poll(() => proxy.connections).toBe(1);
  const sql = openPool(proxy.url, { max: 4, name: 'broken' });
  const all = () => Promise.all([1, 2, 3, 4].map((n) => sql`select ${n}::int as n, pg_sleep(0.05)`));
  await all();
  // As when consoles are cut off together with the database: its handler is called before those of the pool's lines.
  const asked = new Promise<unknown>((resolve, reject) =>
    other.once('close', () => sql`select 1`.then(resolve, reject)),
  );
  proxy.set({ mode: 'reset' });
  await expect(asked).rejects.toThrow('CONNECTION_CLOSED');
  proxy.set({ mode: 'pass' });
  expect(await all()).toMatchObject([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }], [{ n: 4 }]]);
  await sql.end();
  await proxy.stop();
});

it.each(['disable', 'require'])(
  'lets go of lines that fall silent: with a query under way, idle, listening (sslmode=%s)',
  async (sslmode) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const proxy = await startFaultProxy(database.url);
    const lines = openDatabase({
      url: `${proxy.url}?sslmode=${sslmode}`,
      name: 'silent',
      poolSize: 2,
      onCommit: () => {},
    });
    const heard: string[] = [];
    await lines.listen('silence', (payload) => void heard.push(payload));
    const patient = Promise.withResolvers<void>();
    const slow = lines.withCompany(companyId, async (tx) => {
      await allowStatements(tx, 600);
      const waiting = tx`select pg_advisory_xact_lock(1)`.execute();
      patient.resolve();
      await waiting;
    });
    await database.admin.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(1)`;
      await patient.promise;
      await vi.advanceTimersByTimeAsync(40_000);
    });
    await slow;
    const ask = (n: number) =>
      lines.withCompany(companyId, (tx) => tx`select ${n}::int as n, pg_sleep(0.05)`);
    await Promise.all([ask(1), ask(2), lines.ping()]);
    expect(proxy.connections).toBe(4);

    proxy.set({ mode: 'drop' });
    const unheard = new Set<object>();
    proxy.watch = (_direction, _bytes, line) => void unheard.add(line);
    const asked = [1, 2].map((n) => expect(ask(n)).rejects.toThrow('CONNECTION_CLOSED'));
    await expect.poll(() => unheard.size).toBe(2);
    await vi.advanceTimersByTimeAsync(36_000);
    await Promise.all(asked);
    proxy.set({ mode: 'pass' });
    expect(await ask(3)).toMatchObject([{ n: 3 }]);
    // On the others only the line itself asked whether it is still there.
    await vi.advanceTimersByTimeAsync(36_000);
    await expect
      .poll(async () => {
        await lines.notify('silence', 'over');
        return heard.at(-1);
      })
      .toBe('over');
    await lines.close();
    await proxy.stop();
  },
);

it('begins each answer anew, also behind one that ended with an error in its middle', async () => {
  const sql = openPool(database.url, { max: 1, name: 'halfway' });
  await expect(sql`select 1 / (4 - n) from generate_series(1, 9) n`).rejects.toThrow('division by zero');
  expect([...(await sql`select 7 as n`)]).toEqual([{ n: 7 }]);
  await sql.end();
});

it('reads every letter as it was written, in rows of many columns, short and long', async () => {
  const sql = openPool(database.url, { max: 1, name: 'letters' });
  const text = fc.string({ unit: 'binary', maxLength: 60 }).map((letters) => letters.replaceAll('\0', ''));
  const long = fc.tuple(text, fc.nat(300)).map(([letters, times]) => `é${letters}`.repeat(times));
  const value = fc.oneof({ weight: 8, arbitrary: text }, fc.constant(null), long);
  const rows = fc.array(fc.array(value, { minLength: 20, maxLength: 20 }), { minLength: 2, maxLength: 2 });
  const names = Array.from({ length: 20 }, (_, column) => `c${column}`);
  const line = (from: number) => names.map((name, n) => `$${from + n}::text as ${name}`).join(', ');
  await fc.assert(
    fc.asyncProperty(rows, async ([one = [], other = []]) => {
      const read = await sql.unsafe(
        `select ${line(1)}, array[coalesce($1, ''), coalesce($2, '')] as both, 7 as n union all select ${line(21)}, null, 8`,
        [...one, ...other],
        { prepare: true },
      );
      const wanted = (values: (string | null)[]) =>
        Object.fromEntries(names.map((name, n) => [name, values[n]]));
      expect([...read]).toEqual([
        { ...wanted(one), both: [one[0] ?? '', one[1] ?? ''], n: 7 },
        { ...wanted(other), both: null, n: 8 },
      ]);
    }),
    { numRuns: 40 },
  );
  // Each of several answers has columns of its own.
  expect(await sql.unsafe('select 1 as a; select 2 as b')).toEqual([[{ a: 1 }], [{ b: 2 }]]);
  await sql.end();
});

it('executes nothing of a transaction that is over in the one that has its connection next', async () => {
  const proxy = await startFaultProxy(database.url);
  const sql = openPool(proxy.url, { max: 1, name: 'over' });
  await sql`create table said (word text)`;
  for (const broken of [false, true]) {
    const next = Promise.withResolvers<void>();
    const late = Promise.withResolvers<unknown>();
    const first = sql.begin(async (tx) => {
      await tx`select 1`;
      // Work beside it, as of Promise.all, that does not know yet.
      next.promise.then(() => tx`insert into said values ('late')`).then(late.resolve, late.resolve);
      if (broken) proxy.set({ mode: 'reset' });
      else throw new Error('refused');
      await late.promise;
    });
    await expect(first).rejects.toThrow(broken ? /ECONNRESET|CONNECTION_CLOSED/ : 'refused');
    proxy.set({ mode: 'pass' });
    await sql.begin(async (tx) => {
      await tx`insert into said values ('mine')`;
      next.resolve();
      expect(await late.promise).toBeInstanceOf(Error);
    });
  }
  expect((await sql`select word from said`).map(({ word }) => word)).toEqual(['mine', 'mine']);
  await sql.end();
  await proxy.stop();
});

it('gives a transaction its connection also when so much is under way there that nothing may follow', async () => {
  const sql = openPool(database.url, { max: 1, name: 'crowded' });
  const nothing = () => sql`select pg_current_xact_id_if_assigned()::text as id`;
  await nothing();
  // As many as the driver sends at once.
  const crowd = Array.from({ length: 100 }, () => nothing().execute());
  const begun = sql.begin(async (tx) => (await tx`select pg_current_xact_id()::text as id`)[0]?.id);
  expect(Number(await begun)).toBeGreaterThan(0);
  await Promise.all(crowd);
  expect([...(await nothing())]).toEqual([{ id: null }]);
  await sql.end();
});

it('keeps the connection of a transaction that says more than the network takes at once', async () => {
  const sql = openPool(database.url, { max: 1, name: 'long' });
  const text = 'x'.repeat(5_000_000);
  const long = sql.begin(async (tx) => {
    const [first] = await tx`select length(${text}) as length, pg_current_xact_id()::text as id`;
    const [second] = await tx`select length(${text}) as length, pg_current_xact_id()::text as id`;
    return [first?.length, first?.id === second?.id];
  });
  const others = [1, 2, 3].map(() => sql`select pg_current_xact_id_if_assigned()::text as id`.execute());
  expect(await long).toEqual([text.length, true]);
  expect((await Promise.all(others)).flat()).toEqual([{ id: null }, { id: null }, { id: null }]);
  await sql.end();
});

it('says so when whoever answers in the place of the database hangs up', async () => {
  const nobody = createServer((socket) => socket.on('error', () => {}).end());
  await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
  const { port } = nobody.address() as AddressInfo;
  const sql = openPool(`postgres://nobody@127.0.0.1:${port}/nothing`, { max: 1, name: 'hung-up' });
  await expect(sql`select 1`).rejects.toThrow('CONNECTION_CLOSED');
  await sql.end();
  nobody.close();
});

it('refuses what cannot be sent, and mixes up no answers', async () => {
  const unsendable = undefined as unknown as number;
  for (let round = 0; round < 4; round++) {
    const work = db.withCompany(companyId, (tx) =>
      Promise.allSettled([tx`select 1 as n`, tx`select ${unsendable}::int as n`, tx`select 3 as n`]),
    );
    await expect(work).rejects.toThrow('UNDEFINED_VALUE');
    const alone = db.withCompany(companyId, (tx) => tx`select ${unsendable}::int`);
    await expect(alone).rejects.toThrow('UNDEFINED_VALUE');
    expect(await db.readCompany(companyId, (tx) => tx`select ${round}::int as n`)).toEqual([{ n: round }]);
  }
});

it('answers what was written only when it is kept', async () => {
  const write = (rows: number) =>
    db.withCompany(companyId, async (tx) => {
      for (let row = 0; row < rows; row++)
        await tx`insert into settings (company_id, key, value) values (${companyId}, ${`key ${row}`}, '')`;
    });
  await write(1);
  await expect(write(2)).rejects.toThrow('settings_pkey');
  expect((await db.readCompany(companyId, (tx) => tx`select key from settings`)).length).toBe(1);
});

it('undoes a transaction whose last statement fails beside the commit, and keeps one that it ended with', async () => {
  const named = (name: string, last: string) =>
    db.withCompany(companyId, async (tx) => {
      await tx`insert into tags (company_id, name, color) values (${companyId}, ${name}, '#000000')`;
      endWith(tx, tx`insert into tags (company_id, name, color) values (${companyId}, ${last}, '#000000')`);
    });
  await named('first', 'second');
  await expect(named('third', 'first')).rejects.toThrow('duplicate key');
  const kept = await db.readCompany(companyId, (tx) => tx`select name from tags order by id`);
  expect(kept.map(({ name }) => name)).toEqual(['first', 'second']);
});
