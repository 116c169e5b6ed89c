import type { SyncStatus } from '@balcao/shared/bridge/methods.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Host } from '../../hosts/host.ts';
import type { Events } from '../core-events.ts';
import type { Log } from '../log.ts';
import type { Session } from '../session/session.ts';
import type { Preferences } from '../settings/preferences.ts';
import type { Workspace } from '../workspace.ts';
import { accountHandlers } from './accounts.ts';
import { apiHandlers } from './api.ts';
import { appHandlers } from './app.ts';
import type { BusyScreens } from './busy-screens.ts';
import { catalogHandlers } from './catalog.ts';
import { composerHandlers } from './composer.ts';
import { connectionHandlers } from './connections.ts';
import { contactHandlers } from './contacts.ts';
import { diagnosticsHandlers } from './diagnostics.ts';
import { draftHandlers } from './drafts.ts';
import { mediaHandlers } from './media.ts';
import { messageHandlers } from './messages.ts';
import { outboxHandlers } from './outbox.ts';
import { scheduleHandlers } from './schedules.ts';
import { serverHandlers } from './server.ts';
import { sessionHandlers } from './session.ts';
import { storageHandlers } from './storage.ts';
import { syncHandlers } from './sync.ts';
import { ticketHandlers } from './tickets.ts';
import { todoHandlers } from './todos.ts';
import { updateHandlers } from './updates.ts';

/** What handlers work with. */
export interface Desk {
  host: Host;
  version: string;
  log: Log;
  session: Session;
  preferences: Preferences;
  busyScreens: BusyScreens;
  events: Events;
  /** @throws AppError ERR_SESSION_EXPIRED while nobody is signed in */
  workspace(): Workspace;
  /** What somebody else began must not end with whoever is here now. @throws AppError ERR_SESSION_EXPIRED */
  workspaceOf(userId: number): Workspace;
  syncStatus(): SyncStatus;
}

/** Everything that a screen may ask. A method without a handler does not compile. */
export function createHandlers(desk: Desk): Handlers {
  return {
    ...appHandlers(desk),
    ...accountHandlers(desk),
    ...serverHandlers(desk),
    ...sessionHandlers(desk),
    ...storageHandlers(desk),
    ...syncHandlers(desk),
    ...ticketHandlers(desk),
    ...messageHandlers(desk),
    ...mediaHandlers(desk),
    ...draftHandlers(desk),
    ...composerHandlers(desk),
    ...outboxHandlers(desk),
    ...scheduleHandlers(desk),
    ...connectionHandlers(desk),
    ...catalogHandlers(desk),
    ...contactHandlers(desk),
    ...todoHandlers(desk),
    ...updateHandlers(desk),
    ...apiHandlers(desk),
    ...diagnosticsHandlers(desk),
  };
}
