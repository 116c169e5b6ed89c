import { AppError } from '@balcao/shared/errors.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { type AttemptLimit, createAttemptLimit } from './attempt-limit.ts';

const MINUTE = 60_000;

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, name: 'attempts', poolSize: 4, onCommit() {} });
});
beforeEach(() => database.admin`truncate attempts`);
afterAll(async () => {
  await db.close();
  await database.close();
});

function throttled() {
  let now = Date.now();
  const newProcess = (): AttemptLimit =>
    createAttemptLimit({
      db,
      clock: () => new Date(now),
      of: 'sign-in',
      free: { account: 5, address: 50 },
      failures: ['ERR_INVALID_CREDENTIALS'],
    });
  const [limit, other] = [newProcess(), newProcess()];
  const attempt = (account: string, address: string, error?: AppError, at = limit) =>
    at
      .guard({ account, address }, async () => {
        if (error) throw error;
        return 'in';
      })
      .catch((refused: AppError) => refused.params.seconds ?? refused.code);
  const wrong = new AppError('ERR_INVALID_CREDENTIALS');
  return {
    pass: (ms: number) => {
      now += ms;
    },
    guess: (account: string, address = 'home') => attempt(account, address, wrong),
    guessElsewhere: (account: string) => attempt(account, 'home', wrong, other),
    enter: (account: string, address = 'home') => attempt(account, address),
    break: (account: string) => attempt(account, 'home', new AppError('ERR_UNAVAILABLE')),
  };
}

it('doubles the wait with every failure, up to a quarter of an hour', async () => {
  const { guess, pass } = throttled();
  for (let time = 0; time < 5; time++) expect(await guess('ana')).toBe('ERR_INVALID_CREDENTIALS');
  const waits = [];
  for (let time = 0; time < 12; time++) {
    const seconds = Number(await guess('ana'));
    waits.push(seconds);
    pass(seconds * 1000);
    expect(await guess('ana')).toBe('ERR_INVALID_CREDENTIALS');
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]);
});

it('forgets after success and after an hour, and counts only wrong credentials', async () => {
  const { guess, enter, pass, break: breakOff } = throttled();
  for (let round = 0; round < 3; round++) {
    for (let time = 0; time < 4; time++) await guess('ana');
    expect(await enter('ana')).toBe('in');
  }
  for (let time = 0; time < 5; time++) await guess('bruno');
  expect(await enter('bruno')).toBe(1);
  pass(61 * MINUTE);
  expect(await guess('bruno')).toBe('ERR_INVALID_CREDENTIALS');
  expect(await enter('bruno')).toBe('in');
  for (let time = 0; time < 20; time++) expect(await breakOff('carla')).toBe('ERR_UNAVAILABLE');
  expect(await enter('carla')).toBe('in');
});

it('counts the guesses at all processes together', async () => {
  const { guess, guessElsewhere, pass } = throttled();
  const guesses = Array.from({ length: 6 }, (_, time) => (time % 2 ? guess : guessElsewhere));
  const heard = [];
  for (const at of guesses) heard.push(await at('ana'));
  expect(heard).toEqual([...Array.from({ length: 5 }, () => 'ERR_INVALID_CREDENTIALS'), 1]);
  pass(1_000);
  await guess('ana');
  expect(await guessElsewhere('ana')).toBe(2);
});

it('slows one address down over all accounts, and no other address', async () => {
  const { guess, enter } = throttled();
  for (let time = 0; time < 50; time++) await guess(`account ${time}`, 'attacker');
  expect(await enter('ana', 'attacker')).toBe(1);
  expect(await enter('ana', 'office')).toBe('in');
});

it('counts every attempt where success says nothing', async () => {
  const limit = createAttemptLimit({
    db,
    clock: () => new Date(0),
    of: 'reset request',
    free: { account: 2, address: 9 },
  });
  const ask = () => limit.guard({ account: 'ana', address: 'home' }, async () => 'sent');
  expect([await ask(), await ask()]).toEqual(['sent', 'sent']);
  await expect(ask()).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS', params: { seconds: 1 } });
});
