import type { PermissionName } from './contract/feature.ts';
import { type Actor, hasRole, type Role, type Viewer } from './contract/roles.ts';
import { type Merged, merged } from './features.ts';

/**
 * The rights of each profile, declared by the features, which routes, sync scopes and console menus all read. The
 * server's README shows them to people in one table.
 */
export type Action = keyof Merged<'permissions'> & string;
export const ACTIONS: Readonly<Record<Action, readonly Role[]>> = merged('permissions');

/** The roles that a call's permission names; nobody has one that no feature declares. */
export const rolesOf = (permission: PermissionName): readonly Role[] =>
  Object.hasOwn(ACTIONS, permission) ? ACTIONS[permission as Action] : [];

export const can = (actor: Pick<Actor, 'profile' | 'super'>, action: Action): boolean =>
  hasRole(actor, ACTIONS[action]);

const MARKS = Object.entries(merged('marks'));

/** A row and the scopes that decide who sees it. */
export interface Scoped<R> {
  row: R;
  scopes: readonly string[];
  /** The row as those see it who have one of these scopes as well. */
  fuller?: { row: R; scopes: readonly string[] };
}

/** The row as a user sees it. */
export function rowFor<R>({ row, fuller }: Scoped<R>, sees: (scopes: readonly string[]) => boolean): R {
  return fuller && sees(fuller.scopes) ? fuller.row : row;
}

/** Who may see a ticket: what the database writes beside it (ticket_scopes), without what only says how it stands. */
export const ticketScopes = ({ queueId, userId }: { queueId: number | null; userId: number | null }) => [
  'c',
  `q:${queueId ?? 'none'}`,
  ...(userId === null ? [] : [`u:${userId}`]),
];

/**
 * The scopes of an actor. A ticket is visible when its own scopes and these overlap;
 * REST, sync, search and history all use this one rule. `a` marks what everybody in the company sees; the marks of
 * features stand beside their permissions.
 */
export function actorScopes(actor: Viewer): string[] {
  const everybody = actor.userId === null ? ['a'] : ['a', `u:${actor.userId}`];
  for (const [mark, action] of MARKS) if (can(actor, action)) everybody.push(mark);
  if (can(actor, 'tickets:viewAll')) return [...everybody, 'c'];
  const scopes = [...everybody, ...actor.queueIds.map((id) => `q:${id}`)];
  if (actor.allTicket) scopes.push('q:none');
  return scopes;
}

/** Whether an actor sees what has certain scopes. */
export function sightOf(actor: Viewer): (scopes: readonly string[]) => boolean {
  const own = new Set(actorScopes(actor));
  return (scopes) => scopes.some((scope) => own.has(scope));
}
