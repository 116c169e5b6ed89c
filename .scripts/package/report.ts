/** What a person reads while it runs. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Does one step, and says what it took. */
export async function step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  const done = await work();
  say(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return done;
}
