/** Durations in milliseconds, and how many ended in a second. */
export interface Timing {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
}

/**
 * Does `work` at most `count` times, `inFlight` at once, and begins no more after `limitMs`.
 *
 * @param work is given the number of the piece, from 0
 */
export async function measure(
  count: number,
  inFlight: number,
  work: (index: number) => Promise<unknown>,
  limitMs = 60_000,
): Promise<Timing> {
  const times: number[] = [];
  let next = 0;
  const started = performance.now();
  const worker = async () => {
    for (let index = next++; index < count && performance.now() - started < limitMs; index = next++) {
      const begun = performance.now();
      await work(index);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: Math.min(inFlight, count) }, worker));
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: times.length / seconds, ...percentiles(times) };
}

/**
 * Does the works in turns, one at a time, so that a busy moment of the machine meets them all. A tenth of the rounds is
 * for warming up.
 */
export async function measureInTurns<const Works extends readonly (() => Promise<unknown>)[]>(
  rounds: number,
  works: Works,
  limitMs: number,
): Promise<{ [Index in keyof Works]: ReturnType<typeof percentiles> }> {
  const times = works.map((): number[] => []);
  const started = performance.now();
  for (let round = -rounds / 10; round < rounds && performance.now() - started < limitMs; round += 1)
    for (const [index, work] of works.entries()) {
      const ms = await timed(work);
      if (round >= 0) times[index]?.push(ms);
    }
  return times.map(percentiles) as { [Index in keyof Works]: ReturnType<typeof percentiles> };
}

export function percentiles(times: readonly number[]): { p50: number; p95: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Milliseconds that it took. */
export async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** The middle one of several runs of the same. */
export async function medianOf(runs: number, work: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let run = 0; run < runs; run += 1) values.push(await work());
  return percentiles(values).p50;
}
