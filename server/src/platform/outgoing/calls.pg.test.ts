import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';
import type { CallKind, NewCall, RunningCall } from './call.ts';
import { enqueue } from './calls.repo.ts';
import { OutsideError } from './outside-error.ts';

/** Calls to the outside stand in rows: whoever makes them, each is made once, in its order, within its time. */

let one: TestApi;
let other: TestApi;
let company: CompanyFixture;
let taken: { by: string; id: string; attempt: number; wasInterrupted: boolean }[];
/** What becomes of a call; each test sets it. */
let work: (call: RunningCall, by: TestApi) => Promise<void>;
let givenUp: { id: string; error: string }[];
let onGivenUp: (call: RunningCall, by: TestApi) => Promise<void>;

const KIND = 'test';
const kindOf = (by: () => TestApi, name: string): CallKind => ({
  kind: KIND,
  maxAttempts: 3,
  mayRepeat: (error) => error instanceof OutsideError && error.isUndone,
  async take(call) {
    taken.push({ by: name, id: call.id, attempt: call.attempt, wasInterrupted: call.wasInterrupted });
    await work(call, by());
  },
  async giveUp(call, error) {
    givenUp.push({ id: call.id, error: error instanceof Error ? error.name : '' });
    await onGivenUp(call, by());
  },
});
const ends = async (call: RunningCall, { db }: TestApi) => {
  await db.withCompany(call.companyId, (tx) => call.end(tx));
};

beforeAll(async () => {
  one = await startApi();
  other = await startApi({ beside: one });
  await createCompany(one.database.admin, 'Operator');
  one.app.calls.add(kindOf(() => one, 'one'));
  other.app.calls.add(kindOf(() => other, 'other'));
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});
beforeEach(async () => {
  await one.database.admin`delete from outgoing_calls`;
  company = await one.company(`Loja ${crypto.randomUUID()}`);
  taken = [];
  givenUp = [];
  work = ends;
  onGivenUp = ends;
});

async function due(call: Partial<NewCall> = {}): Promise<string> {
  const { companyId } = company;
  const id = uuidv7();
  const dueAt = new Date(one.deps.clock().getTime() - 1_000);
  await one.db.withCompany(companyId, (tx) =>
    enqueue(tx, { companyId, id, kind: KIND, lane: 'a', dueAt, patienceMs: 20_000, ...call }),
  );
  return id;
}
const advance = (ms: number) => {
  for (const { advance } of [one, other]) advance(ms);
};
const rows = () => one.database.admin`select id, state, reason from outgoing_calls order by id`;

it('are each made once, however many look, and one after the other in a lane', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => due({ lane: `lane ${index % 3}` })));
  const running = new Map<string, number>();
  work = async (call, by) => {
    const lane = String(ids.indexOf(call.id) % 3);
    running.set(lane, (running.get(lane) ?? 0) + 1);
    expect(running.get(lane)).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 2));
    running.set(lane, 0);
    await ends(call, by);
  };
  while ((await rows()).length > 0) await Promise.all([one.app.calls.drain(), other.app.calls.drain()]);
  expect(taken.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

it('go on in another process when theirs is gone, and what comes late from there is not written', async () => {
  const id = await due({ patienceMs: null });
  let frozen: RunningCall | undefined;
  const thaw = Promise.withResolvers<void>();
  work = async (call) => {
    frozen = call;
    await thaw.promise;
  };
  const asleep = one.app.calls.drain();
  while (!frozen) await new Promise((resolve) => setTimeout(resolve, 5));
  work = ends;
  await other.app.calls.drain();
  expect(taken).toHaveLength(1);
  other.advance(60_000);
  await other.app.calls.drain();
  expect(taken.at(-1)).toEqual({ by: 'other', id, attempt: 2, wasInterrupted: true });
  const late = frozen;
  expect(await one.db.withCompany(company.companyId, (tx) => late.end(tx))).toBe(false);
  expect(await rows()).toEqual([]);
  one.advance(60_000);
  thaw.resolve();
  await asleep;
});

it('are tried again only while the service did nothing, and are given up once', async () => {
  const id = await due();
  work = async () => {
    throw new OutsideError('busy', 'later', { status: 503 });
  };
  for (let second = 0; second < 5; second++) {
    advance(1_500);
    await one.app.calls.drain();
  }
  expect(taken.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  expect(givenUp).toEqual([{ id, error: 'OutsideError' }]);
  work = async () => {
    throw new OutsideError('unknown', 'lost');
  };
  await due();
  await one.app.calls.drain();
  expect(taken).toHaveLength(4);
  expect(givenUp).toHaveLength(2);
});

it('that are late are given up without being made, and those of other lanes and companies have room', async () => {
  const late = await due({ lane: 'late', dueAt: new Date(one.deps.clock().getTime() - 60_000) });
  const hanging = new Set(
    await Promise.all(Array.from({ length: 100 }, (_, index) => due({ lane: `h${index}` }))),
  );
  const release = Promise.withResolvers<void>();
  work = async (call, by) => {
    if (hanging.has(call.id)) await release.promise;
    await ends(call, by);
  };
  const busy = one.app.calls.drain();
  while (taken.length < 80) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(givenUp).toEqual([{ id: late, error: 'DeadlineError' }]);
  const killed = await due({ lane: 'killed', dueAt: new Date(one.deps.clock().getTime() - 60_000) });
  await one.database.admin`
    update outgoing_calls set state = 'running', held_by = gen_random_uuid(), held_until = now() - interval '1 hour'
    where id = ${killed}`;
  const third = other.app.calls.drain();
  while (givenUp.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  // Nobody knows whether its process has asked.
  expect(givenUp[1]).toEqual({ id: killed, error: 'OutsideError' });
  company = await one.company('Another');
  const theirs = await due();
  const beside = other.app.calls.drain();
  while (!taken.some(({ id }) => id === theirs)) await new Promise((resolve) => setTimeout(resolve, 5));
  release.resolve();
  await Promise.all([busy, third, beside]);
});

it('whose giving up fails, too, are buried after a while, and hold up nobody in their lane', async () => {
  const id = await due();
  work = async () => {
    throw new Error('a fault of ours');
  };
  onGivenUp = async () => {
    throw new Error('another one');
  };
  for (let round = 0; round < 60; round++) {
    advance(70_000);
    await one.app.calls.drain();
  }
  expect(await rows()).toEqual([{ id, state: 'dead', reason: 'another one' }]);
  // Each time somebody may have done what was asked of them.
  expect(taken.map(({ wasInterrupted }) => wasInterrupted)).toEqual(taken.map((_, index) => index > 0));
  work = ends;
  const next = await due();
  await one.app.calls.drain();
  expect(taken.at(-1)?.id).toBe(next);
});

it('that take every process along are given up at some time', async () => {
  const id = await due({ patienceMs: null });
  await one.database.admin`
    update outgoing_calls set state = 'running', attempts = 40, held_by = gen_random_uuid(),
      held_until = now() - interval '1 hour'`;
  await one.app.calls.drain();
  expect(taken).toEqual([]);
  expect(givenUp).toEqual([{ id, error: 'OutsideError' }]);
  expect(await rows()).toEqual([]);
});
