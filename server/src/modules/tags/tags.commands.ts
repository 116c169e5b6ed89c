import type { Commands } from '../../sync/commands.ts';
import type { TicketTagsService } from './ticket-tags.service.ts';

export const tagCommands = ({ ticketTags }: { ticketTags: TicketTagsService }) =>
  ({
    'ticket.setTags': ticketTags.setTags,
    'ticket.moveToLane': ticketTags.moveToLane,
  }) satisfies Partial<Commands>;
