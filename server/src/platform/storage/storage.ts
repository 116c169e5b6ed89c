import type { Readable } from 'node:stream';

/** Where the bytes of files are kept. */
export interface Storage {
  /**
   * Keeps a file under the company's own folder with an unguessable name. Whole or not at all.
   * Throws ERR_BODY_TOO_LARGE when the source has more than `limit` bytes.
   */
  put(
    companyId: number,
    source: AsyncIterable<Uint8Array> | Uint8Array,
    options: { limit: number },
  ): Promise<StoredFile>;
  /** `end` is inclusive, as in HTTP ranges. Fails with ENOENT when the file is gone. */
  open(path: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Removing what is not there is fine. */
  remove(path: string): Promise<void>;
}

export interface StoredFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** By its bytes, never by its name; null when they say nothing. */
  mime: string | null;
}
