import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

let root: string;
let storage: Storage;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'balcao-disk-'));
  storage = createDiskStorage(root);
});
afterEach(() => rm(root, { recursive: true }));

async function stored(): Promise<string> {
  const file = await storage.put(1, Buffer.from('bytes'), { limit: 100 });
  let path = '';
  await file.settle(async (kept) => {
    path = kept;
    return true;
  });
  return path;
}

/** Files beside this one, and itself. */
const beside = (path: string) => readdir(dirname(join(root, path)));

it('removes with a file whatever a crash has left of it', async () => {
  const path = await stored();
  for (const draft of ['clean', 'small', 'small.4711'])
    await writeFile(join(root, `${path}.${draft}`), 'secret');
  await storage.remove(path);
  expect(await beside(path)).toEqual([]);
  await storage.remove(path);
});

it('keeps no small picture of a file that was removed while it was made', async () => {
  const path = await stored();
  const opened = storage.openDerived(path, async (_from, to) => {
    await storage.remove(path);
    await writeFile(to, 'secret');
  });
  await expect(opened).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await beside(path)).toEqual([]);
});
