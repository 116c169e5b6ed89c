import { isRoute, type RouteContract } from './contract/call.ts';
import { type Declared, FEATURE_ENTRIES, type FeatureName } from './features.ts';

export type CallIn<Exported> = {
  [N in keyof Exported]: Exported[N] extends { method: string; path: string } ? Exported[N] : never;
}[keyof Exported];
/** Every call that a feature declares. */
export type CallOf<F extends FeatureName> = { [N in F]: CallIn<Declared<N, 'calls'>> }[F];

/** A call, with the names that it and its feature have here. */
export interface NamedRoute {
  area: FeatureName;
  name: string;
  contract: RouteContract;
}

export const NAMED_ROUTES: readonly NamedRoute[] = FEATURE_ENTRIES.flatMap(([area, { calls = {} }]) =>
  Object.entries(calls).flatMap(([name, contract]) => (isRoute(contract) ? [{ area, name, contract }] : [])),
);

/** Every call of the REST interface: code that needs all of them imports this. */
export const ROUTES: readonly RouteContract[] = NAMED_ROUTES.map(({ contract }) => contract);
