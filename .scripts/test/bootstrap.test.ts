import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const BOOTSTRAP = fileURLToPath(new URL('../bootstrap.mjs', import.meta.url));
let tree: string;
beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'balcao-bootstrap-'));
  mkdirSync(join(tree, '.scripts'));
  mkdirSync(join(tree, 'bin'));
  copyFileSync(BOOTSTRAP, join(tree, '.scripts/bootstrap.mjs'));
  write('package.json', '{"packageManager":"pnpm@1.2.3","devDependencies":{"node":"4.5.6"}}');
  write('pnpm-lock.yaml', 'one');
  write('pnpm-workspace.yaml', '');
  npx(`mkdir -p node_modules/node/bin && ln -sf ${process.execPath} node_modules/node/bin/node`);
});
afterEach(() => rmSync(tree, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFileSync(join(tree, file), text);

/** Stands for the registry: notes what it was asked for, then does what an installation does. */
function npx(script: string): void {
  write('bin/npx', `#!/bin/sh\necho "$@" >> asked\necho noise\n${script}\n`);
  chmodSync(join(tree, 'bin/npx'), 0o755);
}

/** The program that the bootstrap goes on with. */
const program = (text: string) => write('.scripts/test.ts', text);

function start() {
  const child = spawn(process.execPath, ['.scripts/bootstrap.mjs', 'test'], {
    cwd: tree,
    env: { ...process.env, PATH: [join(tree, 'bin'), process.env.PATH].join(delimiter) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number, output }));
  return { child, ended };
}

/** Resolves when the program or the installation has said that it is there. */
const heard = (stream: NodeJS.ReadableStream, word: string) =>
  new Promise<void>((resolve) => stream.on('data', (chunk) => String(chunk).includes(word) && resolve()));

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

it('installs once, without noise, and again when the lockfile changed', async () => {
  program("process.stdout.write('ran\\n')");
  expect(await start().ended).toEqual({
    code: 0,
    output: expect.stringMatching(/^Installing[^\n]*\nran\n$/),
  });
  expect(await start().ended).toEqual({ code: 0, output: 'ran\n' });
  write('pnpm-lock.yaml', 'two');
  await start().ended;
  const asked = '--yes -p node@4.5.6 -p pnpm@1.2.3 -c pnpm install --frozen-lockfile\n';
  expect(readFileSync(join(tree, 'asked'), 'utf8')).toBe(asked.repeat(2));
  rmSync(join(tree, 'node_modules/node'), { recursive: true });
  expect((await start().ended).code).toBe(0);
});

it('forbids the download of Electron to whatever it starts', async () => {
  npx(`[ "$ELECTRON_SKIP_BINARY_DOWNLOAD" = 1 ] || exit 9
mkdir -p node_modules/node/bin && ln -sf ${process.execPath} node_modules/node/bin/node`);
  program('process.exit(process.env.ELECTRON_SKIP_BINARY_DOWNLOAD === "1" ? 0 : 9)');
  expect((await start().ended).code).toBe(0);
});

it('says why an installation failed, and tries again the next time', async () => {
  npx('echo the registry is away >&2; exit 1');
  program('');
  for (const _attempt of [1, 2])
    expect(await start().ended).toEqual({ code: 1, output: expect.stringContaining('the registry is away') });
});

it("ends with the program's exit code", async () => {
  program('process.exit(7)');
  expect((await start().ended).code).toBe(7);
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('passes %s on to the program', async (signal) => {
  program(`process.on('${signal}', () => process.exit(42));
setInterval(() => {}, 1000);
process.stdout.write('here\\n');`);
  const { child, ended } = start();
  await heard(child.stdout, 'here');
  child.kill(signal);
  expect((await ended).code).toBe(42);
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('takes the installation along on %s', async (signal) => {
  npx('sleep 600 & echo $! > sleeper.new && mv sleeper.new sleeper; wait');
  program('');
  const { child, ended } = start();
  const sleeper = await appears(join(tree, 'sleeper'));
  child.kill(signal);
  const { code, output } = await ended;
  expect({ code, said: output.includes('could not be installed') }).toEqual({
    code: { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal],
    said: false,
  });
  await expect.poll(() => isAlive(Number(sleeper))).toBe(false);
});

async function appears(file: string): Promise<string> {
  return expect
    .poll(() => readFileSync(file, 'utf8').trim())
    .toMatch(/^\d+$/)
    .then(() => readFileSync(file, 'utf8').trim());
}
