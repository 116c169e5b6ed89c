import type { Readable } from 'node:stream';
import { AppError } from '@balcao/shared/errors.ts';
import { IMPORT_LIMITS } from '@balcao/shared/features/contacts/limits.ts';
import { dropUnread } from '@balcao/shared/features/contacts/vcard/drop-unread.ts';
import { isWide, KIND_BYTES, kindOf } from './file-kind.ts';

type Pieces = AsyncIterable<Uint8Array>;

/**
 * The bytes of a stranger's file, no more of them than are read: of an address book without its pictures, which are
 * dropped as they come. ERR_BODY_TOO_LARGE.
 */
export async function readFileBytes(bytes: Readable): Promise<Buffer> {
  // The caller sees to what is left.
  const pieces = bytes.iterator({ destroyOnReturn: false }) as AsyncGenerator<Buffer>;
  const start = await startOf(pieces);
  const file = startingWith(start, pieces);
  const { addressBookBytes, bytes: limit } = IMPORT_LIMITS;
  return kindOf(start) === 'cards' && !isWide(start)
    ? whole(atMost(limit, dropUnread(atMost(addressBookBytes, file))))
    : whole(atMost(limit, file));
}

/** As many as tell what the file is, or all that there are. */
async function startOf(pieces: AsyncGenerator<Buffer>): Promise<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < KIND_BYTES) {
    const { done, value } = await pieces.next();
    if (done) break;
    start = Buffer.concat([start, value]);
  }
  return start;
}

async function* startingWith(start: Uint8Array, pieces: Pieces): Pieces {
  yield start;
  yield* pieces;
}

async function* atMost(limit: number, pieces: Pieces): Pieces {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > limit) throw new AppError('ERR_BODY_TOO_LARGE', { limit });
    yield piece;
  }
}

async function whole(pieces: Pieces): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
