import { createHash } from 'node:crypto';
import { AppError } from '@balcao/shared/errors.ts';
import { createSenders } from '../senders.ts';
import { MAX_UNFINISHED_UPLOADS, type PiecemealFile } from '../storage.ts';
import type { Bucket } from './bucket.ts';

/** A process that dies takes less than this with it of each file that comes. */
const PIECE_BYTES = 1024 * 1024;
const ROOT = 'pieces/';
/** As long as numbers of bytes become, so that names have the order of numbers. */
const DIGITS = 15;

/**
 * Files that come in pieces, as objects `pieces/<company>/<hash of the name>/<where it begins>` that follow each other
 * without a gap. Each is written once: of two processes that add to the same file the store lets one go on, the other
 * hears ERR_UPLOAD_OFFSET.
 */
export function createBucketPieces(bucket: Bucket) {
  const senders = createSenders();
  const companyFolder = (companyId: number) => `${ROOT}${companyId}/`;

  async function listWhole(folder: string): Promise<{ keys: string[]; size: number }> {
    const keys: string[] = [];
    let end = 0;
    for await (const { key, size } of bucket.list(folder)) {
      if (Number(key.slice(folder.length)) !== end) break;
      keys.push(key);
      end += size;
    }
    return { keys, size: end };
  }

  /** The last ones first: what a crash leaves is the beginning of the file. */
  async function remove(folder: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of bucket.list(folder)) keys.push(key);
    for (const key of keys.reverse()) await bucket.remove(key);
  }

  function file(companyId: number, name: string): PiecemealFile {
    const folder = `${companyFolder(companyId)}${createHash('sha256').update(name).digest('hex')}/`;
    const size = async () => (await listWhole(folder)).size;

    async function write(
      source: AsyncIterable<Uint8Array>,
      { at, limit }: { at: number; limit: number },
      stopped: AbortSignal,
    ): Promise<number> {
      const before = await size();
      if (before !== at) throw new AppError('ERR_UPLOAD_OFFSET', { received: before });
      if (at === 0) await assertRoom(bucket, companyFolder(companyId));
      let kept = at;
      let piece: Uint8Array[] = [];
      let waiting = 0;
      async function keep(): Promise<void> {
        const bytes = Buffer.concat(piece);
        piece = [];
        waiting = 0;
        if (bytes.length === 0) return;
        const key = folder + String(kept).padStart(DIGITS, '0');
        if (!(await bucket.putOnce(key, bytes)))
          throw new AppError('ERR_UPLOAD_OFFSET', { received: await size() });
        kept += bytes.length;
      }
      try {
        for await (const chunk of source) {
          if (stopped.aborted) throw new AppError('ERR_UPLOAD_OFFSET', { received: kept + waiting });
          if (kept + waiting + chunk.byteLength > limit) throw new AppError('ERR_BODY_TOO_LARGE', { limit });
          piece.push(chunk);
          waiting += chunk.byteLength;
          if (waiting >= PIECE_BYTES) await keep();
        }
      } finally {
        await keep();
      }
      return kept;
    }

    return {
      size,
      append: (source, options) =>
        senders.takeOver(folder, source, (bytes, stopped) => write(bytes, options, stopped)),
      async *read() {
        for (const key of (await listWhole(folder)).keys) yield* (await bucket.open(key)).stream;
      },
      discard: () => remove(folder),
    };
  }

  return {
    file,
    removeCompany: (companyId: number) => bucket.removeAll(companyFolder(companyId)),
    async abandoned(before: Date): Promise<string[]> {
      const newest = new Map<string, Date>();
      for await (const { key, modified } of bucket.list(ROOT)) {
        const path = key.slice(ROOT.length, key.lastIndexOf('/'));
        if (modified > (newest.get(path) ?? 0)) newest.set(path, modified);
      }
      return [...newest].filter(([, modified]) => modified < before).map(([path]) => path);
    },
    async remove(path: string): Promise<void> {
      const folder = `${ROOT}${path}/`;
      if (!senders.isAt(folder)) await remove(folder);
    },
  };
}

async function assertRoom(bucket: Bucket, folder: string): Promise<void> {
  if ((await bucket.countFolders(folder)) >= MAX_UNFINISHED_UPLOADS)
    throw new AppError('ERR_TOO_MANY_REQUESTS');
}
