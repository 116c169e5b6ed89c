import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type ByteRange, type Key, unseal } from '../vault/sealed-bytes.ts';

interface Stored {
  path: string;
  /** Bytes of the content. */
  size: number;
  /** Null: it is not sealed. */
  key: Key | null;
}

/** Reads a file's content, or a part of it, encrypted or not. Fails when the file was changed on the disk. */
export function contentOf(
  file: Stored,
  range: ByteRange = { start: 0, end: Math.max(0, file.size - 1) },
): Readable {
  return file.key ? Readable.from(unsealed(file, file.key, range)) : createReadStream(file.path, range);
}

async function* unsealed({ path, size }: Stored, key: Key, range: ByteRange): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const readAt = async (position: number, length: number) =>
      (await file.read(Buffer.alloc(length), 0, length, position)).buffer;
    yield* unseal(key, readAt, size, range);
  } finally {
    await file.close();
  }
}
