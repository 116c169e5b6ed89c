import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { tag } from '../tags/row.ts';
import { ticketFilter } from '../ticket-list/filter.ts';
import { ticketItem } from '../ticket-list/ticket-item.ts';

const lane = z.object({
  /** Null: the cards that are in no lane. */
  tag: tag.nullable(),
  /** All its tickets, the newest message first. */
  ids: z.array(id),
  /** The first of them as they are drawn; the others are read by their ids when they come into view. */
  first: z.array(ticketItem),
});
export type Lane = z.output<typeof lane>;

/** What the board shows: `all` false leaves one's own tickets and the waiting ones. */
export const boardFilter = ticketFilter.pick({ all: true, queueIds: true, tagIds: true, userIds: true });
export type BoardFilter = z.output<typeof boardFilter>;

export const KANBAN_METHODS = {
  /** The open and pending tickets of this computer by their lanes, also without a network. */
  'kanban.board': {
    input: z.object({ search: z.string().trim().max(200).default(''), filter: boardFilter }),
    output: z.object({ lanes: z.array(lane) }),
    shows: ['ticket', 'contact', 'queue', 'tag', 'user', 'outbox'],
  },
  /** Into a lane, null: into none; `from` is the one in which the person saw it. */
  'kanban.move': {
    input: z.object({ ticketId: id, tagId: id.nullable(), from: id.nullable() }),
    output: z.null(),
  },
};
