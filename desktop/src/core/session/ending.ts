import type { ErrorCode } from '@balcao/shared/errors.ts';

/** With these the server has ended the session; with others it only refuses something for now. */
const ENDING: readonly ErrorCode[] = [
  'ERR_SESSION_EXPIRED',
  'ERR_SESSION_TAKEN_OVER',
  'ERR_SESSION_ENDED',
  'ERR_COMPANY_BLOCKED',
  'ERR_USER_DELETED',
];

export const endsSession = (code: ErrorCode): boolean => ENDING.includes(code);
