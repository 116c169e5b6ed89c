/**
 * Who may do what, in one literal table that routes, sync scopes and console menus all read.
 * Source: specification document 1, section 6; behaviours, section 1.
 */
export const PROFILES = ['admin', 'supervisor', 'user'] as const;
export type Profile = (typeof PROFILES)[number];

export interface Actor {
  companyId: number;
  userId: number;
  profile: Profile;
  super: boolean;
  /** Also sees tickets without a queue. */
  allTicket: boolean;
  queueIds: readonly number[];
}

export const ACTIONS = {
  /** Every ticket of the company, whatever its queue. */
  'tickets:viewAll': ['admin', 'supervisor'],
  /** Act on a ticket that a colleague is answering. */
  'tickets:takeOver': ['admin', 'supervisor'],
  /** Connections, their QR codes and their sessions. */
  'connections:manage': ['admin'],
  'users:manage': ['admin'],
  'queues:manage': ['admin'],
  'contacts-page:view': ['admin'],
  'contacts-page:deleteContact': ['admin'],
  'dashboard:view': ['admin'],
  'settings:manage': ['admin'],
} as const satisfies Record<string, readonly Profile[]>;

export type Action = keyof typeof ACTIONS;

export function can(actor: Pick<Actor, 'profile'>, action: Action): boolean {
  return (ACTIONS[action] as readonly Profile[]).includes(actor.profile);
}

/**
 * The scopes of an actor. A ticket is visible when its own scopes and these overlap (sync-protocol 4.4);
 * REST, sync, search and history all use this one rule. `a` marks what everybody in the company sees.
 */
export function actorScopes(actor: Actor): string[] {
  if (can(actor, 'tickets:viewAll')) return ['a', 'c'];
  const scopes = ['a', `u:${actor.userId}`, ...actor.queueIds.map((id) => `q:${id}`)];
  if (actor.allTicket) scopes.push('q:none');
  return scopes;
}
