import type { Handlers } from '../../bridge/dispatcher.ts';
import { accountHandlers } from './accounts.ts';
import { announcementHandlers } from './announcements.ts';
import { apiHandlers } from './api.ts';
import { appHandlers } from './app.ts';
import { catalogHandlers } from './catalog.ts';
import { chatHandlers } from './chats.ts';
import { composerHandlers } from './composer.ts';
import { connectionHandlers } from './connections.ts';
import { contactHandlers } from './contacts.ts';
import type { CoreServices } from './core-services.ts';
import { diagnosticsHandlers } from './diagnostics.ts';
import { draftHandlers } from './drafts.ts';
import { kanbanHandlers } from './kanban.ts';
import { mediaHandlers } from './media.ts';
import { mentionHandlers } from './mentions.ts';
import { messageHandlers } from './messages.ts';
import { messagesApiHandlers } from './messages-api.ts';
import { outboxHandlers } from './outbox.ts';
import { scheduleHandlers } from './schedules.ts';
import { serverHandlers } from './server.ts';
import { sessionHandlers } from './session.ts';
import { storageHandlers } from './storage.ts';
import { syncHandlers } from './sync.ts';
import { ticketHandlers } from './tickets.ts';
import { todoHandlers } from './todos.ts';
import { updateHandlers } from './updates.ts';

/** Everything that a screen may call. A method without a handler does not compile. */
export function createHandlers(services: CoreServices): Handlers {
  return {
    ...appHandlers(services),
    ...accountHandlers(services),
    ...serverHandlers(services),
    ...sessionHandlers(services),
    ...storageHandlers(services),
    ...syncHandlers(services),
    ...ticketHandlers(services),
    ...kanbanHandlers(services),
    ...messageHandlers(services),
    ...messagesApiHandlers(services),
    ...mediaHandlers(services),
    ...draftHandlers(services),
    ...composerHandlers(services),
    ...outboxHandlers(services),
    ...scheduleHandlers(services),
    ...connectionHandlers(services),
    ...catalogHandlers(services),
    ...contactHandlers(services),
    ...mentionHandlers(services),
    ...announcementHandlers(services),
    ...chatHandlers(services),
    ...todoHandlers(services),
    ...updateHandlers(services),
    ...apiHandlers(services),
    ...diagnosticsHandlers(services),
  };
}
