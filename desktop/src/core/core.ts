import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Handlers } from '../bridge/dispatcher.ts';
import { COMMAND_WORDS, createHandlers } from '../features.ts';
import type { Host } from '../hosts/host.ts';
import { createHttp } from './api/http.ts';
import { createEvents, type Events } from './core-events.ts';
import { createCurrentWorkspace } from './current-workspace.ts';
import type { Log } from './log.ts';
import type { MediaFile } from './media/file-store.ts';
import type { PassingFile } from './media/passing.ts';
import { createDeskStatus } from './notify/desk-status.ts';
import { createHostCommands } from './notify/host-commands.ts';
import { onceMore } from './once-more.ts';
import { createBusyScreens } from './services/busy-screens.ts';
import { createBrowserSignIn } from './session/browser-sign-in.ts';
import { chosenServer } from './session/chosen-server.ts';
import { createPaymentWatch } from './session/payment-watch.ts';
import { createSession } from './session/session.ts';
import { createSessionWatch } from './session/session-watch.ts';
import { createPreferences } from './settings/preferences.ts';
import { createStatusReports } from './status-reports.ts';
import { openWorkspace, type Recovery, type Workspace, workspaceName } from './workspace.ts';

/** The console without its screen. */
export interface Core {
  /** The handlers that the bridge's dispatcher calls. */
  readonly handlers: Handlers;
  on: Events['on'];
  /** A file for the screen, from the disk or the server. @throws AppError */
  openMedia(mediaId: string): Promise<MediaFile | PassingFile>;
  language(): Language;
  /** Nothing waits to be sent, and no agent writes or records: the program could restart unnoticed. */
  isQuiet(): boolean;
  stop(): Promise<void>;
}

interface CoreOptions {
  host: Host;
  /** This is for example `https://desk.example.com`; a slash at the end makes no difference. Null: the chosen one. */
  serverUrl: string | null;
  version: string;
  log: Log;
  recovery?: Recovery | null;
}

/** Starts with the agent who was signed in last, and with their cached data: a network is not needed. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const { host, version, log } = options;
  const serverUrl = (options.serverUrl ?? chosenServer(host.settings)).replace(/\/+$/, '');
  const events = createEvents();
  let following = Promise.resolve();
  /** Options for the data that is opened first. */
  let recovery = options.recovery ?? null;

  const busyScreens = createBusyScreens(() => performance.now());
  const preferences = createPreferences(host.settings, (settings) => {
    deskStatus.review();
    events.emit('settings.changed', settings);
  });
  const deskStatus = createDeskStatus(host, preferences.get);
  const http = createHttp(serverUrl, {
    version,
    onTooOld() {
      reports.setVisitorTooOld(true);
      reports.tell(reports.now());
    },
  });
  const session = createSession({ host, http, serverUrl, log, onChanged: follow });
  const browserSignIn = createBrowserSignIn({
    enter: session.redeem,
    language: () => preferences.get().language,
    log,
  });
  const onRights = onceMore(() =>
    session.refreshUser().catch((err: unknown) => log.warn({ err }, 'who is signed in is not known anew')),
  );
  const current = createCurrentWorkspace({
    nameOf: (user) => workspaceName(serverUrl, user),
    openWorkspace: open,
    log,
  });
  const reports = createStatusReports({ serverUrl, events, deskStatus, current });
  const sessionWatch = createSessionWatch({
    session,
    onRights,
    retry: () => current.get()?.sync.retryNow(),
    log,
  });
  const payment = createPaymentWatch({
    serverUrl,
    token: (refused) => (refused === null ? session.tokens.access() : session.tokens.renew(refused)),
    onNews() {
      events.emit('db.changed', { entities: ['invoice'], ticketIds: [], contactIds: [], all: false });
      onRights();
    },
    log,
  });

  /** Changes run one after the other: one agent's data opens only after the previous one's is closed. */
  function follow(state: SessionState): Promise<void> {
    const turn = following.then(() => enter(state));
    following = turn.catch(() => {});
    return turn;
  }

  async function enter(state: SessionState): Promise<void> {
    const left = current.leave(state.user);
    if (state.user && !current.get()) await current.open(state.user);
    if (state.user) reports.setVisitorTooOld(false);
    payment.follow(state.user);
    reports.tellAccount(state);
    events.emit('session.changed', state);
    reports.tell(reports.now());
    // The reason for its stop may be over.
    if (reports.now().phase === 'stopped') current.get()?.sync.retryNow();
    await current.forget(left, state);
  }

  function open(user: SessionUser): Promise<Workspace> {
    const first = recovery;
    recovery = null;
    return openWorkspace(user, {
      host,
      serverUrl,
      version,
      session,
      events,
      settings: preferences.get,
      onCounted: deskStatus.set,
      onStatus,
      onRights,
      log,
      recovery: first,
    });
  }

  function onStatus(status: SyncStatus): void {
    reports.tell(status);
    sessionWatch.heard(status);
  }

  const unsubscribe = [
    host.onWake(() => current.get()?.sync.wake()),
    host.updates.onChange((state) => events.emit('updates.changed', state)),
    host.onCommand(
      createHostCommands({
        workspace: current.get,
        preferences,
        navigate: (path) => events.emit('navigate.to', { path }),
        notificationFailed: (key) => events.emit('notification.failed', { key }),
      }),
    ),
  ];
  if (recovery) preferences.set({ contactPanelOpen: false });
  await session.restore();
  reports.tellAccount(session.state());

  return {
    handlers: createHandlers({
      words: COMMAND_WORDS,
      host,
      busyScreens,
      version,
      log,
      session,
      browserSignIn,
      http,
      preferences,
      events,
      workspace: current.expect,
      workspaceOf: current.expectOf,
      syncStatus: reports.now,
    }),
    on: events.on,
    openMedia: async (mediaId) => {
      const { media } = current.expect();
      return media.take(mediaId) ?? media.open(mediaId);
    },
    language: () => preferences.get().language,
    isQuiet: () => reports.now().queued === 0 && !busyScreens.any(),
    async stop() {
      sessionWatch.stop();
      browserSignIn.stop();
      payment.follow(null);
      for (const end of unsubscribe) end();
      deskStatus.stop();
      await following;
      current.close();
    },
  };
}
