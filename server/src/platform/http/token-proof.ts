import { type RouteToken, TOKEN_CLASSES, type TokenClass } from '@balcao/shared/contract/call.ts';
import type { KeyScopes } from '@balcao/shared/contract/key-areas.ts';
import type { PlanFlag } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Caller } from './admission.ts';
import type { Rate } from './token-rate.ts';

/** Proves a token by itself, without a database. @throws AppError of the catalogue's session codes */
export type ProveToken = (token: string) => Promise<Bearer>;

/** Whose token it is. */
interface Bearer {
  companyId: number;
  /** The caller as the database knows them. @throws AppError of the catalogue's session codes */
  caller(): Promise<Caller>;
}

/** What a token opens to a program. */
export interface Grant {
  companyId: number;
  /** Its id among the tokens of its class. */
  id: number;
  /** Why the company's programs may do nothing now. */
  closed?: AppError | null;
  /** The parts of the product that the company's plan includes; absent: it opens no part that a plan must include. */
  planFlags?: readonly PlanFlag[];
  /** How this call found the token's allowance; absent: it may call as fast as it likes. */
  rate?: Rate;
  /** What a company's key opens, which has no connection or ticket of its own. */
  key?: { name: string; scopes: KeyScopes };
}

/** What a company's key opens: a name for the program, and areas. */
export interface KeyGrant extends Grant {
  key: { name: string; scopes: KeyScopes };
}

/** Finds what a token of a class opens. @throws AppError with the class's refusal for one that opens nothing */
export type ProveGrant = Record<RouteToken, (token: string) => Promise<Grant>> & {
  companyKey(token: string): Promise<KeyGrant>;
};

const opensNothing = (tokenClass: TokenClass) => () =>
  Promise.reject<never>(new AppError(TOKEN_CLASSES[tokenClass].refusal));
export const GRANTS_NOTHING: ProveGrant = {
  ticketToken: opensNothing('ticketToken'),
  connectionToken: opensNothing('connectionToken'),
  companyKey: opensNothing('companyKey'),
};
