import { CALLS } from './calls.ts';
import { isRoute, type RouteContract } from './contract/call.ts';

export type CallIn<Exported> = {
  [N in keyof Exported]: Exported[N] extends { method: string; path: string } ? Exported[N] : never;
}[keyof Exported];
/** A feature that has calls. */
export type AreaName = keyof typeof CALLS;
/** Every call that a feature declares. */
export type CallOf<F extends AreaName> = { [N in F]: CallIn<(typeof CALLS)[N]> }[F];

/** A call, with the names that it and its feature have here. */
export interface NamedRoute {
  area: AreaName;
  name: string;
  contract: RouteContract;
}

export const NAMED_ROUTES: readonly NamedRoute[] = (
  Object.entries(CALLS) as [AreaName, Readonly<Record<string, unknown>>][]
).flatMap(([area, calls]) =>
  Object.entries(calls).flatMap(([name, contract]) => (isRoute(contract) ? [{ area, name, contract }] : [])),
);

/** Every call of the REST interface: code that needs all of them imports this. */
export const ROUTES: readonly RouteContract[] = NAMED_ROUTES.map(({ contract }) => contract);
