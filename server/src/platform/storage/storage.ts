import type { Readable } from 'node:stream';

/** Files that a company has begun to bring and not finished; more are somebody who fills the store. */
export const MAX_UNFINISHED_UPLOADS = 100;

/** Where the bytes of files are kept. */
export interface Storage {
  /**
   * Writes a file under the company's own folder with an unguessable name. Whole or not at all.
   * Throws ERR_BODY_TOO_LARGE when the source has more than `limit` bytes.
   *
   * @param options.mime of what we have made ourselves: nobody looks what it is, and it is kept as it comes
   */
  put(
    companyId: number,
    source: AsyncIterable<Uint8Array> | Uint8Array,
    options: { limit: number; mime?: string },
  ): Promise<NewFile>;
  /** Files written before this instant that are neither settled nor discarded: a crash came in between. */
  abandoned(before: Date): Promise<string[]>;
  /** An abandoned file has its row after all. */
  keep(path: string): Promise<void>;
  /** `end` is inclusive, as in HTTP ranges. Fails with ENOENT when the file is gone. */
  open(path: string, range?: { start: number; end: number }): Promise<Readable>;
  /** An address at which the file itself can be fetched for some minutes. Null: only `open` leads to its bytes. */
  link(path: string, answer: { type: string; disposition: string }): Promise<string | null>;
  /** A file of a company that comes in pieces, under a name of the caller's. */
  piecemeal(companyId: number, name: string): PiecemealFile;
  /** What came in pieces and was not finished since this instant. */
  abandonedPieces(before: Date): Promise<string[]>;
  /** Leaves those to which somebody adds just now. */
  removePieces(path: string): Promise<void>;
  /**
   * A file made from another one, beside which it is kept and with which it goes.
   * @param make writes it, when it is not there yet; both are paths on a local disk
   */
  openDerived(
    path: string,
    make: (from: string, to: string) => Promise<void>,
  ): Promise<{ stream: Readable; size: number }>;
  /** Removing what is not there is fine. */
  remove(path: string): Promise<void>;
  /** All files of a company that is gone. */
  removeCompany(companyId: number): Promise<void>;
}

/** The beginning of a file, as far as it has come. */
export interface PiecemealFile {
  /** Bytes; 0 when there is nothing. */
  size(): Promise<number>;
  /**
   * Adds bytes at the end, and keeps those that came before the source broke off. An earlier call that still adds to
   * the same file is stopped: it is the same sender on a line that died. Throws ERR_UPLOAD_OFFSET {received} when the
   * end is not at `at`, ERR_BODY_TOO_LARGE beyond `limit`, ERR_TOO_MANY_REQUESTS when the company has begun too many
   * files.
   */
  append(source: AsyncIterable<Uint8Array>, options: { at: number; limit: number }): Promise<number>;
  read(): AsyncIterable<Uint8Array>;
  discard(): Promise<void>;
}

/** A file that no row names yet. */
export interface NewFile {
  /** Bytes. */
  size: number;
  /** Hash of the bytes as they came, even when a picture or film is kept without what it said of its maker. */
  sha256: Buffer;
  /** The type by its bytes, never by its name; null when they say nothing. */
  mime: string | null;
  /** Pixels, of a picture. */
  width: number | null;
  height: number | null;
  /**
   * Keeps the file when `commit` has written its path into a row, removes it when it says false. When it fails, the row
   * may be there all the same: housekeeping looks later.
   */
  settle(commit: (path: string) => Promise<boolean>): Promise<void>;
  discard(): Promise<void>;
}
