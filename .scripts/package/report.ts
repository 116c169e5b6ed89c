import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** Has a line for each part. */
const NOTE = 'server/test/README.md';

/** What a person reads while it runs. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Does one step, and says what it took. */
export async function step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  const done = await work();
  say(`  ${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${name}`);
  return done;
}

/** Writes down when a part held last, and of which commit. */
export function note(part: string): void {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const line = `- ${part}: ${new Date().toISOString().slice(0, 10)}, commit ${commit}`;
  writeFileSync(NOTE, readFileSync(NOTE, 'utf8').replace(new RegExp(`^- ${part}: .*$`, 'm'), line));
}
