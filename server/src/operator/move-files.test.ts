import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BucketServer, startBucketServer } from '../../test/bucket/server.ts';
import { loadConfig } from '../config.ts';
import { createDiskStorage } from '../platform/storage/disk.ts';
import { openStorage } from '../platform/storage/open.ts';
import type { Storage } from '../platform/storage/storage.ts';

let dir: string;
let server: BucketServer;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-move-'));
  server = await startBucketServer();
});
afterEach(async () => {
  await server.stop();
  await rm(dir, { recursive: true });
});

/** As an operator types it. */
function balcao(args: string[], env: Record<string, string> = server.env) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../balcao.ts'), ...args], {
    env: { ...process.env, DATA_DIR: dir, ...env },
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    kill: () => child.kill('SIGKILL'),
    ended: async () => ({ code: await ended, said: (await said).join('') }),
  };
}

async function stored(storage: Storage, bytes: Uint8Array): Promise<string> {
  const file = await storage.put(1, bytes, { limit: 20_000_000 });
  let path = '';
  await file.settle(async (kept) => {
    path = kept;
    return true;
  });
  return path;
}

it('moves the files of a disk while the server runs, wherever it is killed', async () => {
  const disk = createDiskStorage(join(dir, 'media'));
  const files = new Map<string, Buffer>();
  for (const size of [0, 6_000_000, ...Array(80).fill(2_000)]) {
    const bytes = randomBytes(size);
    files.set(await stored(disk, bytes), bytes);
  }
  const paths = [...files.keys()];
  const { stream } = await disk.openDerived(paths[2] ?? '', (_from, to) => writeFile(to, 'small'));
  stream.destroy();
  const unsettled = await disk.put(1, Buffer.from('new'), { limit: 10 });

  // The server is told of the bucket first.
  const config = loadConfig({ ...server.env, DATA_DIR: dir });
  const storage = await openStorage(config, { warn: () => expect.unreachable() });
  const first = balcao(['move-files', '--to', 's3']);
  const inBucket = () => paths.filter((path) => server.objects.has(path)).length;
  await expect.poll(inBucket, { interval: 2, timeout: 20_000 }).toBeGreaterThan(3);
  first.kill();
  await first.ended();
  expect(inBucket()).toBeLessThan(paths.length);

  const second = balcao(['move-files', '--to', 's3']);
  let isMoving = true;
  const ended = second.ended().finally(() => {
    isMoving = false;
  });
  const [removed = '', ...kept] = paths.toReversed();
  await storage.remove(removed);
  const late = randomBytes(10);
  files.set(await stored(storage, late), late);
  while (isMoving)
    for (const path of kept)
      expect((await buffer(await storage.open(path))).equals(files.get(path) ?? late), path).toBe(true);
  expect(await ended).toMatchObject({
    code: 1,
    said: expect.stringContaining('1 files have only just come'),
  });
  await unsettled.discard();
  expect(await balcao(['move-files', '--to', 's3']).ended()).toMatchObject({ code: 0 });

  expect(existsSync(join(dir, 'media', '1'))).toBe(false);
  files.delete(removed);
  expect([...server.objects.keys()].sort()).toEqual([...files.keys()].sort());
  for (const [path, bytes] of files) expect(server.objects.get(path)?.bytes.equals(bytes)).toBe(true);
}, 90_000);

it('leaves on the disk what it cannot move, and says why', async () => {
  const disk = createDiskStorage(join(dir, 'media'));
  const path = await stored(disk, Buffer.from('bytes'));
  const args = ['move-files', '--to', 's3'];
  const wrong = [
    balcao(args, {}).ended(),
    balcao(['move-files']).ended(),
    balcao(args, { ...server.env, S3_BUCKET: 'other' }).ended(),
  ];
  expect(await Promise.all(wrong)).toMatchObject([
    { code: 1, said: expect.stringContaining('S3_ENDPOINT') },
    { code: 2, said: expect.stringContaining('balcao move-files --to s3') },
    { code: 1, said: expect.stringContaining('there is no bucket') },
  ]);
  expect((await buffer(await disk.open(path))).toString()).toBe('bytes');
  expect([...server.objects.keys()]).toEqual([]);
});
