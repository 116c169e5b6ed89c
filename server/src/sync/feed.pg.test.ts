import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type CompanyFixture, createCompany } from '../../test/fixtures.ts';
import type { Tx } from '../platform/db/client.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { takeDue } from '../platform/jobs/take-due.ts';
import { createLog } from '../platform/log.ts';
import { oldFeeds } from './prune.ts';

let database: TestDatabase;
let db: Database;
let one: CompanyFixture;
let two: CompanyFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, name: 'feed-test', poolSize: 16, onCommit() {} });
  one = await createCompany(database.admin, 'Um');
  two = await createCompany(database.admin, 'Dois');
});

afterAll(async () => {
  await db.close();
  await database.close();
});

interface Seen {
  seq: number;
  names: string[];
}

/** What a console's reader does: everything after the cursor, in its own snapshot, while others write. */
async function follow(companyId: number, from: number, done: () => boolean): Promise<Seen[]> {
  const seen: Seen[] = [];
  let cursor = from;
  for (let last = false; ; last = done()) {
    const page = await db.readCompany(
      companyId,
      (tx) => tx<Seen[]>`
        select log.seq, array_agg(c.name order by c.name) as names
        from change_log log left join contacts c on c.company_id = log.company_id and c.id::text = log.row_id
        where log.company_id = ${companyId} and log.seq > ${cursor} and log.entity = 'contact'
        group by log.seq order by log.seq`,
    );
    seen.push(...page);
    cursor = page.at(-1)?.seq ?? cursor;
    if (last) return seen;
  }
}

const prune = () =>
  takeDue({ db, log: createLog({ logLevel: 'silent' }), clock: () => new Date() }, oldFeeds({ db }));

const headOf = (companyId: number) =>
  db.readCompany(companyId, async (tx) => {
    const [row] = await tx<{ seq: number }[]>`
      select coalesce(max(seq), 0) as seq from change_log where company_id = ${companyId}`;
    return row?.seq ?? 0;
  });

class Regret extends Error {}

interface Work {
  rows: number;
  before: number;
  after: number;
  outcome: 'commit' | 'rollback' | 'partial';
}

const work: fc.Arbitrary<Work> = fc.record({
  rows: fc.integer({ min: 1, max: 4 }),
  before: fc.integer({ min: 0, max: 15 }),
  after: fc.integer({ min: 0, max: 15 }),
  outcome: fc.constantFrom('commit', 'commit', 'rollback', 'partial'),
});

async function addContacts(tx: Tx, companyId: number, name: string, rows: number): Promise<void> {
  for (let row = 0; row < rows; row++)
    await tx`insert into contacts (company_id, name) values (${companyId}, ${name})`;
}

/** @returns the name on every row of the transaction when it committed. */
async function write(companyId: number, name: string, plan: Work): Promise<string[]> {
  try {
    await db.withCompany(companyId, async (tx) => {
      await tx`select pg_sleep(${plan.before / 1000})`;
      await addContacts(tx, companyId, name, plan.rows);
      if (plan.outcome === 'partial')
        await tx
          .savepoint(async (inner) => {
            await addContacts(inner as unknown as Tx, companyId, `${name} undone`, 2);
            throw new Regret();
          })
          .catch(ignoreRegret);
      await tx`select pg_sleep(${plan.after / 1000})`;
      if (plan.outcome === 'rollback') throw new Regret();
    });
    return [name];
  } catch (error) {
    ignoreRegret(error);
    return [];
  }
}

function ignoreRegret(error: unknown): void {
  if (!(error instanceof Regret)) throw error;
}

describe('the change feed', () => {
  test('I1: readers see every committed transaction exactly once, whole, contiguous and in order', async () => {
    // Holds each transaction open between taking its number and becoming visible: where numbers get lost.
    await database.admin.unsafe(`
      create function linger() returns trigger language plpgsql as
        $$ begin perform pg_sleep(random() * 0.004); return null; end $$;
      create constraint trigger zz_linger after insert on contacts
        deferrable initially deferred for each row execute function linger()`);
    const writers = fc.array(fc.array(work, { minLength: 4, maxLength: 8 }), { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(writers, async (plans) => {
        const companies = [one.companyId, two.companyId];
        const starts = await Promise.all(companies.map(headOf));
        let writing = true;
        const readers = companies.flatMap((companyId, index) => {
          const reader = () => follow(companyId, starts[index] ?? 0, () => !writing);
          return [reader(), reader()];
        });
        const committed = companies.map(() => [] as string[]);
        await Promise.all(
          plans.map(async (plan, writer) => {
            for (const [step, item] of plan.entries()) {
              const index = (writer + step) % 2;
              const name = `${writer}/${step}`;
              committed[index]?.push(...(await write(companies[index] ?? 0, name, item)));
            }
          }),
        );
        writing = false;
        const logs = await Promise.all(readers);
        for (const [index, log] of logs.entries()) {
          const company = index >> 1;
          const start = starts[company] ?? 0;
          expect(log.map((entry) => entry.seq)).toEqual(log.map((_, step) => start + 1 + step));
          expect(log.map((entry) => [...new Set(entry.names)])).toEqual(
            log.map((entry) => [entry.names[0] as string]),
          );
          expect(log.map((entry) => entry.names[0]).toSorted()).toEqual(committed[company]?.toSorted());
        }
      }),
      { numRuns: 5, verbose: 1 },
    );
    await database.admin.unsafe('drop trigger zz_linger on contacts');
  });

  test('I16: a write at another isolation level raises instead of reading a stale maximum', async () => {
    const attempt = database.admin.begin('isolation level repeatable read', async (tx) => {
      await tx`insert into contacts (company_id, name) values (${one.companyId}, 'Late')`;
    });
    await expect(attempt).rejects.toMatchObject({ code: 'BL002' });
    const serializable = database.admin.begin('isolation level serializable', async (tx) => {
      await tx`update queues set greeting_message = 'Late' where company_id = ${one.companyId}`;
    });
    await expect(serializable).rejects.toMatchObject({ code: 'BL002' });
  });

  test('I16: one transaction that changes two companies raises', async () => {
    const attempt = db.asSystem(async (tx) => {
      await tx`insert into contacts (company_id, name) values (${one.companyId}, 'A'), (${two.companyId}, 'B')`;
    });
    await expect(attempt).rejects.toMatchObject({ code: 'BL001' });
  });

  test('I11: a muted transaction logs nothing and gives its company another epoch, once', async () => {
    const state = async ({ companyId }: CompanyFixture) => {
      const [row] = await database.admin`select epoch from sync_state where company_id = ${companyId}`;
      return { epoch: row?.epoch as string, head: await headOf(companyId) };
    };
    await database.admin.unsafe(`
      create table rotations (company_id bigint);
      create function note_rotation() returns trigger language plpgsql security definer as
        $$ begin insert into rotations values (new.company_id); return null; end $$;
      create trigger note_rotation after update of epoch on sync_state
        for each row execute function note_rotation()`);
    const before = { one: await state(one), two: await state(two) };
    const muted = (work: (tx: Tx) => Promise<unknown>) =>
      db.withCompany(one.companyId, async (tx) => {
        await tx`select set_config('app.feed_muted', 'on', true)`;
        await work(tx);
      });
    await muted(() => Promise.resolve());
    await expect(
      muted(async (tx) => {
        await addContacts(tx, one.companyId, 'Undone', 2);
        throw new Regret();
      }),
    ).rejects.toThrow(Regret);
    expect(await state(one)).toEqual(before.one);

    await muted(async (tx) => {
      await addContacts(tx, one.companyId, 'Bulk', 50);
      await tx`update queues set greeting_message = 'olá' where company_id = ${one.companyId}`;
    });
    const after = await state(one);
    expect(after).toEqual({ epoch: expect.not.stringMatching(before.one.epoch), head: before.one.head });
    expect(await state(two)).toEqual(before.two);
    expect((await database.admin`select from rotations`).count).toBe(1);

    // The setting ends with its transaction.
    await db.withCompany(one.companyId, (tx) => addContacts(tx, one.companyId, 'Logged', 1));
    expect(await state(one)).toEqual({ epoch: after.epoch, head: after.head + 1 });
    const attempt = db.asSystem(async (tx) => {
      await tx`select set_config('app.feed_muted', 'on', true)`;
      await tx`insert into contacts (company_id, name) values (${one.companyId}, 'A'), (${two.companyId}, 'B')`;
    });
    await expect(attempt).rejects.toMatchObject({ code: 'BL001' });
  });

  test('numbers go on after everything was pruned, and a whole company can be deleted', async () => {
    const company = await createCompany(database.admin, 'Três');
    const before = await headOf(company.companyId);
    await db.withCompany(company.companyId, async (tx) => {
      await tx`delete from change_log where company_id = ${company.companyId}`;
      await tx`update sync_state set floor = ${before} where company_id = ${company.companyId}`;
    });
    await db.withCompany(company.companyId, (tx) => addContacts(tx, company.companyId, 'Next', 1));
    expect(await headOf(company.companyId)).toBe(before + 1);
    await db.asSystem((tx) => tx`delete from companies where id = ${company.companyId}`.then(() => {}));
    expect(await headOf(company.companyId)).toBe(0);
  });

  test('I1: a number is never given twice, though everything is pruned in this very moment', async () => {
    const company = await createCompany(database.admin, 'Cinco');
    const before = await headOf(company.companyId);
    let writing: Promise<unknown> = Promise.resolve();
    await database.admin.begin(async (tx) => {
      await tx`lock table change_log in access exclusive mode`;
      writing = db.withCompany(company.companyId, (write) => addContacts(write, company.companyId, 'Now', 1));
      for (let waiting = 0; waiting === 0; )
        waiting = (await tx`select from pg_locks where not granted and relation = 'change_log'::regclass`)
          .count;
      await tx`delete from change_log where company_id = ${company.companyId}`;
      await tx`update sync_state set floor = ${before} where company_id = ${company.companyId}`;
    });
    await writing;
    expect(await headOf(company.companyId)).toBe(before + 1);
  });

  test('pruning keeps a month, in whole transactions, and says up to where', async () => {
    const company = await createCompany(database.admin, 'Quatro');
    await db.withCompany(company.companyId, (tx) => addContacts(tx, company.companyId, 'Old', 3));
    const old = await headOf(company.companyId);
    await database.admin`update change_log set at = now() - interval '31 days'
      where company_id = ${company.companyId} and seq <= ${old}`;
    await db.withCompany(company.companyId, (tx) => addContacts(tx, company.companyId, 'Recent', 2));
    await prune();
    const left = await database.admin`
      select s.floor::int, min(seq)::int as first, count(*)::int as entries
      from sync_state s join change_log using (company_id) where company_id = ${company.companyId} group by s.floor`;
    expect([...left]).toEqual([{ floor: old, first: old + 1, entries: 2 }]);
    await prune();
    expect(await headOf(company.companyId)).toBe(old + 1);
  });

  test('the lock waits at commit only: an open transaction that has written delays nobody', async () => {
    const open = Promise.withResolvers<void>();
    const wrote = Promise.withResolvers<void>();
    const slow = db.withCompany(one.companyId, async (tx) => {
      await addContacts(tx, one.companyId, 'Slow', 1);
      wrote.resolve();
      await open.promise;
    });
    await wrote.promise;
    const quick = db.withCompany(one.companyId, (tx) => addContacts(tx, one.companyId, 'Quick', 1));
    const winner = await Promise.race([quick.then(() => 'quick'), sleep(5_000, 'blocked')]);
    open.resolve();
    await slow;
    expect(winner).toBe('quick');
  });
});
