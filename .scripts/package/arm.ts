import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded.ts';
import { freePort } from '../../server/src/platform/free-port.ts';
import { createNewcomer, until } from './newcomer.ts';
import { sources } from './roots.ts';

/** What the package needs of Debian to run: no maintainer's script has to, so any processor unpacks it. */
const LIBRARIES = ['libc6', 'libgcc-s1', 'libstdc++6'];
/** Another processor is acted out slowly. */
const START_MS = 300_000;
/** A picture is made smaller, which the server does in a process that qemu does not start. */
const PICTURE = `
  require('sharp')({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .resize(8).webp().toBuffer().then((picture) => console.log(picture.length > 0))`;

/**
 * The program of the arm64 package, run by qemu on Debian's libraries for that processor: migrates, answers, makes the first
 * company (whose password the native Argon2 hashes) and a picture.
 */
export async function proveArm(file: string, folder: string, cache: string): Promise<void> {
  const libraries = unpackLibraries(cache);
  const root = join(folder, 'arm64');
  execFileSync('dpkg-deb', ['--extract', file, root]);
  const program = join(root, 'usr/lib/balcao/program');
  const dataDir = join(folder, 'arm64-data');
  const database = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  const url = `http://127.0.0.1:${await freePort()}`;
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: new URL(url).port,
    BALCAO_ROLE: 'api',
  };
  const words = (...args: string[]) => ['-L', libraries, join(program, 'node'), ...args];
  const run = (...args: string[]) =>
    execFileSync('qemu-aarch64', words(...args), { cwd: join(program, 'server'), env, encoding: 'utf8' });
  try {
    assert.equal(run('-p', 'process.arch').trim(), 'arm64');
    assert.equal(run('-e', PICTURE).trim(), 'true');
    run('src/balcao.js', 'migrate');
    const [, code = ''] = /^Set-up code: (\S+)$/m.exec(run('src/balcao.js', 'setup')) ?? [];
    const server = spawn('qemu-aarch64', words('src/main.js'), {
      cwd: join(program, 'server'),
      env,
      stdio: 'ignore',
    });
    try {
      const isReady = () =>
        fetch(`${url}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until(isReady, Boolean, START_MS);
      await createNewcomer(url, '').setUp(code);
    } finally {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
  } finally {
    await database.stop();
  }
}

function unpackLibraries(cache: string): string {
  const kept = join(cache, 'arm64');
  if (existsSync(kept)) return kept;
  const draft = `${kept}.part`;
  rmSync(draft, { recursive: true, force: true });
  const args = ['--quiet', '--variant=extract', '--mode=root', '--architectures=arm64'];
  execFileSync('mmdebstrap', [...args, `--include=${LIBRARIES.join()}`, 'bookworm', draft, '-'], {
    input: sources('bookworm'),
    stdio: ['pipe', 'inherit', 'inherit'],
  });
  renameSync(draft, kept);
  return kept;
}
