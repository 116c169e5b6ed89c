import { join } from 'node:path';
import postgres from 'postgres';
import { expect } from 'vitest';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { createCompany } from '../fixtures.ts';
import { expectDone, expectRefused } from './commands.ts';
import type { Installation } from './installation.ts';

/** Two databases of one PostgreSQL: each has backups of its own, and a moment holds for both. */
export async function backUpSeveral({ dataDir, env, start, lose }: Installation): Promise<void> {
  const second = new URL(env.DATABASE_URL ?? '');
  second.pathname = '/second';
  const several = { ...env, DATABASES: `db2=${second.href}` };
  const onSecond = ['--database', 'db2'];
  const made = await start();
  await made.admin.unsafe('create database second');
  for (const url of [made.url, second.href]) await migrate(url);
  createSecrets({ keyFile: join(dataDir, 'secret.key') });
  const admin = postgres(second.href, { max: 1, onnotice: () => {} });
  await createCompany(admin, 'Operator');
  await expectRefused(['backup', '--database', 'db3'], several, /DATABASES names no db3/);
  expect(await expectDone(['backup'], several)).toMatch(/db2 IS NOT PART OF IT/);
  await expectRefused(['backup', 'verify', ...onSecond], several, /There is no backup yet/);
  await expectDone(['backup', ...onSecond], several);
  expect(await expectDone(['backup', 'verify', ...onSecond], several)).toContain('It is whole');
  const [now] = await admin<{ at: Date }[]>`select clock_timestamp() as at`;
  await createCompany(admin, 'Later');
  await expectDone(['backup', ...onSecond], several);
  await admin.end();
  await made.stop();

  await lose();
  await expectDone(['restore', '--to', now?.at.toISOString() ?? '', ...onSecond], several);
  const restored = await start();
  const again = postgres(second.href, { max: 1, onnotice: () => {} });
  const rows = await again`select name from companies`;
  expect(rows.map(({ name }) => name)).toEqual(['Operator']);
  await again.end();
  await restored.stop();
}
