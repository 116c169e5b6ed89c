import { botCommands } from './modules/bot/bot.commands.ts';
import { chatCommands } from './modules/chats/chats.commands.ts';
import { contactCommands } from './modules/contacts/contacts.commands.ts';
import { mentionCommands } from './modules/mentions/mentions.commands.ts';
import { messageCommands } from './modules/messages/messages.commands.ts';
import { scheduleCommands } from './modules/schedules/schedules.commands.ts';
import { tagCommands } from './modules/tags/tags.commands.ts';
import { noteCommands } from './modules/ticket-notes/ticket-notes.commands.ts';
import { ticketPinCommands } from './modules/ticket-pins/ticket-pins.commands.ts';
import { ticketCommands } from './modules/tickets/tickets.commands.ts';
import type { Parts } from './parts.ts';
import type { Commands } from './sync/commands.ts';

/** Every command that a console may send, from the module that it belongs to. */
export const createCommands = (parts: Parts): Commands => ({
  ...ticketCommands(parts),
  ...botCommands(parts),
  ...tagCommands(parts),
  ...messageCommands(parts),
  ...noteCommands(parts),
  ...ticketPinCommands,
  ...mentionCommands,
  ...contactCommands,
  ...scheduleCommands,
  ...chatCommands,
});
