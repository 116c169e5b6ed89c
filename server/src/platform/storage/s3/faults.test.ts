import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BucketServer, startBucketServer } from '../../../../test/bucket/server.ts';
import { type FaultProxy, startFaultProxy } from '../../../../test/fault-proxy.ts';
import { DEEP, SEED } from '../../../../test/sample.ts';
import { loadConfig } from '../../../config.ts';
import type { Storage } from '../storage.ts';
import { openBucket } from './bucket.ts';
import type { BucketPlace } from './client.ts';
import { openBucketStorage } from './open.ts';
import { createBucketStorage } from './storage.ts';

/** Faults between the server and its bucket (row L10 in FAULTS.md). */

const IMPATIENT = { connect: 700, idle: 700, answer: 5_000 };
let dir: string;
let server: BucketServer;
let proxy: FaultProxy;
let place: BucketPlace;
let storage: Storage;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-bucket-'));
  server = await startBucketServer();
  proxy = await startFaultProxy(server.env.S3_ENDPOINT ?? '');
  const { bucket } = loadConfig({ ...server.env, S3_ENDPOINT: proxy.url });
  if (!bucket) throw new Error('the configuration names no bucket');
  place = bucket;
  storage = createBucketStorage(openBucket(place), dir);
});
afterAll(async () => {
  await proxy.stop();
  await server.stop();
  await rm(dir, { recursive: true });
});
beforeEach(() => {
  server.clear();
  proxy.watch = null;
  proxy.set({ mode: 'pass' });
});

async function stored(bytes: Uint8Array): Promise<string> {
  const file = await storage.put(1, bytes, { limit: 20_000_000 });
  let path = '';
  await file.settle(async (kept) => {
    path = kept;
    return true;
  });
  return path;
}
const read = async (path: string) => buffer(await storage.open(path));
const LARGE = randomBytes(5_500_000);
const SMALL = randomBytes(200_000);
const draw = (numRuns: number) => ({ numRuns: DEEP ? numRuns * 10 : numRuns, seed: SEED });

/** The next line is cut after so many bytes in one direction, those after it are whole. */
function cutOnce(direction: 'up' | 'down', bytes: number): void {
  const cut = { mode: 'truncate', bytes } as const;
  let left = bytes;
  proxy.watch = (way, chunk) => {
    if (way !== direction) return;
    left -= chunk.length;
    // The carrier has its bytes already; whoever connects next has none to lose.
    if (left <= 0) setImmediate(() => proxy.set({ mode: 'pass' }));
  };
  const pass = { mode: 'pass' } as const;
  if (direction === 'up') proxy.set(cut, pass);
  else proxy.set(pass, cut);
}

it('a line that is cut at any byte changes nothing of what is kept and read', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('up' as const, 'down' as const),
      fc.nat(250_000),
      fc.boolean(),
      async (direction, bytes, isReading) => {
        const before = isReading ? await stored(SMALL) : null;
        cutOnce(direction, bytes);
        const path = before ?? (await stored(SMALL));
        expect((await read(path)).equals(SMALL)).toBe(true);
        proxy.watch = null;
        proxy.set({ mode: 'pass' });
        await storage.remove(path);
        expect([...server.objects.keys(), ...server.uploads(), ...(await readdir(dir))]).toEqual([]);
      },
    ),
    draw(20),
  );
});

it('an answer that is lost, whichever it is, does nothing twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(7), async (after) => {
      server.clear();
      server.loseAnswer(after);
      const path = await stored(LARGE);
      expect((await read(path)).equals(LARGE)).toBe(true);
      const file = storage.piecemeal(1, 'film');
      server.loseAnswer(after % 4);
      const film = LARGE.subarray(0, 2_500_000);
      const halves = [film.subarray(0, 1_500_000), film.subarray(1_500_000)];
      expect(await file.append(Readable.from(halves), { at: 0, limit: film.length })).toBe(film.length);
      expect((await buffer(file.read())).equals(film)).toBe(true);
      await file.discard();
      expect([...server.objects.keys(), ...server.uploads()]).toEqual([path]);
    }),
    draw(3),
  );
});

it('a store that is full of requests is asked again, for a while', async () => {
  server.refuse(2);
  const path = await stored(SMALL);
  server.refuse(1);
  expect((await read(path)).equals(SMALL)).toBe(true);
  server.refuse(Number.POSITIVE_INFINITY);
  const impatient = createBucketStorage(openBucket(place, { ...IMPATIENT, answer: 1_000 }), dir);
  const refused = await Promise.allSettled([
    impatient.open(path),
    impatient.remove(path),
    impatient.piecemeal(1, 'film').size(),
    impatient.put(1, SMALL, { limit: SMALL.length }),
  ]);
  const unavailable = { status: 'rejected', reason: { code: 'ERR_UNAVAILABLE' } };
  expect(refused).toMatchObject(Array(4).fill(unavailable));
  server.refuse(0);
  expect([...server.objects.keys()]).toEqual([path]);
});

it('a store that falls silent is waited for as long as it may be, and no longer', async () => {
  const path = await stored(LARGE);
  const impatient = createBucketStorage(openBucket(place, IMPATIENT), dir);
  proxy.set({ mode: 'stall' });
  await expect(impatient.open(path)).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' });
  proxy.set({ mode: 'pass' });
  const stream = await impatient.open(path);
  proxy.set({ mode: 'pass' }, { mode: 'stall' });
  const silent = buffer(stream).catch((error: unknown) => error);
  expect(await silent).toMatchObject({ code: 'ERR_UNAVAILABLE' });
  proxy.set({ mode: 'pass' });
  expect((await read(path)).equals(LARGE)).toBe(true);
});

it('files that nobody finished sending in parts leave no parts', async () => {
  const sending = storage.put(1, LARGE, { limit: LARGE.length });
  await expect.poll(() => server.uploads()).toHaveLength(1);
  proxy.set({ mode: 'reset' });
  await expect(sending).rejects.toMatchObject({ code: 'ERR_UNAVAILABLE' });
  expect(server.uploads()).toHaveLength(1);
  proxy.set({ mode: 'pass' });
  const [path = ''] = await storage.abandoned(new Date(Date.now() + 60_000));
  await storage.remove(path);
  expect([...server.objects.keys(), ...server.uploads()]).toEqual([]);
});

it.each([3_600_000, -3_600_000])('clocks may be apart by %i ms', async (ms) => {
  server.shiftClock(ms);
  const own = createBucketStorage(openBucket(place), dir);
  const file = await own.put(1, SMALL, { limit: SMALL.length });
  await file.discard();
  expect([...server.objects.keys()]).toEqual([]);
});

it.each([
  ['another key', { accessKeyId: 'AKOTHER' }, 'S3_ACCESS_KEY_ID: '],
  ['another secret', { secretAccessKey: 'other' }, 'S3_SECRET_ACCESS_KEY: '],
  ['another bucket', { name: 'other' }, 'S3_BUCKET: there is no bucket "other"'],
])('a start says what to do about %s', async (_what, wrong, sentence) => {
  const log = { warn: () => {} };
  await expect(openBucketStorage({ ...place, ...wrong }, dir, log)).rejects.toThrow(sentence);
});

it('a start refuses a store that writes over what is there, and does not wait for one that is away', async () => {
  const warnings: unknown[] = [];
  const log = { warn: (...said: unknown[]) => void warnings.push(said[1]) };
  server.writesOver = true;
  await expect(openBucketStorage(place, dir, log)).rejects.toThrow('If-None-Match');
  server.clear();
  await openBucketStorage(place, dir, log);
  expect([warnings, [...server.objects.keys()]]).toEqual([[], []]);
  await proxy.stop();
  const late = await openBucketStorage(place, dir, log);
  expect(warnings).toEqual([expect.stringContaining('does not answer')]);
  await proxy.start();
  await (await late.put(1, SMALL, { limit: SMALL.length })).discard();
});
