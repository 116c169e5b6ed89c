import type { Handlers } from '../../bridge/dispatcher.ts';
import { accountHandlers } from '../../features/accounts/handlers.ts';
import { announcementHandlers } from '../../features/announcements/handlers.ts';
import { chatHandlers } from '../../features/chats/handlers.ts';
import { draftHandlers } from '../../features/composer/draft-handlers.ts';
import { composerHandlers } from '../../features/composer/handlers.ts';
import { connectionHandlers } from '../../features/connections/handlers.ts';
import { contactHandlers } from '../../features/contacts/handlers.ts';
import { kanbanHandlers } from '../../features/kanban/handlers.ts';
import { mediaHandlers } from '../../features/media/handlers.ts';
import { mentionHandlers } from '../../features/mentions/handlers.ts';
import { messageHandlers } from '../../features/messages/handlers.ts';
import { messagesApiHandlers } from '../../features/messages-api/handlers.ts';
import { outboxHandlers } from '../../features/outbox/handlers.ts';
import { scheduleHandlers } from '../../features/schedules/handlers.ts';
import { storageHandlers } from '../../features/storage/handlers.ts';
import { ticketHandlers } from '../../features/tickets/handlers.ts';
import { todoHandlers } from '../../features/todolist/handlers.ts';
import { updateHandlers } from '../../features/updates/handlers.ts';
import { apiHandlers } from './api.ts';
import { appHandlers } from './app.ts';
import { catalogHandlers } from './catalog.ts';
import type { CoreServices } from './core-services.ts';
import { diagnosticsHandlers } from './diagnostics.ts';
import { serverHandlers } from './server.ts';
import { sessionHandlers } from './session.ts';
import { syncHandlers } from './sync.ts';

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
