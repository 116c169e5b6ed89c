import type { Readable } from 'node:stream';

/** Where the bytes of files are kept. */
export interface Storage {
  /**
   * Writes a file under the company's own folder with an unguessable name. Whole or not at all.
   * Throws ERR_BODY_TOO_LARGE when the source has more than `limit` bytes.
   */
  put(
    companyId: number,
    source: AsyncIterable<Uint8Array> | Uint8Array,
    options: { limit: number },
  ): Promise<NewFile>;
  /** Files written before this instant that are neither settled nor discarded: a crash came in between. */
  abandoned(before: Date): Promise<string[]>;
  /** An abandoned file has its row after all. */
  keep(path: string): Promise<void>;
  /** `end` is inclusive, as in HTTP ranges. Fails with ENOENT when the file is gone. */
  open(path: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Removing what is not there is fine. */
  remove(path: string): Promise<void>;
  /** All files of a company that is gone. */
  removeCompany(companyId: number): Promise<void>;
}

/** A file that no row names yet. */
export interface NewFile {
  /** Bytes. */
  size: number;
  sha256: Buffer;
  /** By its bytes, never by its name; null when they say nothing. */
  mime: string | null;
  /**
   * Keeps the file when `commit` has written its path into a row, removes it when it says false. When it fails, the row
   * may be there all the same: housekeeping looks later.
   */
  settle(commit: (path: string) => Promise<boolean>): Promise<void>;
  discard(): Promise<void>;
}
