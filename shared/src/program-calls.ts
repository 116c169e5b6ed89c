import { isWrite, type RouteContract, routeKey } from './contract/call.ts';
import type { Feature } from './contract/feature.ts';
import type { KeyArea, KeyRight } from './contract/key-areas.ts';
import { FEATURES } from './features.ts';
import { type AreaName, type CallOf, NAMED_ROUTES } from './routes.ts';

/**
 * What a program may call with one of the company's keys: the calls of the features that name an area, each to read or
 * to write. A feature that names none is closed to programs, also a new one, until it does.
 */

type KeyOf<C> = C extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never;
type OpenFeature = {
  [F in AreaName]: (typeof FEATURES)[F] extends { keyArea: KeyArea } ? F : never;
}[AreaName];
type ProgramKey = KeyOf<Exclude<CallOf<OpenFeature>, { closedToPrograms: string }>>;
/** Whether a program may make this call, for the types of those who answer it. */
export type IsProgramCall<C> = KeyOf<C> extends ProgramKey ? true : false;

const AREA_OF: ReadonlyMap<string, KeyArea> = new Map(
  NAMED_ROUTES.flatMap(({ area, contract }) => {
    const { keyArea }: Feature = FEATURES[area];
    return keyArea && !contract.closedToPrograms ? [[routeKey(contract), keyArea] as const] : [];
  }),
);

/** What a key must open for this call; null: no key opens it. */
export function keyNeeds(contract: RouteContract): { area: KeyArea; right: KeyRight } | null {
  const area = AREA_OF.get(routeKey(contract));
  return area ? { area, right: isWrite(contract) ? 'write' : 'read' } : null;
}
