import { contactCommands } from './modules/contacts/contacts.commands.ts';
import { messageCommands } from './modules/messages/messages.commands.ts';
import { scheduleCommands } from './modules/schedules/schedules.commands.ts';
import { tagCommands } from './modules/tags/tags.commands.ts';
import { noteCommands } from './modules/ticket-notes/ticket-notes.commands.ts';
import { ticketCommands } from './modules/tickets/tickets.commands.ts';
import type { Commands } from './sync/commands.ts';

type Services = Parameters<typeof ticketCommands>[0] &
  Parameters<typeof tagCommands>[0] &
  Parameters<typeof messageCommands>[0] &
  Parameters<typeof noteCommands>[0];

/** Every command that a console may send, from the module that it belongs to. */
export const createCommands = (services: Services): Commands => ({
  ...ticketCommands(services),
  ...tagCommands(services),
  ...messageCommands(services),
  ...noteCommands(services),
  ...contactCommands,
  ...scheduleCommands,
});
