import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { isClean, type NemesisReport, describe as report, runNemesis } from './nemesis.ts';

/** A taste of `pnpm soak`. A seed that failed goes into KEPT, so that it is tried for ever. */
const KEPT: readonly number[] = [];
const SEED = Number(process.env.NEMESIS_SEED ?? Math.floor(Math.random() * 2 ** 31));

describe.each([
  { servers: 1, seconds: 15 },
  { servers: 2, seconds: 20 },
] as const)('random faults over $servers server(s)', ({ servers, seconds }) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it.each([SEED + servers, ...KEPT])(
    'lose nothing and double nothing (NEMESIS_SEED=%i)',
    { timeout: (seconds + 300) * 1_000 },
    async (seed) => {
      const found: NemesisReport = await runNemesis({ database, servers, seed, seconds });
      process.stdout.write(`${report(found)}\n`);
      expect(isClean(found), report(found)).toBe(true);
    },
  );
});
