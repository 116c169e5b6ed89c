import { join } from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import { migrate } from '../../src/platform/db/migrate.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { createCompany } from '../fixtures.ts';
import { expectDone, expectRefused } from './commands.ts';
import type { Installation } from './installation.ts';

/** As the example of pgBackRest's configuration says: `repo1-retention-full`. */
const KEPT = 6;

const copies = z
  .array(
    z.object({
      archive: z.array(z.object({ min: z.string() })).length(1),
      backup: z.array(
        z.object({
          label: z.string(),
          archive: z.object({ start: z.string() }),
          timestamp: z.object({ stop: z.int() }),
        }),
      ),
    }),
  )
  .length(1);

/** All of it lies in a tablespace. The first of seven full copies goes, and PostgreSQL's log before the second; no way leads there any more. */
export async function expectOldCopiesGone({ dataDir, env, own, start, lose }: Installation): Promise<void> {
  const look = () => {
    const [found] = copies.parse(JSON.parse(own?.pgbackrest('--output=json', 'info') ?? ''));
    const [archive] = found?.archive ?? [];
    if (!found || !archive) throw new Error('unreachable');
    return { log: archive.min, copies: found.backup };
  };
  const made = await start();
  await made.admin.unsafe(`create tablespace apart location '${own?.apart}'`);
  await made.admin`alter database postgres set default_tablespace = apart`;
  await migrate(made.url);
  createSecrets({ keyFile: join(dataDir, 'secret.key') });
  await createCompany(made.admin, 'First week');
  await expectDone(['backup'], env);
  const [first] = look().copies;
  if (!first) throw new Error('unreachable');
  expect(look().log <= first.archive.start).toBe(true);
  await createCompany(made.admin, 'Last week');
  for (let week = 0; week < KEPT; week += 1) own?.pgbackrest('--type=full', 'backup');
  await expectDone(['backup'], env);
  const left = look();
  expect(left.copies.map(({ label }) => label)).not.toContain(first.label);
  expect(left.copies).toHaveLength(KEPT);
  expect(left.log).toBe(left.copies[0]?.archive.start);
  expect(left.log > first.archive.start).toBe(true);
  expect(await expectDone(['backup', 'verify'], env)).toContain('It is whole');
  await made.stop();

  await lose();
  const moment = new Date((first.timestamp.stop + 1) * 1_000).toISOString();
  await expectRefused(
    ['restore', '--to', moment],
    env,
    /pgBackRest keeps nothing from before 20\S+ any more/,
  );
  await expectDone(['restore'], env);
  const restored = await start();
  const rows = await restored.admin`select name from companies order by id`;
  expect(rows.map(({ name }) => name)).toEqual(['First week', 'Last week']);
  await restored.stop();
}
