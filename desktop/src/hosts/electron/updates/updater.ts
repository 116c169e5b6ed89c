import { type KeyObject, randomUUID } from 'node:crypto';
import type { UpdateState } from '@balcao/shared/features/updates/bridge.ts';
import { UPDATES_PATH } from '@balcao/shared/features/updates/calls.ts';
import type { AppUpdater } from 'electron-updater';
import type { Clock } from '../../../core/sync/clock.ts';
import type { SettingsStore } from '../../host.ts';
import { withinRollout } from './rollout.ts';
import { signedFeed } from './signed-provider.ts';

/** The part of electron-updater that we use. */
export type UpdaterApi = Pick<
  AppUpdater,
  | 'allowDowngrade'
  | 'autoDownload'
  | 'autoInstallOnAppQuit'
  | 'checkForUpdates'
  | 'disableWebInstaller'
  | 'isUserWithinRollout'
  | 'logger'
  | 'on'
  | 'quitAndInstall'
  | 'setFeedURL'
>;

export interface Updates {
  state(): UpdateState;
  /** Looks now; `everybody`: also for a version that is rolled out in steps. Never fails: see the state. */
  check(everybody?: boolean): Promise<void>;
  /** Does nothing unless a version is ready. */
  install(): void;
  stop(): void;
}

export interface UpdateDeps {
  updater: UpdaterApi;
  serverUrl: string;
  publicKeys: readonly KeyObject[];
  settings: SettingsStore;
  clock: Clock;
  /** Seconds since the last input on this computer. */
  idleSeconds(): number;
  /** Whether nothing waits to be sent and no agent is writing or recording. */
  isQuiet(): Promise<boolean>;
  /** Closes everything, then calls its argument. */
  leave(install: () => void): void;
  onChange(state: UpdateState): void;
  warn(what: string, details: Record<string, unknown>): void;
}

const FIRST_CHECK_MS = 30_000;
const CHECK_EVERY_MS = 4 * 3_600_000;
const LOOK_FOR_A_PAUSE_MS = 60_000;
/** Idle time before an installation: a user who reads moves the mouse. */
const PAUSE_S = 5 * 60;

const INSTALLATION = 'updates.installation';

/** Updates of the program: fetched when they are signed, installed while the user is away. */
export function startUpdates(deps: UpdateDeps): Updates {
  const { updater, clock, settings } = deps;
  let state: UpdateState = { phase: 'idle', version: null, percent: null };
  let everybody = false;
  let cancelCheck = () => {};
  let cancelPause = () => {};

  function become(next: Partial<UpdateState>): void {
    state = { ...state, ...next };
    deps.onChange(state);
  }

  updater.setFeedURL(signedFeed(new URL(`.${UPDATES_PATH}`, `${deps.serverUrl}/`).href, deps.publicKeys));
  updater.logger = null;
  updater.autoDownload = true;
  updater.autoInstallOnAppQuit = true;
  // An old manifest is signed too: it must not bring back mended faults.
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  updater.isUserWithinRollout = ({ version, stagingPercentage }) =>
    everybody || withinRollout(installationOf(settings), version, stagingPercentage);

  updater.on('update-available', ({ version }) => become({ phase: 'downloading', version, percent: 0 }));
  updater.on('download-progress', ({ percent }) => become({ percent: Math.floor(percent) }));
  updater.on('update-not-available', () => become({ phase: 'idle', version: null, percent: null }));
  updater.on('update-downloaded', ({ version }) => {
    become({ phase: 'ready', version, percent: null });
    waitForPause();
  });
  updater.on('error', (error: Error & { code?: string }) => {
    if (state.phase === 'ready') return;
    // The company offers no newer consoles: nothing has failed.
    const nothingThere = error.code === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND';
    if (!nothingThere) deps.warn('no update', { err: error });
    become({ phase: nothingThere ? 'idle' : 'failed', percent: null });
  });

  async function check(toEverybody = false): Promise<void> {
    if (state.phase === 'ready' || state.phase === 'downloading') return;
    everybody = toEverybody;
    become({ phase: 'checking' });
    // The event has reported a failure. Null: this installation cannot update itself.
    const result = await updater.checkForUpdates().catch(() => undefined);
    await result?.downloadPromise?.catch(() => {});
    if (result === null) become({ phase: 'off' });
  }

  function checkLater(ms: number): void {
    cancelCheck = clock.after(ms, () => {
      void check();
      checkLater(CHECK_EVERY_MS);
    });
  }

  function waitForPause(): void {
    cancelPause();
    cancelPause = clock.after(LOOK_FOR_A_PAUSE_MS, () => void installInPause());
  }

  async function installInPause(): Promise<void> {
    if (deps.idleSeconds() >= PAUSE_S && (await deps.isQuiet())) install();
    else waitForPause();
  }

  function install(): void {
    if (state.phase !== 'ready') return;
    stop();
    deps.leave(() => updater.quitAndInstall(true, true));
  }

  function stop(): void {
    cancelCheck();
    cancelPause();
  }

  // Until here the screen did not know that this program updates itself.
  deps.onChange(state);
  checkLater(FIRST_CHECK_MS);
  return { state: () => state, check, install, stop };
}

/** A random number created once per installation; it reveals nothing about the user. */
function installationOf(settings: SettingsStore): string {
  const known = settings.get(INSTALLATION);
  if (typeof known === 'string') return known;
  const made = randomUUID();
  settings.set(INSTALLATION, made);
  return made;
}
