import { z } from 'zod';
import { id, instant, uuid } from '../../contract/fields.ts';
import { method, nothing } from '../../contract/method.ts';
import { MAX_TAGS } from '../tags/limits.ts';
import { ticketItem } from '../ticket-list/ticket-item.ts';

/** What an agent does with one ticket. */
export const TICKET_METHODS = {
  'tickets.get': method(z.object({ uuid }), ticketItem, [
    'ticket',
    'pin',
    'contact',
    'queue',
    'tag',
    'user',
    'connection',
    'outbox',
  ]),
  'tickets.accept': method(z.object({ ticketId: id }), nothing),
  /**
   * `silent`: the customer is sent nothing. `undoable`: closed on this computer at once, and at the server, with what
   * it notifies the customer, a few seconds later, unless it is undone or the customer writes meanwhile
   * (ERR_CUSTOMER_WROTE).
   */
  'tickets.close': method(
    z.object({ ticketId: id, silent: z.boolean().optional(), undoable: z.boolean().optional() }),
    nothing,
  ),
  /**
   * The agent finished it, the customer had written first, and nothing was decided since; null: nothing of the kind.
   */
  'tickets.unfinished': method(
    z.object({ ticketId: id }),
    z.object({ position: z.int(), at: instant }).nullable(),
    ['outbox'],
  ),
  /** Takes the ticket's held finishing or transfer back. `undone` false: too late, it has left for the server. */
  'tickets.undo': method(z.object({ ticketId: id }), z.object({ undone: z.boolean() })),
  /**
   * `userId` null: to whichever agent accepts it; `queueId` null: its queue stays. `undoable`: handed over on this
   * computer at once, and at the server, with what it tells the customer, a few seconds later unless it is undone.
   */
  'tickets.transfer': method(
    z.object({
      ticketId: id,
      userId: id.nullable(),
      queueId: id.nullable(),
      undoable: z.boolean().optional(),
    }),
    nothing,
  ),
  /** Returns the ticket to the waiting ones of its queue. */
  'tickets.return': method(z.object({ ticketId: id }), nothing),
  'tickets.reopen': method(z.object({ ticketId: id }), nothing),
  /** Out of the lists until then; null: back now. `undoable` as for closing. */
  'tickets.snooze': method(
    z.object({ ticketId: id, until: instant.nullable(), undoable: z.boolean().optional() }),
    nothing,
  ),
  /** No bot says anything more in it. */
  'tickets.silenceBot': method(z.object({ ticketId: id }), nothing),
  /** Hands it to the bot of this queue; null: of its own queue, or to the menu of queues. */
  'tickets.startBot': method(z.object({ ticketId: id, queueId: id.nullable() }), nothing),
  'tickets.markRead': method(z.object({ ticketId: id }), nothing),
  'tickets.markUnread': method(z.object({ ticketId: id }), nothing),
  /** ERR_TOO_MANY_PINS {limit} */
  'tickets.pin': method(z.object({ ticketId: id, pinned: z.boolean() }), nothing),
  /** All the tags that the ticket is to have; only what differs from those that it had `before` is changed. */
  'tickets.setTags': method(
    z.object({
      ticketId: id,
      tagIds: z.array(id).max(MAX_TAGS),
      before: z.array(id).max(MAX_TAGS),
    }),
    nothing,
  ),
} as const;
