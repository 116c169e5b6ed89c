import { type ChildProcess, fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { askProcess } from './ask-process.ts';

const PROGRAM = `process.on('message', ({ say, end }) => {
  if (end) process.exit();
  if (say) process.send(say);
});`;

let dir: string;
let child: ChildProcess;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'asked-'));
  await writeFile(join(dir, 'program.mjs'), PROGRAM);
  child = fork(join(dir, 'program.mjs'), { execArgv: [] });
});
afterEach(async () => {
  child.kill('SIGKILL');
  await rm(dir, { recursive: true, force: true });
});

it('brings one answer to each job', async () => {
  expect(await askProcess(child, { say: 'one' }, 10_000)).toBe('one');
  expect(await askProcess(child, { say: 'two' }, 10_000)).toBe('two');
  expect(child.listenerCount('exit')).toBe(0);
});

it('brings nothing from a process that ends, or takes too long', async () => {
  expect(await askProcess(child, { say: '' }, 50)).toBeNull();
  expect(await askProcess(child, { end: true }, 10_000)).toBeNull();
});
