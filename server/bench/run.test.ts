import { expect, it } from 'vitest';
import type { Benchmark, Context, Figure } from './figure.ts';
import { runBenchmarks } from './run.ts';

const benchmark = (name: string, run: () => Promise<Figure[]>): Benchmark => ({ name, run });
const figure = (value: number): Figure => ({ name: 'a look', value, unit: 'ms' });

async function run(benchmarks: Benchmark[]) {
  const failures: string[] = [];
  let cleared = 0;
  const { results, isWhole } = await runBenchmarks(benchmarks, {
    contextOf: () => ({}) as Context,
    measured: () => {},
    failed: ({ name }, error) => failures.push(`${name}: ${error instanceof Error ? error.message : error}`),
    clearUp: async () => {
      cleared += 1;
    },
  });
  return { names: results.map(({ name }) => name), isWhole, failures, cleared };
}

it('a run is whole when each benchmark has ended with figures', async () => {
  const all = [benchmark('one', async () => [figure(1)]), benchmark('other', async () => [figure(0)])];
  expect(await run(all)).toEqual({ names: ['one', 'other'], isWhole: true, failures: [], cleared: 2 });
});

it.each<[string, () => Promise<Figure[]>, string]>([
  ['fails', () => Promise.reject(new Error('no list')), 'no list'],
  ['ends without a figure', async () => [], 'it has ended without a figure'],
  [
    'ends with what is no number',
    async () => [figure(1), figure(Number.NaN)],
    'it has ended without a figure for: a look',
  ],
])('one that %s fails the run, and holds up nobody', async (_, work, message) => {
  const all = [benchmark('broken', work), benchmark('other', async () => [figure(1)])];
  expect(await run(all)).toEqual({
    names: ['other'],
    isWhole: false,
    failures: [`broken: ${message}`],
    cleared: 2,
  });
});
