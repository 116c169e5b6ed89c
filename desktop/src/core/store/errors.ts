import { AppError } from '@balcao/shared/errors.ts';

/** A database has unknown migrations: it belongs to a newer version. */
export class StoreTooNewError extends Error {
  constructor(file: string, migration: string) {
    super(`${file} was migrated by a newer version of this program (it has ${migration})`);
    this.name = 'StoreTooNewError';
  }
}

/** The cache was damaged and has been replaced by an empty one; what was being written is gone with it. */
export class CacheRebuiltError extends Error {
  constructor(cause: unknown) {
    super('the cache was damaged and is being rebuilt', { cause });
    this.name = 'CacheRebuiltError';
  }
}

/** A batch does not follow what is stored: something between was never received. */
export class FeedGapError extends Error {
  constructor(from: number, stored: number | null) {
    super(`a batch from ${from} does not follow ${stored ?? 'an empty store'}`);
    this.name = 'FeedGapError';
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** SQLite's own verdicts, and stored JSON that is none: nothing but the disk can have changed it. */
export function isDamage(error: unknown): boolean {
  const code = codeOf(error);
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || error instanceof SyntaxError;
}

/** The file may not be written; a new one beside it may be. */
export const isReadOnly = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_READONLY');

/** @returns ERR_DISK_FULL for SQLite's and the system's words for it, the same error otherwise */
export function translated(error: unknown): unknown {
  return ['SQLITE_FULL', 'ENOSPC'].includes(codeOf(error))
    ? new AppError('ERR_DISK_FULL', {}, { cause: error })
    : error;
}
