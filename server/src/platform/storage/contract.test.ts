import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ceph, isCephInstalled, startCeph } from '../../../test/bucket/ceph.ts';
import { type BucketServer, startBucketServer } from '../../../test/bucket/server.ts';
import { createPicture } from '../../../test/picture.ts';
import { DEEP } from '../../../test/sample.ts';
import { loadConfig } from '../../config.ts';
import { createDiskStorage } from './disk.ts';
import { openBucket } from './s3/bucket.ts';
import { createBucketStorage } from './s3/storage.ts';
import { MAX_UNFINISHED_UPLOADS, type Storage } from './storage.ts';

/** What a place for files must do, whatever it is made of. */

let dir: string;
let server: BucketServer;
let ceph: Ceph | undefined;
let cephDir: string;
beforeAll(async () => {
  // A page holds so few that every list has several.
  server = await startBucketServer({ pageSize: 6 });
  cephDir = await mkdtemp(join(tmpdir(), 'balcao-ceph-'));
  if (WITH_CEPH) ceph = await startCeph(cephDir);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await ceph?.stop();
  await rm(cephDir, { recursive: true });
});
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-store-'));
});
afterEach(() => rm(dir, { recursive: true }));

const WITH_CEPH = DEEP && isCephInstalled();
if (DEEP && !WITH_CEPH)
  process.stderr.write('Not held against a real bucket: radosgw, ceph-mon or ceph-osd is missing.\n');

interface Ground {
  /** As another process of the same installation opens it. */
  open(): Storage;
  /** All that is kept, by its name. */
  names(): Promise<string[]>;
  plant(name: string): Promise<void>;
  clear(): Promise<void>;
}

const onDisk = (): Ground => ({
  open: () => createDiskStorage(dir),
  async names() {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(dir.length + 1));
  },
  async plant(name) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), 'secret');
  },
  clear: async () => {},
});

function inBucket(env: Record<string, string>): Ground {
  const { bucket: place } = loadConfig({ ...env, S3_PUBLIC: env.S3_ENDPOINT });
  if (!place) throw new Error('the configuration names no bucket');
  const bucket = openBucket(place);
  return {
    open: () => createBucketStorage(bucket, dir),
    async names() {
      expect(await readdir(dir), 'no draft stays').toEqual([]);
      const names: string[] = [];
      for await (const { key } of bucket.list('')) names.push(key);
      return names;
    },
    plant: (name) => bucket.put(name, Buffer.from('secret')),
    clear: () => bucket.removeAll(''),
  };
}

const LATER = () => new Date(Date.now() + 60_000);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

const BUCKETS = [
  ['a bucket', () => inBucket(server.env)],
  ...(WITH_CEPH ? [["Ceph's bucket", () => inBucket(ceph?.env ?? {})] as const] : []),
] as const;

describe.each([['the disk', onDisk] as const, ...BUCKETS])('%s', (name, prepare) => {
  let ground: Ground;
  let storage: Storage;
  beforeEach(async () => {
    ground = prepare();
    storage = ground.open();
    await ground.clear();
  });

  async function stored(bytes: Uint8Array = Buffer.from('bytes'), companyId = 1): Promise<string> {
    const file = await storage.put(companyId, bytes, { limit: 20_000_000 });
    let path = '';
    await file.settle(async (kept) => {
      path = kept;
      return true;
    });
    return path;
  }
  const read = async (path: string, range?: { start: number; end: number }) =>
    buffer(await storage.open(path, range));

  it.each([0, 1, 70_000, 5 * 1024 * 1024, 12_000_001])(
    'keeps %i bytes, and any part of them',
    async (size) => {
      const bytes = randomBytes(size);
      const file = await storage.put(7, Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]), {
        limit: size,
      });
      expect(file).toMatchObject({ size, sha256: sha256(bytes) });
      await file.settle(async (path) => {
        expect(path).toMatch(/^7\/[\da-f]{2}\/[\da-f]{40}$/);
        expect((await read(path)).equals(bytes)).toBe(true);
        if (size > 100) {
          expect(await read(path, { start: 5, end: 5 })).toEqual(bytes.subarray(5, 6));
          expect((await read(path, { start: 9, end: size - 1 })).equals(bytes.subarray(9))).toBe(true);
        }
        return true;
      });
      expect(await ground.names()).toHaveLength(1);
    },
  );

  it('keeps a picture without what it said of its maker, and knows it as it came', async () => {
    const picture = await createPicture('png', 40);
    const file = await storage.put(1, picture, { limit: 100_000 });
    expect(file).toMatchObject({ mime: 'image/png', width: 40, sha256: sha256(picture) });
    await file.settle(async (path) => {
      expect(await read(path)).toHaveLength(file.size);
      return true;
    });
    expect(await ground.names()).toHaveLength(1);
  });

  it('keeps nothing of what is too large, breaks off, is discarded or gets no row', async () => {
    const put = (source: AsyncIterable<Uint8Array> | Uint8Array) => storage.put(1, source, { limit: 4 });
    await expect(put(Buffer.from('bytes'))).rejects.toMatchObject({ code: 'ERR_BODY_TOO_LARGE' });
    const broken = (async function* () {
      yield Buffer.from('by');
      throw new Error('cut');
    })();
    await expect(put(broken)).rejects.toThrow('cut');
    await (await put(Buffer.from('one'))).discard();
    await (await put(Buffer.from('two'))).settle(async () => false);
    expect(await ground.names()).toEqual([]);
  });

  it('says ENOENT of what is not there, and opens nothing but paths of its own', async () => {
    const path = await stored();
    await storage.remove(path);
    await storage.remove(path);
    await expect(storage.open(path)).rejects.toMatchObject({ code: 'ENOENT' });
    const derived = storage.openDerived(path, (_from, to) => writeFile(to, 'secret'));
    await expect(derived).rejects.toMatchObject({ code: 'ENOENT' });
    for (const foreign of ['../secret.key', `${path}/../x`, 'incoming/x', '']) {
      await expect(storage.open(foreign)).rejects.toThrow('not a path');
      await expect(storage.remove(foreign)).rejects.toThrow('not a path');
    }
  });

  it('gives the address of a file where others can reach it, for this file alone', async () => {
    const bytes = randomBytes(90_000);
    const path = await stored(bytes);
    const answer = { type: 'image/png', disposition: "inline; filename*=UTF-8''na%20pra%C3%A7a.png" };
    const link = await storage.link(path, answer);
    if (link === null) return expect(name).toBe('the disk');
    const whole = await fetch(link);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    expect([whole.headers.get('content-type'), whole.headers.get('content-disposition')]).toEqual([
      answer.type,
      answer.disposition,
    ]);
    const part = await fetch(link, { headers: { range: 'bytes=5-9' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(5, 10)]);
    const other = await stored();
    expect((await fetch(link.replace(path, other))).status).toBe(403);
    expect((await fetch(link.replace('image%2Fpng', 'text%2Fhtml'))).status).toBe(403);
    await storage.remove(path);
    expect(await storage.link(path, answer)).toBeNull();
  });

  it('finds what a crash has left without a row, in another process', async () => {
    const settled = await stored();
    const unsaid: string[] = [];
    for (const text of ['one', 'two', 'three', 'four', 'five'])
      await (await storage.put(1, Buffer.from(text), { limit: 10 }))
        .settle(async (path) => {
          unsaid.push(path);
          throw new Error('the answer is lost');
        })
        .catch(() => {});
    const other = ground.open();
    expect((await other.abandoned(LATER())).sort()).toEqual([...unsaid].sort());
    expect(await other.abandoned(new Date(Date.now() - 60_000))).toEqual([]);
    const [kept = '', ...removed] = unsaid;
    await other.keep(kept);
    for (const path of removed) await other.remove(path);
    expect(await other.abandoned(LATER())).toEqual([]);
    expect((await ground.names()).sort()).toEqual([settled, kept].sort());
  });

  it('makes one small picture of a file for all who ask, and removes it with the file', async () => {
    const path = await stored();
    let made = 0;
    const open = async () => {
      const { stream, size } = await storage.openDerived(path, async (from, to) => {
        made += 1;
        await writeFile(to, (await readFile(from)).subarray(0, 3));
      });
      return [size, (await buffer(stream)).toString()];
    };
    expect(await Promise.all([open(), open(), open()])).toEqual(Array(3).fill([3, 'byt']));
    expect(await open()).toEqual([3, 'byt']);
    expect(made).toBe(1);
    await storage.remove(path);
    expect(await ground.names()).toEqual([]);
  });

  it('keeps no small picture of a file that was removed while it was made', async () => {
    const path = await stored();
    const opened = storage.openDerived(path, async (_from, to) => {
      await storage.remove(path);
      await writeFile(to, 'secret');
    });
    await expect(opened).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await ground.names()).toEqual([]);
  });

  it('removes all files of a company, and none of another one', async () => {
    const kept = await stored(Buffer.from('theirs'), 11);
    for (let count = 0; count < 7; count += 1) await stored(Buffer.from('ours'), 1);
    await ground.plant(`${await stored()}.small`);
    for (const name of ['a', 'b', 'c', 'd'])
      await storage.piecemeal(1, name).append(Readable.from([Buffer.from('x')]), { at: 0, limit: 9 });
    await storage.removeCompany(1);
    expect(await ground.names()).toEqual([kept]);
    await storage.removeCompany(1);
  });

  describe('a file in pieces', () => {
    const file = (name = 'film', from = storage) => from.piecemeal(1, name);
    const chunks = (...texts: string[]) => Readable.from(texts.map((text) => Buffer.from(text)));

    it('goes on in another process where it stopped, however it stopped', async () => {
      expect(await file().size()).toBe(0);
      expect(await file().append(chunks('ab', 'c'), { at: 0, limit: 9 })).toBe(3);
      const broken = (async function* () {
        yield Buffer.from('de');
        throw new Error('cut');
      })();
      await expect(file().append(broken, { at: 3, limit: 9 })).rejects.toThrow('cut');
      const other = file('film', ground.open());
      await expect(other.append(chunks('c'), { at: 3, limit: 9 })).rejects.toMatchObject({
        code: 'ERR_UPLOAD_OFFSET',
        params: { received: 5 },
      });
      const tooMuch = other.append(chunks('fg', 'hijkl'), { at: 5, limit: 9 });
      await expect(tooMuch).rejects.toMatchObject({ code: 'ERR_BODY_TOO_LARGE' });
      expect(await other.append(chunks('hi'), { at: 7, limit: 9 })).toBe(9);
      expect((await buffer(file().read())).toString()).toBe('abcdefghi');
      await file().discard();
      expect([await other.size(), await ground.names()]).toEqual([0, []]);
    });

    it('is larger than memory should hold, and whole', async () => {
      const bytes = randomBytes(3_500_000);
      const parts = Array.from({ length: 55 }, (_, index) =>
        bytes.subarray(index * 65_536, (index + 1) * 65_536),
      );
      expect(await file().append(Readable.from(parts), { at: 0, limit: bytes.length })).toBe(bytes.length);
      expect((await buffer(file().read())).equals(bytes)).toBe(true);
    });

    it('is taken over from a line that died without a word, and from whom nothing more counts', async () => {
      const silent = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      const dead = (async function* () {
        yield Buffer.from('abc');
        begun.resolve();
        await silent.promise;
        yield Buffer.from('LATE');
      })();
      const first = file()
        .append(dead, { at: 0, limit: 9 })
        .catch((error: unknown) => error);
      await begun.promise;
      expect(await storage.abandonedPieces(new Date(0))).toEqual([]);
      const second = await file()
        .append(chunks('d'), { at: 0, limit: 9 })
        .catch((error: unknown) => error);
      expect(second).toMatchObject({ code: 'ERR_UPLOAD_OFFSET', params: { received: 3 } });
      expect(await file().append(chunks('def'), { at: 3, limit: 9 })).toBe(6);
      silent.resolve();
      await first;
      expect((await buffer(file().read())).toString()).toBe('abcdef');
    });

    it('is one of so many, and goes when nobody finishes it', async () => {
      for (let count = 0; count < MAX_UNFINISHED_UPLOADS; count += 1)
        await file(`film ${count}`).append(chunks('x'), { at: 0, limit: 9 });
      const refused = file().append(chunks('x'), { at: 0, limit: 9 });
      await expect(refused).rejects.toMatchObject({ code: 'ERR_TOO_MANY_REQUESTS' });
      await storage.piecemeal(2, 'film').append(chunks('x'), { at: 0, limit: 9 });
      const abandoned = await storage.abandonedPieces(LATER());
      expect(abandoned).toHaveLength(MAX_UNFINISHED_UPLOADS + 1);
      expect(await storage.abandonedPieces(new Date(Date.now() - 60_000))).toEqual([]);
      const [first = '', ...others] = abandoned;
      await storage.removePieces(first);
      expect((await storage.abandonedPieces(LATER())).sort()).toEqual(others.sort());
    });
  });
});

it.each(BUCKETS)(
  'of two processes that add to one file at once %s lets one go on',
  async (_name, prepare) => {
    const ground = prepare();
    await ground.clear();
    const files = [ground.open(), ground.open()].map((one) => one.piecemeal(1, 'film'));
    const films = files.map(() => randomBytes(2_500_000));
    const ended = await Promise.all(
      files.map((file, index) => {
        const chunks = [films[index]?.subarray(0, 1_100_000), films[index]?.subarray(1_100_000)];
        return file
          .append(Readable.from(chunks), { at: 0, limit: 2_500_000 })
          .catch((error: unknown) => error);
      }),
    );
    const winner = ended.indexOf(2_500_000);
    expect(ended[1 - winner]).toMatchObject({ code: 'ERR_UPLOAD_OFFSET' });
    const kept = await buffer(ground.open().piecemeal(1, 'film').read());
    expect(kept.equals(films[winner] ?? Buffer.alloc(0))).toBe(true);
  },
);
