import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempDir } from '../../../test/temp-dir.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
let temp: ReturnType<typeof createTempDir>;
let child: ChildProcess | undefined;

beforeEach(() => {
  temp = createTempDir();
  mkdirSync(join(temp.dir, 'renderer'));
  writeFileSync(join(temp.dir, 'renderer/index.html'), '<html></html>');
});
afterEach(() => {
  child?.kill('SIGKILL');
  temp.remove();
});

const ARGS = () => [
  '--server',
  'http://127.0.0.1:9',
  '--data',
  join(temp.dir, 'data'),
  '--renderer',
  join(temp.dir, 'renderer'),
];

function run(args: string[]): ChildProcess {
  const env = { ...process.env, NODE_OPTIONS: '', LOG_LEVEL: 'silent' };
  child = spawn(process.execPath, [MAIN, ...args], { stdio: 'pipe', env });
  return child;
}

async function readyUrl(program: ChildProcess): Promise<string> {
  if (!program.stdout || !program.stderr) throw new Error('no output');
  const errors = buffer(program.stderr);
  const died = once(program, 'exit').then(async () => Promise.reject(new Error(String(await errors))));
  const [line] = await Promise.race([once(createInterface({ input: program.stdout }), 'line'), died]);
  died.catch(() => {});
  const { ready, url } = JSON.parse(line);
  expect(ready).toBe(true);
  return url;
}

describe('browser host program', () => {
  it('says where it is, serves there, and ends cleanly when asked to', async () => {
    const program = run(ARGS());
    const url = await readyUrl(program);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}$/);
    expect((await fetch(url)).status).toBe(200);
    program.kill('SIGTERM');
    expect(await once(program, 'exit')).toEqual([0, null]);
  });

  it('W4: is not kept from starting by one that was killed', async () => {
    const first = run(ARGS());
    await readyUrl(first);
    first.kill('SIGKILL');
    await once(first, 'exit');
    const second = run(ARGS());
    await readyUrl(second);
    second.kill('SIGTERM');
    expect(await once(second, 'exit')).toEqual([0, null]);
  });

  it('ends with its parent when told so', async () => {
    const program = run([...ARGS(), '--with-parent']);
    await readyUrl(program);
    program.stdin?.end();
    expect(await once(program, 'exit')).toEqual([0, null]);
  });

  it('names every wrong option and does not start', async () => {
    const program = run(['--server', 'ftp://x', '--port', '70000']);
    const errors: Buffer[] = [];
    program.stderr?.on('data', (chunk) => errors.push(chunk));
    expect(await once(program, 'close')).toEqual([1, null]);
    const text = Buffer.concat(errors).toString();
    for (const name of ['server', 'data', 'port']) expect(text).toContain(`at ${name}`);
  });
});
