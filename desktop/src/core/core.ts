import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Handlers } from '../bridge/dispatcher.ts';
import type { Host } from '../hosts/host.ts';
import { createHttp } from './api/http.ts';
import { createEvents, type Events } from './core-events.ts';
import type { Log } from './log.ts';
import type { MediaFile } from './media/file-store.ts';
import { createDeskStatus } from './notify/desk-status.ts';
import { createHostCommands } from './notify/host-commands.ts';
import { createBusyScreens } from './services/busy-screens.ts';
import { createHandlers } from './services/handlers.ts';
import { chosenServer } from './session/chosen-server.ts';
import { endsSession } from './session/ending.ts';
import { createPaymentWatch } from './session/payment-watch.ts';
import { createSession } from './session/session.ts';
import { createPreferences } from './settings/preferences.ts';
import { translated } from './store/errors.ts';
import { openWorkspace, type Recovery, type Workspace, workspaceName } from './workspace.ts';

/** The console without its screen. */
export interface Core {
  /** The handlers that the bridge's dispatcher calls. */
  readonly handlers: Handlers;
  on: Events['on'];
  /** A file for the screen, from the disk or the server. @throws AppError */
  openMedia(mediaId: string): Promise<MediaFile>;
  language(): Language;
  /** Nothing waits to be sent, and no agent writes or records: the program could restart unnoticed. */
  isQuiet(): boolean;
  stop(): Promise<void>;
}

interface CoreOptions {
  host: Host;
  /** For example `https://desk.example.com`; a slash at the end makes no difference. Null: the chosen one. */
  serverUrl: string | null;
  version: string;
  log: Log;
  recovery?: Recovery | null;
}

/** The session continues; the company or the agent must act first. */
const CLOSED_FOR_NOW: readonly ErrorCode[] = ['ERR_SUBSCRIPTION_EXPIRED', 'ERR_SECOND_FACTOR_SETUP'];
/** The interval in which the server is asked whether that has happened. */
const ASK_AGAIN_MS = 15_000;
/** The same when all is well with the person, as far as is known: the server may judge by what it knew a second ago. */
const ASK_SOON_MS = 1_200;

/** Starts with the agent who was signed in last, and with their cached data: a network is not needed. */
export async function createCore(options: CoreOptions): Promise<Core> {
  const { host, version, log } = options;
  const serverUrl = (options.serverUrl ?? chosenServer(host.settings)).replace(/\/+$/, '');
  const events = createEvents();
  let current: Workspace | null = null;
  /** The agent whose data was closed last, while no other is signed in. */
  let gone: Workspace | null = null;
  let following = Promise.resolve();
  let asking: NodeJS.Timeout | undefined;
  /** Options for the data that is opened first. */
  let recovery = options.recovery ?? null;

  const busyScreens = createBusyScreens(() => performance.now());
  const preferences = createPreferences(host.settings, (settings) => {
    deskStatus.review();
    events.emit('settings.changed', settings);
  });
  const deskStatus = createDeskStatus(host, preferences.get);
  /** A signed-in agent receives the same on the sync connection. */
  let visitorIsTooOld = false;
  const http = createHttp(serverUrl, {
    version,
    onTooOld() {
      visitorIsTooOld = true;
      tellStatus(syncStatus());
    },
  });
  const session = createSession({ host, http, serverUrl, log, onChanged: follow });
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
    const name = state.user && workspaceName(serverUrl, state.user);
    const left = current && current.name !== name ? current : null;
    if (left) {
      left.close();
      current = null;
    }
    if (state.user && !current) {
      const { get: settings } = preferences;
      const onUnread = (unread: number) => deskStatus.set({ unread });
      const told = { settings, onUnread, onStatus, onRights };
      const deps = { host, serverUrl, version, session, events, log, recovery, ...told };
      recovery = null;
      current = await openWorkspace(state.user, deps).catch((error: unknown) => {
        throw translated(error);
      });
    }
    if (state.user) visitorIsTooOld = false;
    payment.follow(state.user);
    tellAccount(state);
    events.emit('session.changed', state);
    tellStatus(syncStatus());
    // The reason for its stop may be over.
    if (syncStatus().phase === 'stopped') current?.sync.retryNow();
    // The deletion of the agent may become known a moment after the session has ended.
    gone = state.user ? null : (left ?? gone);
    const isDeleted = state.endedBy === 'ERR_USER_DELETED';
    await (isDeleted ? gone : left)
      ?.forget(isDeleted)
      .catch((err: unknown) => log.error({ err }, 'old data could not be removed'));
  }

  function tellStatus(status: SyncStatus): void {
    events.emit('sync.status', status);
    deskStatus.set({ phase: status.phase, queued: status.queued });
  }

  function tellAccount({ user }: SessionState): void {
    const [person, company, companyId] = user
      ? [user.name, user.company.name, user.companyId]
      : [null, null, null];
    deskStatus.set({ account: { serverUrl, person, company, companyId } });
  }

  function onStatus(status: SyncStatus): void {
    tellStatus(status);
    const reason = status.phase === 'stopped' ? status.reason : null;
    if (reason && endsSession(reason)) {
      session.end(reason).catch((err: unknown) => log.error({ err }, 'the session could not be ended'));
    }
    clearTimeout(asking);
    // Whoever waits for the payment and hears of none learns of it here.
    if (status.phase === 'live' && session.state().user?.overdueSince) onRights();
    if (!reason || !CLOSED_FOR_NOW.includes(reason)) return;
    onRights();
    const { user } = session.state();
    const isKnown = user?.overdueSince || user?.mustSetUpSecondFactor;
    asking = setTimeout(() => current?.sync.retryNow(), isKnown ? ASK_AGAIN_MS : ASK_SOON_MS);
  }

  const onRights = onceMore(() =>
    session.refreshUser().catch((err: unknown) => log.warn({ err }, 'who is signed in is not known anew')),
  );

  const syncStatus = (): SyncStatus =>
    current?.sync.status() ?? {
      ...SIGNED_OUT,
      reason: visitorIsTooOld ? 'ERR_PROTOCOL_TOO_OLD' : null,
    };

  function workspace(): Workspace {
    if (!current) throw new AppError('ERR_SESSION_EXPIRED');
    return current;
  }

  function workspaceOf(userId: number): Workspace {
    const open = workspace();
    if (open.userId !== userId) throw new AppError('ERR_SESSION_EXPIRED');
    return open;
  }

  const stopWake = host.onWake(() => current?.sync.wake());
  const stopUpdates = host.updates.onChange((state) => events.emit('updates.changed', state));
  const stopCommands = host.onCommand(
    createHostCommands({
      workspace: () => current,
      preferences,
      navigate: (path) => events.emit('navigate.to', { path }),
      notificationFailed: (key) => events.emit('notification.failed', { key }),
    }),
  );
  if (recovery) preferences.set({ contactPanelOpen: false });
  await session.restore();
  tellAccount(session.state());

  return {
    handlers: createHandlers({
      host,
      busyScreens,
      version,
      log,
      session,
      http,
      preferences,
      events,
      workspace,
      workspaceOf,
      syncStatus,
    }),
    on: events.on,
    openMedia: async (mediaId) => workspace().media.open(mediaId),
    language: () => preferences.get().language,
    isQuiet: () => syncStatus().queued === 0 && !busyScreens.any(),
    async stop() {
      clearTimeout(asking);
      payment.follow(null);
      stopWake();
      stopUpdates();
      stopCommands();
      deskStatus.stop();
      await following;
      current?.close();
      current = null;
    },
  };
}

/** Runs one at a time; a call meanwhile runs it once more afterwards. */
function onceMore(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  return function run() {
    again = running;
    if (running) return;
    running = true;
    void work().finally(() => {
      running = false;
      if (again) run();
    });
  };
}

const SIGNED_OUT: SyncStatus = {
  phase: 'signedOut',
  layer: 'session',
  since: null,
  retryAt: null,
  unanswered: false,
  queued: 0,
  failed: 0,
  hasData: false,
  aheadMinutes: 0,
  setAside: null,
  reason: null,
};
