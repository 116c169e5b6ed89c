import { AppError } from '@balcao/shared/errors.ts';

/** What PostgreSQL and the system say, in the catalogue's words. */

/** The database or the disk cannot work now and may again later. */
const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  // Idle for too long in a transaction.
  '25P03',
  // Read only for now: a standby that takes over, or a server that protects its full disk.
  '25006',
  // The company is on its way to another database.
  'BL003',
]);
/**
 * SQLSTATE classes: connection, transaction rolled back by a conflict, resources (disk full, too many connections), lock
 * not available, operator intervention (also: statement timeout), system error.
 */
const UNAVAILABLE_CLASSES = new Set(['08', '40', '53', '55', '57', '58']);
/**
 * Text that no PostgreSQL text (a NUL character) or JSON (half a character) can hold, numbers and instants out of range:
 * the input's fault.
 */
const INVALID_INPUT = new Set(['22021', '22P02', '22P05', '22003', '22007', '22008', '22009']);

const said = (error: unknown) => (error ?? {}) as { code?: unknown; constraint_name?: unknown };

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  const { code, constraint_name } = said(error);
  return code === '23505' && constraint_name === constraint;
}

/**
 * What is referred to does not exist, or what is deleted is referred to.
 *
 * @param column the one that refers to it, after the company; default: any
 */
export function isForeignKeyViolation(error: unknown, column = ''): boolean {
  const { code, constraint_name } = said(error);
  return code === '23503' && String(constraint_name).endsWith(column && `_${column}_fkey`);
}

/** Deleted while somebody was writing for it; their session went with it. */
function isCompanyGone(error: unknown): boolean {
  return isForeignKeyViolation(error) && String(said(error).constraint_name).endsWith('_company_id_fkey');
}

/** A text that names nothing, for example no timezone. */
export function isUnknownName(error: unknown): boolean {
  return said(error).code === '22023';
}

/** A deadlock, or a serialization failure: of two transactions the database ended this one, which may go through later. */
export function isConflict(error: unknown): boolean {
  return /^40(001|P01)$/.test(String(said(error).code));
}

const FULL = new Set(['ENOSPC', 'EDQUOT']);
const DATABASE_FULL = '53100';

/** Why a program did not start, in one line for the person who started it. */
export function whyNotStarted(error: unknown): string {
  // A name with several addresses, none of which answers.
  const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  if (FULL.has(String(said(cause).code)))
    return `No room is left on the disk: make room, and start this again. (${reason})`;
  if (said(cause).code === DATABASE_FULL)
    return `No room is left on the disk of the database: make room, and start this again. (${reason})`;
  return isUnavailable(error) ? `The database cannot be used now: ${reason}` : reason;
}

export const isUnavailable = (error: unknown) => toAppError(error).code === 'ERR_UNAVAILABLE';

/** Any thrown value as the error that may cross a boundary. What is not known is ERR_INTERNAL, to be logged. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = String(said(error).code ?? '');
  const sqlState = /^[\dA-Z]{5}$/.test(code) && !code.startsWith('E');
  if (UNAVAILABLE.has(code) || (sqlState && UNAVAILABLE_CLASSES.has(code.slice(0, 2))))
    return new AppError('ERR_UNAVAILABLE', {}, { cause: error });
  if (isCompanyGone(error)) return new AppError('ERR_SESSION_EXPIRED', {}, { cause: error });
  if (INVALID_INPUT.has(code)) return new AppError('ERR_VALIDATION', {}, { cause: error });
  return new AppError('ERR_INTERNAL', {}, { cause: error });
}
