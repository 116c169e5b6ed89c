import type { WebSocket } from 'ws';
import { OPERATOR } from '../modules/subscription/subscription.ts';
import type { ProveToken } from '../platform/http/token-proof.ts';
import type { ClaimDeps } from './claims.ts';

/** What the application of one database has to do with those of the others. */
export interface Beside {
  /** Whether the company is on this database. */
  isHere(companyId: number): boolean;
  claims: ClaimDeps;
  /** Proves tokens of the operator's people, whose rows the first one has; absent in that itself. */
  proveOperator?: ProveToken;
  /** Brings a new line to the home of its company; absent where no lines come in. */
  takeLine?: (socket: WebSocket) => void;
}

/** The operator's people work at every database. */
export function alsoOperators(own: ProveToken, beside?: Beside): ProveToken {
  const { proveOperator } = beside ?? {};
  if (!proveOperator) return own;
  return async (token) => {
    const bearer = await own(token);
    return bearer.companyId === OPERATOR ? proveOperator(token) : bearer;
  };
}
