import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { lockInstance } from '../../desktop/src/hosts/accounts/instance-lock.ts';
import { openPool } from '../../server/src/platform/db/client.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/db/embedded.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Holds the demo data as a running Balcão does; somebody may be running one here already. */
function holdData(): () => void {
  const data = join(ROOT, '.data');
  mkdirSync(data, { recursive: true });
  try {
    return lockInstance(data);
  } catch {
    return () => {};
  }
}

/** Until it says that, or ends by itself. */
function start(args: string[], until: string, env: Record<string, string> = {}) {
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const options = { cwd: ROOT, env: { ...process.env, ...env } };
    const child = execFile(process.execPath, ['.scripts/start.ts', ...args], options, (_error, stdout) =>
      resolve({ code: child.exitCode, said: stdout }),
    );
    child.stdout?.on('data', (chunk: string) => {
      if (chunk.includes(until)) child.kill('SIGTERM');
    });
  });
}

test('a second start leaves the database of the first alone and says why it ends', async () => {
  const release = holdData();
  const { code, said } = await start([], 'Starting');
  release();
  expect(said).toContain('Balcão is running already');
  expect(said).not.toContain('database');
  expect(code).toBe(1);
});

test('data of another schema is kept until somebody gives it up', async () => {
  const data = mkdtempSync(join(tmpdir(), 'balcao-start-'));
  // PostgreSQL may run as a user of its own.
  chmodSync(data, 0o755);
  const dataDir = join(data, 'server');
  const database = await startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
  const sql = openPool(database.url, { max: 1, name: 'test' });
  await sql`create table migrations (name text primary key)`;
  await sql`insert into migrations values ('0030_connections.sql')`;
  await sql.end();
  await database.stop();
  const file = join(dataDir, 'somebody-sent-this');
  writeFileSync(file, '');

  // Without pnpm no screen is built for it.
  const env = { DATA_DIR: data, PATH: '/usr/sbin:/usr/bin:/sbin:/bin' };
  const refused = await start([], 'simulated', env);
  expect(refused.said).toContain('its 0030_connections.sql is not this version');
  expect(refused.said).toContain(`npm start -- --fresh deletes everything in ${data} and begins anew.`);
  expect(refused.code).toBe(1);
  expect(existsSync(file)).toBe(true);

  const begun = await start(['--fresh'], 'simulated', env);
  expect(begun.said).toContain('Starting the simulated WhatsApp');
  expect(existsSync(file)).toBe(false);
  rmSync(data, { recursive: true, force: true });
});
