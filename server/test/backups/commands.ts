import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';

const CLI = join(import.meta.dirname, '../../src/balcao.ts');

/** As an operator types it. */
function balcao(args: readonly string[], env: Record<string, string>, inside: readonly string[] = []) {
  const [program = '', ...rest] = [...inside, process.execPath, CLI, ...args];
  const child: ChildProcess = spawn(program, rest, {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')));
  const ended = once(child, 'close');
  return {
    kill: () => child.kill('SIGKILL'),
    async ended() {
      const [code] = await ended;
      return { code: code as number | null, said: (await said).join('') };
    },
  };
}

export async function expectDone(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { code, said } = await balcao(args, env).ended();
  expect(code, said).toBe(0);
  return said;
}

export async function expectRefused(
  args: readonly string[],
  env: Record<string, string>,
  words: RegExp,
  inside: readonly string[] = [],
): Promise<void> {
  const { code, said } = await balcao(args, env, inside).ended();
  expect(code, said).toBe(1);
  expect(said).toMatch(words);
}

/** Wherever it is killed, it can be called again. */
export async function killSoon(
  args: readonly string[],
  env: Record<string, string>,
  afterMs: number,
): Promise<void> {
  const killed = balcao(args, env);
  await sleep(afterMs);
  killed.kill();
  await killed.ended();
}
