import type { RouteContract, RouteOutput } from '@balcao/shared/contract/call.ts';
import type { Home } from './home.ts';

/** One answer of what several homes have a part of. */

export type Query = Record<string, string | undefined>;
/** What each home answers to the operator's question, with this query; the first one comes first. */
export type Answers<C extends RouteContract> = (query: Query) => Promise<(readonly [Home, RouteOutput<C>])[]>;
export interface Gathering<C extends RouteContract = RouteContract> {
  contract: C;
  gather(answers: Answers<C>, query: Query): Promise<unknown>;
}

export const gathering = <C extends RouteContract>(
  contract: C,
  gather: Gathering<C>['gather'],
): Gathering<RouteContract> => ({ contract, gather }) as unknown as Gathering;

/** Whether a company that a home tells of is there, and no copy or on its way. */
export type OfHome = (home: Home, companyId: number) => boolean;
