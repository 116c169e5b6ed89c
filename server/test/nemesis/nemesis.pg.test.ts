import { describe, expect, it } from 'vitest';
import { createTestDatabase } from '../database.ts';
import { DEEP, SEED } from '../sample.ts';
import { isClean, type NemesisReport, describe as report, runNemesis } from './nemesis.ts';

/** A taste of `pnpm soak`, on one server or on two. A seed that failed goes into KEPT: deep runs try it for ever. */
const KEPT: readonly number[] = [];
const ROUNDS: { servers: 1 | 2; seconds: number }[] = DEEP
  ? [
      { servers: 1, seconds: 60 },
      { servers: 2, seconds: 60 },
    ]
  : [{ servers: SEED % 2 === 0 ? 1 : 2, seconds: 4 }];

describe.each(ROUNDS)('random faults over $servers server(s)', ({ servers, seconds }) => {
  it.each([SEED, ...(DEEP ? KEPT : [])])(
    'lose nothing and double nothing (SEED=%i)',
    { timeout: (seconds + 300) * 1_000 },
    async (seed) => {
      const found: NemesisReport = await runNemesis({
        database: await createTestDatabase(),
        servers,
        seed,
        seconds,
        ...(DEEP ? {} : { agents: [2, 1] }),
      });
      process.stdout.write(`${report(found)}\n`);
      expect(isClean(found), report(found)).toBe(true);
    },
  );
});
