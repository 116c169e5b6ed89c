import { statfs } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { createMeasure, foldersOf } from './measure.ts';

it('looks at the disk of files, that of a database of this machine, and that of backups', () => {
  const backup = { place: '/backup/balcao' } as never;
  const own = { dataDir: '/var/lib/balcao', databaseUrl: 'postgres:///balcao', backup };
  expect(foldersOf(own)).toEqual(['/var/lib/balcao', '/var/lib/postgresql', '/backup/balcao']);
  const databaseUrl = 'postgres://balcao@db.example.com/balcao';
  expect(
    foldersOf({ ...own, databaseUrl, backup: { place: 's3:https://s3.example.com/b' } as never }),
  ).toEqual(['/var/lib/balcao']);
});

it('tells of the fullest one, and passes over a folder that is not there', async () => {
  const folders = ['/dev/shm', import.meta.dirname];
  const disks = await Promise.all(folders.map((folder) => statfs(folder)));
  const [fullest] = disks.toSorted((a, b) => a.bavail / a.blocks - b.bavail / b.blocks);
  const measure = createMeasure(['/nowhere', ...folders], () => 3);
  await expect.poll(() => measure().disk).toBe((fullest?.bsize ?? 0) * (fullest?.blocks ?? 0));
  expect(measure()).toMatchObject({ consoles: 3, diskFree: expect.any(Number) });
});
