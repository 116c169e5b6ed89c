import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { createCompany } from '../../test/fixtures.ts';

const dir = mkdtempSync(join(tmpdir(), 'balcao-setup-'));
afterAll(() => rmSync(dir, { recursive: true }));

function balcao(command: string, url: string) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../balcao.ts'), command],
    {
      encoding: 'utf8',
      env: { ...process.env, DATA_DIR: dir, DATABASE_URL: url, PUBLIC_URL: 'https://desk.example.com/' },
    },
  );
  return { code: status, said: stdout + stderr };
}

it('says the address, and the same code until the first company is there', async () => {
  const database = await createTestDatabase();
  expect(balcao('migrate', database.url)).toEqual({ code: 0, said: 'db1 is up to date\n' });
  const first = balcao('setup', database.url);
  expect(first).toEqual({
    code: 0,
    said: expect.stringMatching(/^Address: +https:\/\/desk\.example\.com\nSet-up code: [\w-]{24}\n$/),
  });
  expect(balcao('setup', database.url)).toEqual(first);
  await createCompany(database.admin, 'Padaria');
  expect(balcao('setup', database.url).said).not.toContain('Set-up code');
  await database.close();
});

it('says what a database lacks, and makes nothing in it', async () => {
  const database = await createTestDatabase('template0');
  const role = `poor_${database.url.slice(-8)}`;
  await database.admin.unsafe(`create role ${role} login password 'poor'`);
  const url = Object.assign(new URL(database.url), { username: role, password: 'poor' });
  const refused = (command: string, why: string) =>
    expect(balcao(command, url.href)).toEqual({ code: 1, said: expect.stringContaining(why) });
  refused('setup', 'The database is empty: start the server, or run "balcao migrate" first.');
  refused('migrate', `run "alter role ${role} createrole" there`);
  await database.admin.unsafe(`alter role ${role} createrole`);
  refused('migrate', `owner to ${role}" there`);
  const [{ tables } = {}] =
    await database.admin`select count(*)::int as tables from pg_tables where schemaname = 'public'`;
  expect(tables).toBe(0);
  await database.close();
});
