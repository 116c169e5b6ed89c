import type { SyncStatus } from '@balcao/shared/bridge/methods.ts';
import type { Host } from '../../hosts/host.ts';
import type { Events } from '../core-events.ts';
import type { Log } from '../log.ts';
import type { Session } from '../session/session.ts';
import type { Preferences } from '../settings/preferences.ts';
import type { Workspace } from '../workspace.ts';
import type { BusyScreens } from './busy-screens.ts';

/** What handlers work with. */
export interface CoreServices {
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
