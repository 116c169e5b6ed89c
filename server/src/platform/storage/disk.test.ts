import files, { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createPicture } from '../../../test/picture.ts';
import { createDiskStorage } from './disk.ts';
import type { Storage } from './storage.ts';

/** What was written to the disk, and not only to the system's memory, in its order. */
const flushed: string[] = [];
const realOpen = files.open;
beforeAll(() => {
  files.open = async (path, ...rest) => {
    const handle = await realOpen(path, ...rest);
    const sync = handle.sync.bind(handle);
    handle.sync = async () => {
      await sync();
      flushed.push(String(path));
    };
    return handle;
  };
  // What has imported it by name sees it from here on.
  syncBuiltinESMExports();
});
afterAll(() => {
  files.open = realOpen;
  syncBuiltinESMExports();
});

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

it.each([
  ['as it came', Buffer.from('bytes'), []],
  ['a picture without what it said of its maker', await createPicture('png', 40), ['.clean']],
])('survives a power cut from the moment when its row may name it: %s', async (_, bytes, drafts) => {
  flushed.length = 0;
  const file = await storage.put(1, bytes, { limit: 100_000 });
  await file.settle(async (path) => {
    const at = join(root, path);
    expect(flushed).toEqual([at, ...drafts.map((draft) => at + draft), dirname(at)]);
    expect(await readdir(dirname(at))).toEqual([basename(at)]);
    return true;
  });
});
