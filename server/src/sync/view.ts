import type { Person } from '@balcao/shared/contract/roles.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import { actorScopes, can } from '@balcao/shared/permissions.ts';
import type { LogEntry } from './log.ts';

/** What the screens of a console show, by id. */
export interface Interest {
  tickets: ReadonlySet<number>;
  contacts: ReadonlySet<number>;
}

/** What one console is shown: the rights of its agent and what it has open. */
export interface View {
  actor: Person;
  interest: Interest;
  /** Whether the actor's scopes and a row's overlap. */
  sees(scopes: readonly string[]): boolean;
  /**
   * Whether messages with these scopes are delivered live: of contacts with an own ticket or a visible pending one, and
   * of those that the console declared open. The ticket row tells enough of the others.
   */
  follows(scopes: readonly string[]): boolean;
  /** Whether it is told that a message with these scopes is gone: it may have one that it followed once. */
  hearsDeletesOf(scopes: readonly string[]): boolean;
}

export function createView(actor: Person, interest: Interest): View {
  const own = new Set(actorScopes(actor));
  const viewsAll = can(actor, 'tickets:viewAll');
  const followed = (scope: string): boolean => {
    if (scope === `u:${actor.userId}`) return true;
    if (scope.startsWith('pq:')) return viewsAll || own.has(scope.slice(1));
    return scope.startsWith('k:') && interest.contacts.has(Number(scope.slice(2)));
  };
  const sees = (scopes: readonly string[]) => scopes.some((scope) => own.has(scope));
  return { actor, interest, sees, follows: (scopes) => scopes.some(followed), hearsDeletesOf: sees };
}

/**
 * What a program is shown that listens to live events: all that its person sees, of messages those of
 * the conversations that it joined, or of all.
 */
export function createLiveView(actor: Person, chatBoxes: ReadonlySet<number>, notification: boolean): View {
  const view = createView(actor, { tickets: chatBoxes, contacts: new Set() });
  const joined = (scope: string) => scope.startsWith('t:') && chatBoxes.has(Number(scope.slice(2)));
  const follows = (scopes: readonly string[]) => (notification ? view.sees(scopes) : scopes.some(joined));
  return { ...view, follows, hearsDeletesOf: follows };
}

/**
 * Two views with the same key treat everything alike that carries only these scopes: the entries, the rows, and
 * by k:<contact> the tickets.
 */
export function viewKey(view: View, scopes: Iterable<string>): string {
  let marks = '';
  for (const scope of scopes) marks += (view.sees([scope]) ? 1 : 0) + (view.follows([scope]) ? 2 : 0);
  const { profile, super: operator } = view.actor;
  return `${profile} ${operator} ${marks}`;
}

/** Whether this console must look at the row behind a log entry. Only a filter: the row itself decides. */
export function mayAffect(view: View, entry: Pick<LogEntry, 'entity' | 'op' | 'scopes'>): boolean {
  if (!view.sees(entry.scopes)) return false;
  if (entry.entity !== 'message') return true;
  return entry.op === 'delete' ? view.hearsDeletesOf(entry.scopes) : view.follows(entry.scopes);
}

/** The same rule as `follows`, on a ticket that the actor sees. */
export function followsTicket(
  view: View,
  ticket: Pick<TicketRow, 'contactId' | 'status' | 'userId'>,
): boolean {
  return (
    ticket.userId === view.actor.userId ||
    ticket.status === 'pending' ||
    view.interest.contacts.has(ticket.contactId)
  );
}
