import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { Host } from '../../hosts/host.ts';
import type { Http } from '../api/http.ts';
import type { Events } from '../core-events.ts';
import type { Log } from '../log.ts';
import type { CommandWords } from '../outbox/command-words.ts';
import type { BrowserSignIn } from '../session/browser-sign-in.ts';
import type { Session } from '../session/session.ts';
import type { Preferences } from '../settings/preferences.ts';
import type { Workspace } from '../workspace.ts';
import type { BusyScreens } from './busy-screens.ts';

/** The services that handlers use. */
export interface CoreServices {
  host: Host;
  version: string;
  log: Log;
  session: Session;
  browserSignIn: BrowserSignIn;
  /** These calls need no session. */
  http: Http;
  preferences: Preferences;
  busyScreens: BusyScreens;
  events: Events;
  /** How the outbox tells of each command. */
  words: CommandWords;
  /** @throws AppError ERR_SESSION_EXPIRED while no agent is signed in */
  workspace(): Workspace;
  /** Work that one agent began must not end in another's workspace. @throws AppError ERR_SESSION_EXPIRED */
  workspaceOf(userId: number): Workspace;
  syncStatus(): SyncStatus;
}
