import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** Has a line for each part, and one for each thing that is timed. */
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

/**
 * Does a part, and writes down when it held last, of which commit, and how long it took.
 *
 * @param work says whether this machine could do it
 */
export async function prove(part: string, work: () => Promise<boolean>): Promise<void> {
  const started = performance.now();
  if (!(await work())) return;
  keep(part, `${Math.ceil((performance.now() - started) / 60_000)} min`);
}

/** Writes down what something took, when, and of which commit. */
export function keep(name: string, took: string): void {
  // What nobody has committed is marked; the note itself is no part of what was proved.
  const commit =
    git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '--', '.', `:!${NOTE}`) && '-dirty');
  const line = `- ${name}: ${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${took}.`;
  writeFileSync(NOTE, readFileSync(NOTE, 'utf8').replace(new RegExp(`^- ${name}: .*$`, 'm'), line));
}

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
