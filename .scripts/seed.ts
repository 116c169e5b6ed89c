import { execFileSync } from 'node:child_process';

/** What random tests begin with: `SEED`, or a number of the commit, so that each commit tries others and can be tried again. */
export function testSeed(env: NodeJS.ProcessEnv = process.env): number {
  if (env.SEED) return Number(env.SEED);
  try {
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { stdio: ['ignore', 'pipe', 'ignore'] });
    return Number.parseInt(commit.toString().slice(0, 7), 16);
  } catch {
    // An archive of the sources has no commit.
    return Date.now() % 2 ** 28;
  }
}
