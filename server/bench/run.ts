import type { Benchmark, Context, Figure } from './figure.ts';
import type { Measured } from './report.ts';

/** What a run works with. */
interface Run {
  contextOf(benchmark: Benchmark): Context;
  measured(result: Measured): void;
  failed(benchmark: Benchmark, error: unknown): void;
  /** Ends what a benchmark has left running. */
  clearUp(): Promise<void>;
}

/**
 * Runs the benchmarks one after the other, also behind one that fails. One that ends without a figure has failed.
 *
 * @returns the results, and whether all of them are there
 */
export async function runBenchmarks(
  benchmarks: readonly Benchmark[],
  { contextOf, measured, failed, clearUp }: Run,
): Promise<{ results: Measured[]; isWhole: boolean }> {
  const results: Measured[] = [];
  for (const benchmark of benchmarks) {
    const { name } = benchmark;
    const started = performance.now();
    try {
      const figures = whole(await benchmark.run(contextOf(benchmark)));
      const result = { name, seconds: (performance.now() - started) / 1000, figures };
      results.push(result);
      measured(result);
    } catch (error) {
      failed(benchmark, error);
    } finally {
      await clearUp();
    }
  }
  return { results, isWhole: results.length === benchmarks.length };
}

/** @throws when nothing was measured, or something that is no number */
function whole(figures: Figure[]): Figure[] {
  if (figures.length === 0) throw new Error('it has ended without a figure');
  const unknown = figures.filter(({ value }) => !Number.isFinite(value)).map(({ name }) => name);
  if (unknown.length > 0) throw new Error(`it has ended without a figure for: ${unknown.join(', ')}`);
  return figures;
}
