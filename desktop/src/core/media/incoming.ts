import { AppError } from '@balcao/shared/errors.ts';

/** A file that a screen hands over piece by piece, so that no piece holds anybody up for long. */
export interface IncomingFile {
  /** Resolves when there is room for the next piece. Throws ERR_VALIDATION when the reader has given up. */
  write(piece: Uint8Array): Promise<void>;
  end(): void;
  /** The screen went away: the reader gets an error. */
  abort(): void;
  /** The pieces in the order of arrival. */
  readonly pieces: AsyncIterable<Uint8Array>;
}

/** One piece waits at most: the disk decides how fast the screen may go on. */
export function createIncomingFile(): IncomingFile {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  // The error for the next writer.
  writer.closed.catch(() => {});
  return {
    async write(piece) {
      await writer.ready.catch(gone);
      writer.write(piece).catch(() => {});
    },
    end: () => void writer.close().catch(() => {}),
    abort: () => void writer.abort(new AppError('ERR_VALIDATION')).catch(() => {}),
    pieces: readable,
  };
}

function gone(cause: unknown): never {
  throw cause instanceof AppError ? cause : new AppError('ERR_VALIDATION', {}, { cause });
}
