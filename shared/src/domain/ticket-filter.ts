import type { TicketFilter } from '../bridge/ticket-list.ts';
import { type Actor, can } from '../permissions.ts';

/** The parts of a filter that leave tickets out, in the order in which a screen names them. */
export function activeParts(filter: TicketFilter): (keyof TicketFilter)[] {
  const active: Record<keyof TicketFilter, boolean> = {
    all: !filter.all,
    queueIds: filter.queueIds.length > 0,
    tagIds: filter.tagIds.length > 0,
    userIds: filter.userIds.length > 0,
    statuses: filter.statuses.length > 0,
    from: filter.from !== null,
    to: filter.to !== null,
    unread: filter.unread,
  };
  return (Object.keys(active) as (keyof TicketFilter)[]).filter((part) => active[part]);
}

export const narrows = (filter: TicketFilter): boolean => activeParts(filter).length > 0;

/**
 * Whether a list goes through colleagues' tickets too: at REST and on a screen alike, for whoever sees every ticket and
 * wants to, and for everybody who searches. Scopes still decide what that is.
 * Otherwise it has one's own tickets and the waiting ones.
 */
export const showsColleagues = (
  viewer: Pick<Actor, 'profile' | 'super'>,
  { all, search }: { all: boolean; search: string },
): boolean => all && (search !== '' || can(viewer, 'tickets:viewAll'));
