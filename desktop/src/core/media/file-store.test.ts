import fs, {
  openAsBlob,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTempDir } from '../../../test/temp-dir.ts';
import { openFileStore } from './file-store.ts';

/** What is written to the disk, and not only to the system's memory, before the call returns. */
const flushed: string[] = [];
const real = { createWriteStream: fs.createWriteStream, writeFile: files.writeFile, open: files.open };
beforeAll(() => {
  fs.createWriteStream = ((path, options) => {
    if (Object(options).flush) flushed.push(String(path));
    return real.createWriteStream(path, options);
  }) as typeof fs.createWriteStream;
  files.writeFile = (path, data, options) => {
    if (Object(options).flush) flushed.push(String(path));
    return real.writeFile(path, data, options);
  };
  files.open = async (path, ...rest) => {
    const handle = await real.open(path, ...rest);
    const sync = handle.sync.bind(handle);
    handle.sync = () => {
      flushed.push(String(path));
      return sync();
    };
    return handle;
  };
  // What has imported these by name sees them from here on.
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(fs, { createWriteStream: real.createWriteStream });
  Object.assign(files, { writeFile: real.writeFile, open: real.open });
  syncBuiltinESMExports();
});

let temp: ReturnType<typeof createTempDir>;
beforeEach(() => {
  temp = createTempDir();
});
afterEach(() => temp.remove());

const INFO = { mime: 'image/png', name: 'a.png', pinned: false };
async function* chunks(...sizes: number[]): AsyncGenerator<Uint8Array> {
  for (const size of sizes) yield new Uint8Array(size);
}
const open = (needed: string[] = []) => openFileStore(temp.dir, 1_000, null, () => new Set(needed));
/** Sets when a file was last used, as far as the next start can tell. */
const usedAt = (id: string, seconds: number) => utimesSync(join(temp.dir, `${id}.json`), seconds, seconds);

describe('file store', () => {
  it('lets the least recently used go first, and what is not sent yet never', async () => {
    const first = await open();
    await first.put('unsent', { ...INFO, pinned: true }, chunks(600));
    for (const id of ['a', 'b', 'c']) await first.put(id, INFO, chunks(100));
    for (const [at, id] of ['unsent', 'b', 'c', 'a'].entries()) usedAt(id, 1_000 + at);

    const files = await open(['unsent']);
    expect(files.get('b')?.size).toBe(100);
    await files.put('d', INFO, chunks(300));
    expect(['unsent', 'a', 'b', 'c', 'd'].filter((id) => files.get(id))).toEqual(['unsent', 'b', 'd']);

    await files.unpin('unsent');
    for (const id of ['b', 'd']) usedAt(id, 2_000);
    usedAt('unsent', 1_000);
    const last = await open();
    await last.put('e', INFO, chunks(10));
    expect(['unsent', 'b', 'd', 'e'].filter((id) => last.get(id))).toEqual(['b', 'd', 'e']);
    expect(readdirSync(temp.dir).sort()).toEqual(['b', 'b.json', 'd', 'd.json', 'e', 'e.json']);
  });

  it('writes what is not sent yet down to the disk, and waits for no copy', async () => {
    flushed.length = 0;
    const files = await open();
    await files.put('copy', INFO, chunks(10));
    expect(flushed).toEqual([]);
    await files.put('unsent', { ...INFO, pinned: true }, chunks(10));
    const names = flushed.map((path) => path.slice(temp.dir.length).replace(/\.[\da-f-]{36}/, ''));
    // The bytes, what is said of them, and the names of both.
    expect(names).toEqual(['/unsent.part', '/unsent.part', ...(process.platform === 'win32' ? [] : [''])]);
  });

  it('lets a file be used while it is on its way to the server', async () => {
    const files = await open();
    const { path } = await files.put('a', INFO, chunks(10));
    const upload = await openAsBlob(path);
    files.get('a');
    // By then that is noted.
    await files.put('b', INFO, chunks(10));
    expect((await upload.arrayBuffer()).byteLength).toBe(10);
  });

  it('has all of a file or nothing', async () => {
    const files = await open();
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      throw new Error('line went dead');
    }
    await expect(files.put('a', INFO, broken())).rejects.toThrow('line went dead');
    expect(files.get('a')).toBeNull();
    expect(readdirSync(temp.dir)).toEqual([]);

    await files.put('a', INFO, chunks(5, 5));
    expect(readFileSync(join(temp.dir, 'a'))).toHaveLength(10);
  });

  it('clears what a crash left and keeps the rest', async () => {
    await (await open()).put('whole', INFO, chunks(10));
    writeFileSync(join(temp.dir, 'half.1234.part'), 'x');
    writeFileSync(join(temp.dir, 'nameless'), 'x');
    writeFileSync(join(temp.dir, 'damaged'), 'x');
    writeFileSync(join(temp.dir, 'damaged.json'), '{"mime":');
    const files = await open();
    expect(['whole', 'nameless', 'damaged'].map((id) => files.get(id)?.name)).toEqual([
      'a.png',
      undefined,
      undefined,
    ]);
    expect(readdirSync(temp.dir).filter((name) => !name.endsWith('.json'))).toEqual(['whole']);
  });

  it('keeps what is needed also when a crash has taken what was known of it', async () => {
    const first = await open();
    const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex');
    await first.put('unsent', { ...INFO, pinned: true }, Readable.from([png]));
    const sidecar = join(temp.dir, 'unsent.json');
    // Written beside it and put in its place: whole at every moment.
    const before = statSync(sidecar).ino;
    await first.unpin('unsent');
    expect(statSync(sidecar).ino).not.toBe(before);
    expect(readdirSync(temp.dir).sort()).toEqual(['unsent', 'unsent.json']);

    truncateSync(sidecar);
    const files = await openFileStore(temp.dir, 1, null, () => new Set(['unsent']));
    expect(files.get('unsent')).toMatchObject({ mime: 'image/png', size: png.length });
    await files.clear();
    expect(readFileSync(join(temp.dir, 'unsent'))).toEqual(png);
  });
});
