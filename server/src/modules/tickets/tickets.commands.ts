import type { Commands } from '../../sync/commands.ts';
import type { TicketsService } from './tickets.service.ts';

export const ticketCommands = ({ tickets }: { tickets: TicketsService }) =>
  ({
    'ticket.accept': (tx, actor, { ticketId }) => tickets.accept(tx, actor, ticketId),
    'ticket.close': (tx, actor, { ticketId, ...how }) => tickets.close(tx, actor, ticketId, how),
    'ticket.transfer': (tx, actor, { ticketId, ...to }) => tickets.transfer(tx, actor, ticketId, to),
    'ticket.return': (tx, actor, { ticketId }) => tickets.returnToQueue(tx, actor, ticketId),
    'ticket.reopen': (tx, actor, { ticketId }) => tickets.reopen(tx, actor, ticketId),
    'ticket.snooze': (tx, actor, { ticketId, until, seenAt }) =>
      tickets.snooze(tx, actor, ticketId, until, seenAt),
    'ticket.markUnread': (tx, actor, { ticketId }) => tickets.markUnread(tx, actor, ticketId),
    'ticket.markRead': (tx, actor, { ticketId, seenAt }) => tickets.markRead(tx, actor, ticketId, seenAt),
  }) satisfies Partial<Commands>;
