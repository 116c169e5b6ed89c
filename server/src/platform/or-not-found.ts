import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';

/** The row that was asked for. @throws AppError `code` when there is none */
export function orNotFound<T>(row: T | undefined, code: ErrorCode): T {
  if (row === undefined) throw new AppError(code);
  return row;
}
