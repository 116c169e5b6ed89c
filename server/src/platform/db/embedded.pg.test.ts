import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterEach, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';
import { clusterHome } from './postgres-programs.ts';

const made: string[] = [];
afterEach(async () => {
  for (const dir of made.splice(0)) await rm(dir, { recursive: true, force: true });
});

async function ask(url: string, query: string): Promise<unknown> {
  const sql = postgres(url, { max: 1 });
  const [row] = await sql.unsafe(query);
  await sql.end();
  return row;
}

it('starts in a folder that nobody else may enter, keeps its rows, and has one owner', async () => {
  // mkdtemp closes its folder to everybody else: as under the home directory of root.
  const dataDir = await mkdtemp(join(tmpdir(), 'balcao-closed-'));
  await chmod(dataDir, 0o700);
  const home = await clusterHome(dataDir);
  made.push(dataDir, home);
  const options = { dataDir, durable: false, log: () => {} };

  const first = await startEmbeddedPostgres(options);
  await ask(first.url, 'create table kept as select 42 as answer');
  await expect(startEmbeddedPostgres(options)).rejects.toThrow(/Another server is running/);
  expect(await ask(first.url, 'select answer from kept')).toEqual({ answer: 42 });
  await first.stop();

  const second = await startEmbeddedPostgres(options);
  expect(await ask(second.url, 'select answer from kept')).toEqual({ answer: 42 });
  await second.stop();
  await mkdir(join(home, 'restored'));
  await writeFile(join(home, 'restored', 'complete'), '');
  await expect(startEmbeddedPostgres(options)).rejects.toThrow(/run "balcao restore" again/);
  expect((await stat(join(home, 'postgres.password'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(home, 'postgres.password'), 'utf8')).toMatch(/^[0-9a-f]{48}$/);
});
