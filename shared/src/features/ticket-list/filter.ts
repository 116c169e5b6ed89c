import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { type Actor, hasRole } from '../../contract/roles.ts';
import { referralSource } from '../messages/referral.ts';
import { permissions } from '../tickets/permissions.ts';
import { TICKET_STATUSES } from '../tickets/row.ts';

/** With a deadline that runs, or with one of these that was missed. */
export const DEADLINE_FILTERS = ['running', 'missed'] as const;

/**
 * Which tickets of a list are shown. The choices are joined by "and"; a ticket has
 * one queue, one agent, one connection, one source and one status, so several of these mean "one of them", while it must carry all of the tags.
 */
export const ticketFilter = z.object({
  /** Includes colleagues' tickets, for users who may list them; otherwise only own and waiting ones. */
  all: z.boolean().default(true),
  /** Null: of no queue. */
  queueIds: z.array(id.nullable()).max(200).default([]),
  tagIds: z.array(id).max(200).default([]),
  userIds: z.array(id).max(200).default([]),
  connectionIds: z.array(id).max(200).default([]),
  /** Where the customer came from first: sources, or a kind for all of its sources. */
  sources: z.array(referralSource).max(50).default([]),
  /** These parts serve lists of every status. */
  statuses: z.array(z.enum(TICKET_STATUSES)).default([]),
  /** Days of the newest message on this computer's calendar, both included. */
  from: z.iso.date().nullable().default(null),
  to: z.iso.date().nullable().default(null),
  unread: z.boolean().default(false),
  /** A customer waits for a person's answer: not with a bot, and not put off. */
  unanswered: z.boolean().default(false),
  /** Null: with or without a deadline. */
  deadline: z.enum(DEADLINE_FILTERS).nullable().default(null),
});
export type TicketFilter = z.output<typeof ticketFilter>;

/** The parts of a filter that leave tickets out, in the order in which a screen names them. */
export function activeParts(filter: TicketFilter): (keyof TicketFilter)[] {
  const active: Record<keyof TicketFilter, boolean> = {
    all: !filter.all,
    queueIds: filter.queueIds.length > 0,
    tagIds: filter.tagIds.length > 0,
    userIds: filter.userIds.length > 0,
    connectionIds: filter.connectionIds.length > 0,
    sources: filter.sources.length > 0,
    statuses: filter.statuses.length > 0,
    from: filter.from !== null,
    to: filter.to !== null,
    unread: filter.unread,
    unanswered: filter.unanswered,
    deadline: filter.deadline !== null,
  };
  return (Object.keys(active) as (keyof TicketFilter)[]).filter((part) => active[part]);
}

export const narrows = (filter: TicketFilter): boolean => activeParts(filter).length > 0;

/**
 * Whether a list goes through colleagues' tickets too: at REST and on a screen alike, for users who see every ticket and
 * wants to, and for everybody who searches. Scopes still decide what that is.
 * Otherwise it has one's own tickets and the waiting ones.
 */
export const showsColleagues = (
  viewer: Pick<Actor, 'profile' | 'super'>,
  { all, search }: { all: boolean; search: string },
): boolean => all && (search !== '' || hasRole(viewer, permissions['tickets:viewAll']));
