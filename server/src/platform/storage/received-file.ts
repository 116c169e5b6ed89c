import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { AppError } from '@balcao/shared/errors.ts';
import { fileTypeFromFile } from 'file-type';
import { cleanFilm, isFilm, isSoundOnly } from '../images/clean-film.ts';
import { cleanImage, isCleanable, MAX_IMAGE_BYTES } from '../images/clean-image.ts';
import type { NewFile } from './storage.ts';

type ReceivedFile = Pick<NewFile, 'size' | 'sha256' | 'mime' | 'width' | 'height'>;
type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array> | Uint8Array;

/**
 * Writes what comes to a new file of the local disk, and there takes from pictures and films what they say of their makers.
 * Throws ERR_BODY_TOO_LARGE when more than `limit` bytes come; the file is the caller's to remove then.
 */
export async function receiveFile(
  file: string,
  source: Source,
  limit: number,
  mime?: string,
): Promise<ReceivedFile> {
  const written = await write(file, source, limit);
  if (mime !== undefined) return { ...written, mime, width: null, height: null };
  return { ...written, ...(await identify(file, written.size)) };
}

/** Pictures and films are kept without what they say of their makers; what only begins like a picture is bytes. */
async function identify(
  file: string,
  size: number,
): Promise<Pick<NewFile, 'mime' | 'width' | 'height' | 'size'>> {
  const mime = (await fileTypeFromFile(file))?.mime ?? null;
  const bytes = { mime, width: null, height: null, size };
  if (isFilm(mime)) return { ...bytes, ...(await identifyFilm(file, size, mime)) };
  if (!isCleanable(mime)) return bytes;
  const image = size <= MAX_IMAGE_BYTES ? cleanImage(mime, await readFile(file)) : null;
  if (!image) return { ...bytes, mime: 'application/octet-stream' };
  const draft = `${file}.clean`;
  const cleaned = await write(draft, image.parts, MAX_IMAGE_BYTES * 2);
  await rename(draft, file);
  return { mime, width: image.width, height: image.height, size: cleaned.size };
}

async function identifyFilm(file: string, size: number, mime: string | null) {
  const cleaned = await cleanFilm(file, size);
  const isSound = mime === 'video/mp4' && (await isSoundOnly(file, cleaned));
  return { mime: isSound ? 'audio/mp4' : mime, size: cleaned };
}

async function write(file: string, source: Source, limit: number): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256');
  // A draft that a crash left is written over.
  const handle = await open(file, file.endsWith('.clean') ? 'w' : 'wx', 0o600);
  try {
    const size = await copy(handle, source instanceof Uint8Array ? [source] : source, limit, (chunk) =>
      hash.update(chunk),
    );
    // The row that names this file commits later: by then the bytes must survive a power cut.
    await handle.sync();
    return { size, sha256: hash.digest() };
  } finally {
    await handle.close();
  }
}

async function copy(
  handle: FileHandle,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
  seen: (chunk: Uint8Array) => void,
): Promise<number> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > limit) throw new AppError('ERR_BODY_TOO_LARGE', { limit });
    seen(chunk);
    await handle.writeFile(chunk);
  }
  return size;
}
