import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { OutsideProblem } from './outside-error.ts';

/** What people who try a service are told of it. */
export const OUTSIDE_CODES: Readonly<Record<OutsideProblem, ErrorCode>> = {
  forbidden: 'ERR_ADDRESS_FORBIDDEN',
  unreachable: 'ERR_OUTSIDE_UNREACHABLE',
  busy: 'ERR_OUTSIDE_BUSY',
  refused: 'ERR_OUTSIDE_REFUSED',
  nonsense: 'ERR_OUTSIDE_NONSENSE',
  unknown: 'ERR_OUTSIDE_UNKNOWN',
};
