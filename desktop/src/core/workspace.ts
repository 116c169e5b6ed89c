import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { Settings } from '@balcao/shared/features/preferences/bridge.ts';
import { settingRule } from '@balcao/shared/features/settings/rules.ts';
import { ticketListView } from '@balcao/shared/features/ticket-list/bridge.ts';
import { showsColleagues, type TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import { createForeignReadings, type ForeignReadings } from '../features/audit/foreign-readings.ts';
import { type ClosedTickets, createClosedTickets } from '../features/ticket-list/closed-tickets.ts';
import { NO_FILTER } from '../features/ticket-list/ticket-query.ts';
import type { Host } from '../hosts/host.ts';
import type { Events } from './core-events.ts';
import type { Log } from './log.ts';
import type { FileStore } from './media/file-store.ts';
import { createMedia, type Media } from './media/media.ts';
import { createNotifier, type Notifier } from './notify/notifier.ts';
import { createUndoTimers, type UndoTimers } from './outbox/undo-timers.ts';
import { createScreens, type Screens } from './screens.ts';
import { serverKey } from './session/server-key.ts';
import type { Session } from './session/session.ts';
import { type CachePolicy, createCachePolicy } from './storage/cache-policy.ts';
import { createOfflineLimit } from './storage/offline-limit.ts';
import type { Store } from './store/store.ts';
import { createWordIndexing } from './store/word-indexing.ts';
import { systemClock } from './sync/clock.ts';
import { createSyncClient, type SyncClient } from './sync/sync-client.ts';
import { createUnreadCount, type DeskCounts, NOTHING_COUNTED } from './unread-count.ts';
import type { AccountFolder } from './vault/account-dir.ts';
import { openWorkspaceData, type WorkspaceData } from './workspace-data.ts';
import { followStore, followSync } from './workspace-events.ts';

/** The data that a start after crashes drops: the lists' view settings, or the cached copies of the server's data. */
export type Recovery = 'view' | 'cache';

/** All that belongs to one person at one server, and is closed when that person leaves. */
export interface Workspace {
  readonly name: string;
  readonly account: AccountFolder;
  readonly userId: number;
  readonly store: Store;
  readonly sync: SyncClient;
  readonly media: Media;
  readonly notifier: Notifier;
  readonly screens: Screens;
  readonly closedTickets: ClosedTickets;
  readonly files: FileStore;
  readonly cachePolicy: CachePolicy;
  readonly undoTimers: UndoTimers;
  readonly foreignReadings: ForeignReadings;
  /** The part of a filter that this agent's lists support. */
  listed(filter: TicketFilter, search: string): TicketFilter;
  close(): void;
  /** Same as `WorkspaceData.forget`. */
  forget: WorkspaceData['forget'];
}

interface Deps {
  host: Host;
  serverUrl: string;
  version: string;
  session: Pick<Session, 'api' | 'tokens' | 'state'>;
  events: Events;
  settings(): Settings;
  onCounted(counts: DeskCounts): void;
  onStatus(status: SyncStatus): void;
  /** The agent's rights, or an option of the company, may have changed. */
  onRights(): void;
  log: Log;
  /** The data to start without. */
  recovery: Recovery | null;
}

/** Two people, two companies or two servers never share a directory. */
export const workspaceName = (serverUrl: string, user: SessionUser): string =>
  `${serverKey(serverUrl)}-${user.companyId}-${user.id}`;

export async function openWorkspace(user: SessionUser, deps: Deps): Promise<Workspace> {
  const { session, events, log, settings, onCounted, recovery } = deps;
  const name = workspaceName(deps.serverUrl, user);
  const data = await openWorkspaceData(name, user, deps, recovery === 'cache');
  const { account, store, files } = data;
  const changed = (entity: 'media' | 'ticket') =>
    events.emit('db.changed', { entities: [entity], ticketIds: [], contactIds: [], all: false });
  const media = createMedia(files, session.api, () => changed('media'));
  if (recovery) store.listView.set(ticketListView.parse({}));
  const sync = createSyncClient({
    store,
    serverUrl: deps.serverUrl,
    appVersion: deps.version,
    token: (refused) => (refused === null ? session.tokens.access() : session.tokens.renew(refused)),
    upload: media.upload,
    log,
  });
  const offlineLimit = createOfflineLimit({
    kept: store.offlineTime,
    now: Date.now,
    days: () => offlineDays(session.state().user ?? user),
    isLive: () => sync.status().phase === 'live',
    expired() {
      store.forgetCache();
      files.clear().catch((err: unknown) => log.error({ err }, 'files could not be removed'));
    },
    log,
  });
  // Before anything of it is shown.
  offlineLimit.look();
  const foreignReadings = createForeignReadings({
    ticket: store.tickets.byId,
    person: () => personOf(session.state().user ?? user),
    now: Date.now,
    tell: (ticketId) => sync.enqueue('audit.opened', { ticketId }),
  });
  const screens = createScreens(() => {
    sync.setInterest(screens.tickets());
    foreignReadings.shown(screens.tickets());
    notifier.review();
  });
  const notifier = openNotifier(user.id, store, screens, deps);
  const listed = (filter: TicketFilter, search: string) =>
    listedFor(session.state().user ?? user, filter, search);
  const plain = () => listed(NO_FILTER, '');
  const closedTickets = createClosedTickets(store, sync, plain);
  const undoTimers = createUndoTimers({ held: () => heldCommands(store, sync) });
  const cachePolicy = createCachePolicy({
    store,
    files,
    settings: () => settings().storage,
    shown: () => screens.tickets(),
    now: Date.now,
    log,
  });
  const unread = createUnreadCount({
    store,
    filter: plain,
    counted(counts) {
      onCounted(counts);
      notifier.review();
    },
    returned: () => changed('ticket'),
  });

  followStore(store, { ...deps, notifier, closedTickets, unread, files, cachePolicy });
  const wordIndexing = createWordIndexing(store, log);
  const stopStatus = followSync(sync, { ...deps, store, notifier, wordIndexing, offlineLimit });
  unread.show();
  sync.start();

  return {
    name,
    account,
    userId: user.id,
    store,
    sync,
    media,
    notifier,
    screens,
    closedTickets,
    files,
    cachePolicy,
    undoTimers,
    foreignReadings,
    listed,
    close() {
      // Its changes on the way to a stop are ignored: the agent has left.
      stopStatus();
      wordIndexing.stop();
      screens.close();
      unread.stop();
      undoTimers.stop();
      cachePolicy.stop();
      offlineLimit.stop();
      notifier.stop();
      sync.stop();
      media.close();
      data.close();
      onCounted(NOTHING_COUNTED);
    },
    forget: data.forget,
  };
}

const personOf = ({ id: userId, queues }: SessionUser) => ({
  userId,
  queueIds: queues.map(({ id }) => id),
});

function offlineDays({ company }: SessionUser): number {
  const stored = company.settings.find(({ key }) => key === 'offlineDays')?.value;
  return Number(stored ?? settingRule('offlineDays').initial);
}

function listedFor(user: SessionUser, filter: TicketFilter, search: string): TicketFilter {
  return { ...filter, all: showsColleagues(user, { all: filter.all, search }) };
}

function openNotifier(
  userId: number,
  store: Store,
  screens: Screens,
  { host, settings, events }: Pick<Deps, 'host' | 'settings' | 'events'>,
): Notifier {
  return createNotifier({
    host,
    userId,
    ticket: store.tickets.byId,
    due: store.tickets.due,
    serverNow: () => Date.now() + store.serverClock.get().offset,
    mention: store.mentions.byId,
    chat: store.chats.byId,
    chatMessage: store.chats.message,
    seenChats: () => screens.seenChats(),
    seen: () => screens.seen(),
    settings,
    emit: {
      shown: (notice) => events.emit('notification.shown', notice),
      closed: (notice) => events.emit('notification.closed', notice),
    },
    today: () => new Date(),
    // Uses no time of day: a clock that is set back would keep it silent.
    clock: { ...systemClock, now: () => performance.now() },
  });
}

/** Messages and decisions that their agent may still take back, each with what sends it. */
function heldCommands(store: Store, sync: SyncClient) {
  return [
    ...store.held(null).map(({ args, until }) => ({ until, release: () => sync.release([args.id]) })),
    ...store.decisions
      .held()
      .map(({ ticketId, until }) => ({ until, release: () => sync.releaseDecision(ticketId) })),
  ];
}
