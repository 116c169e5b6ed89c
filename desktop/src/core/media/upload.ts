import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@balcao/shared/errors.ts';
import { uploadedMedia, uploadMedia } from '@balcao/shared/features/media/calls.ts';
import type { Api } from '../api/client.ts';
import { CALL_DEADLINE_MS } from '../api/http.ts';
import { contentOf } from './content.ts';
import type { MediaFile } from './file-store.ts';

/** Slower than this an upload counts as stuck, in bytes per second. */
const SLOWEST = 16 * 1024;

/** A cut costs no more than one of these, and after each the screen receives the progress. A smaller file goes whole. */
const PIECE_BYTES = 512 * 1024;

/**
 * Brings a file to the server: a small one at once, a large one in pieces, from where the last attempt broke off.
 * @param onProgress receives the number of bytes uploaded
 * @throws AppError ERR_NO_MEDIA_FOUND for an empty one, and the server's
 */
export async function uploadFile(
  file: MediaFile,
  api: Api,
  onProgress: (sent: number) => void,
): Promise<void> {
  // An empty file cannot be sent: what was in it is lost.
  if (file.size <= 0) throw new AppError('ERR_NO_MEDIA_FOUND');
  const params = { mediaId: file.id };
  const isLarge = file.size > PIECE_BYTES;
  const there = isLarge ? await api.call(uploadedMedia, { params }) : { received: 0, complete: false };
  // Before it is told to be complete, something has to come: the server makes a file of the pieces then.
  let sent = there.complete ? file.size : Math.min(there.received, file.size - 1);
  const sha256 = await hashOf(file);
  while (sent < file.size) {
    onProgress(sent);
    const end = Math.min(sent + PIECE_BYTES, file.size);
    const piece = { first: sent, last: end - 1, sha256 };
    const bytes = await buffer(contentOf(file, { start: piece.first, end: piece.last }));
    const view = await put(file, new Blob([bytes]), piece, api);
    const now = view.state === 'pending' ? (view.size ?? 0) : file.size;
    // A server that accepts nothing must not be retried for ever.
    if (now <= sent) throw new AppError('ERR_PROTOCOL', {}, { message: 'a piece was not taken in' });
    sent = now;
  }
  onProgress(file.size);
}

function put(file: MediaFile, raw: Blob, piece: { first: number; last: number; sha256: string }, api: Api) {
  const isWhole = raw.size === file.size;
  const headers = {
    'content-type': file.mime,
    'x-file-name': encodeURIComponent(file.name.toWellFormed()),
    // A whole file leaves nothing behind when it is cut: it begins again without asking how far it came.
    ...(isWhole ? {} : { 'content-range': `bytes ${piece.first}-${piece.last}/${file.size}` }),
    // Compared when the file is whole.
    'x-sha256': piece.sha256,
  };
  const deadlineMs = CALL_DEADLINE_MS + Math.ceil(raw.size / SLOWEST) * 1_000;
  return api.call(
    uploadMedia,
    { params: { mediaId: file.id }, query: recordingOf(file), raw, headers },
    { deadlineMs },
  );
}

async function hashOf(file: MediaFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of contentOf(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The metadata of a voice note that goes to the server beside its bytes. */
function recordingOf({ recording }: MediaFile) {
  return recording ? ({ voice: 'true', ...recording } as const) : {};
}
