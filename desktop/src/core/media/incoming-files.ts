import { AppError } from '@balcao/shared/errors.ts';
import { MEDIA_LIMIT_BYTES } from '@balcao/shared/features/media/limits.ts';
import { v7 as uuidv7 } from 'uuid';
import type { FileStore, MediaFile } from './file-store.ts';
import { createIncomingFile, type IncomingFile } from './incoming.ts';
import { sniffMime } from './mime.ts';

/** Large files that a screen hands over piece by piece, to be kept for sending. */
export interface IncomingFiles {
  /** @returns its id @throws AppError ERR_BODY_TOO_LARGE */
  begin(name: string, size: number): string;
  /** The next piece of a file that was begun. @throws AppError ERR_NO_MEDIA_FOUND, and as `finish` */
  append(mediaId: string, piece: Uint8Array): Promise<void>;
  /** All pieces are there. @throws AppError ERR_NO_MEDIA_FOUND, ERR_VALIDATION for another size, ERR_DISK_FULL */
  finish(mediaId: string): Promise<MediaFile>;
  /** Gives up what is under way. */
  close(): void;
}

interface Begun {
  size: number;
  file: IncomingFile;
  name: string;
  /** Null before the first piece, which tells what the file is. */
  kept: Promise<MediaFile> | null;
}

/** Files that a screen hands over at a time; one more, and the first was forgotten. */
const MAX_INCOMING = 5;

export function createIncomingFiles(files: FileStore): IncomingFiles {
  const incoming = new Map<string, Begun>();

  function begun(mediaId: string): Begun {
    const found = incoming.get(mediaId);
    if (!found) throw new AppError('ERR_NO_MEDIA_FOUND');
    return found;
  }

  function forget(mediaId: string): void {
    incoming.get(mediaId)?.file.abort();
    incoming.delete(mediaId);
  }

  return {
    begin(name, size) {
      if (size > MEDIA_LIMIT_BYTES) throw new AppError('ERR_BODY_TOO_LARGE');
      const [oldest] = incoming.keys();
      if (oldest && incoming.size >= MAX_INCOMING) forget(oldest);
      const id = uuidv7();
      incoming.set(id, { size, file: createIncomingFile(), name, kept: null });
      return id;
    },
    async append(mediaId, piece) {
      const found = begun(mediaId);
      if (!found.kept) {
        const info = { mime: await sniffMime(piece), name: found.name, pinned: true, recording: null };
        found.kept = files.put(mediaId, info, exactly(found.size, found.file.pieces));
        // Reported by `finish`, or by the next piece.
        found.kept.catch(() => {});
      }
      await found.file.write(piece);
    },
    async finish(mediaId) {
      const { file, kept } = begun(mediaId);
      incoming.delete(mediaId);
      file.end();
      if (!kept) throw new AppError('ERR_VALIDATION');
      return kept;
    },
    close() {
      for (const mediaId of [...incoming.keys()]) forget(mediaId);
    },
  };
}

/** Throws ERR_VALIDATION when more or fewer bytes come than announced. */
async function* exactly(size: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = size;
  for await (const piece of pieces) {
    left -= piece.byteLength;
    if (left < 0) throw new AppError('ERR_VALIDATION');
    yield piece;
  }
  if (left !== 0) throw new AppError('ERR_VALIDATION');
}
