import { join } from 'node:path';
import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { Settings } from '@balcao/shared/features/preferences/bridge.ts';
import { ticketListView } from '@balcao/shared/features/ticket-list/bridge.ts';
import { showsColleagues, type TicketFilter } from '@balcao/shared/features/ticket-list/filter.ts';
import { type ClosedTickets, createClosedTickets } from '../features/ticket-list/closed-tickets.ts';
import { NO_FILTER } from '../features/ticket-list/ticket-query.ts';
import type { Host } from '../hosts/host.ts';
import type { Events } from './core-events.ts';
import type { Log } from './log.ts';
import { EVERY_FILE, type FileIds, type FileStore, openFileStore } from './media/file-store.ts';
import { createMedia, type Media, thumbnailOf } from './media/media.ts';
import { createNotifier, type Notifier } from './notify/notifier.ts';
import { createUndoTimers, type UndoTimers } from './outbox/undo-timers.ts';
import { createScreens, type Screens } from './screens.ts';
import { serverKey } from './session/server-key.ts';
import type { Session } from './session/session.ts';
import { type CachePolicy, createCachePolicy } from './storage/cache-policy.ts';
import { removeCache } from './store/files.ts';
import { openStore, type Store } from './store/store.ts';
import { createTimer, systemClock } from './sync/clock.ts';
import { createSyncClient, type SyncClient } from './sync/sync-client.ts';
import { type AccountFolder, openAccount, removeAccount } from './vault/account-dir.ts';
import { createKeys } from './vault/keys.ts';

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
  /** The part of a filter that this agent's lists support. */
  listed(filter: TicketFilter, search: string): TicketFilter;
  close(): void;
  /**
   * Call it after `close`, when the agent has left: customers' messages do not stay on a shared computer. What the
   * agent wrote (drafts, commands that wait, files to be sent) does, unless the agent `isDeleted`.
   */
  forget(isDeleted: boolean): Promise<void>;
}

interface Deps {
  host: Host;
  serverUrl: string;
  version: string;
  session: Pick<Session, 'api' | 'tokens' | 'state'>;
  events: Events;
  settings(): Settings;
  /** Tickets and chats with something unread. */
  onUnread(conversations: number): void;
  onStatus(status: SyncStatus): void;
  /** The agent's rights, or an option of the company, may have changed. */
  onRights(): void;
  log: Log;
  /** The data to start without. */
  recovery: Recovery | null;
}

const MEGABYTE = 1024 ** 2;

/** Counting the unread takes milliseconds, and the rows of a first sync come in hundreds of frames. */
const BADGE_EVERY_MS = 100;

/** A moment after its time a ticket is certainly due. */
const RETURN_MARGIN_MS = 50;
/** A computer that slept, or a clock that was set, is noticed within an hour. */
const LONGEST_TIMER_MS = 3_600_000;

/** Two people, two companies or two servers never share a directory. */
export const workspaceName = (serverUrl: string, user: SessionUser): string =>
  `${serverKey(serverUrl)}-${user.companyId}-${user.id}`;

export async function openWorkspace(user: SessionUser, deps: Deps): Promise<Workspace> {
  const { host, serverUrl, version, session, events, log, settings, onUnread, onStatus, onRights } = deps;
  const { recovery } = deps;
  const name = workspaceName(serverUrl, user);
  const keys = createKeys(host.secrets);
  const account = await openAccount({
    dir: join(host.dataDir, 'accounts', name),
    keys,
    sealed: settings().storage.sealed && host.secrets.sealed,
    log,
  });
  const { dir, key } = account;

  if (recovery === 'cache') removeCache(dir);
  const store = openStore({ dir, userId: user.id, log, key });
  let needed: () => FileIds = store.neededFiles;
  const mediaBytes = settings().storage.mediaMegabytes * MEGABYTE;
  const files = await openFileStore(join(dir, 'media'), mediaBytes, key, () => needed()).catch(
    (error: unknown) => {
      store.close();
      throw error;
    },
  );
  const media = createMedia(files, session.api, () =>
    events.emit('db.changed', { entities: ['media'], ticketIds: [], contactIds: [], all: false }),
  );
  if (recovery) store.listView.set(ticketListView.parse({}));
  const sync = createSyncClient({
    store,
    serverUrl,
    appVersion: version,
    token: (refused) => (refused === null ? session.tokens.access() : session.tokens.renew(refused)),
    upload: media.upload,
    log,
  });
  const notifier = createNotifier({
    host,
    userId: user.id,
    ticket: store.tickets.byId,
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
  const screens = createScreens(() => {
    sync.setInterest(screens.tickets());
    notifier.review();
  });
  const listed = (filter: TicketFilter, search: string): TicketFilter => {
    const all = showsColleagues(session.state().user ?? user, { all: filter.all, search });
    return { ...filter, all };
  };
  const plain = () => listed(NO_FILTER, '');
  const closedTickets = createClosedTickets(store, sync, plain);
  const undoTimers = createUndoTimers({
    held: () => [
      ...store.held(null).map(({ args, until }) => ({ until, release: () => sync.release([args.id]) })),
      ...store.decisions.held().map(({ ticketId, until }) => ({
        until,
        release: () => sync.releaseDecision(ticketId),
      })),
    ],
  });
  const cachePolicy = createCachePolicy({
    store,
    files,
    settings: () => settings().storage,
    shown: () => screens.tickets(),
    now: Date.now,
    log,
  });

  store.on('changed', (change) => {
    if (change.all) closedTickets.forget();
    if (change.all || change.entities.includes('ticket') || change.entities.includes('chat'))
      badge ??= setTimeout(showUnread, BADGE_EVERY_MS);
    if (change.all || change.entities.includes('mention')) notifier.review();
    // With an invoice that is paid the company's due date moves.
    if (change.all || change.entities.includes('setting') || change.entities.includes('invoice')) onRights();
    events.emit('db.changed', change);
  });
  store.on('rebuilt', () =>
    events.emit('db.changed', { entities: [], ticketIds: [], contactIds: [], all: true }),
  );
  store.on('orphaned', (mediaIds) => {
    files
      .remove(mediaIds.flatMap((id) => [id, thumbnailOf(id)]))
      .catch((err: unknown) => log.error({ err }, 'files that nothing shows could not be removed'));
  });
  store.on('erased', () => {
    cachePolicy
      .purgeDeletedText()
      .catch((err: unknown) => log.error({ err }, 'deleted words are still in the files'));
  });
  sync.on('rejected', (rejection) => {
    // What one has seen of a chat that is gone is nobody's concern.
    if (rejection.name !== 'chat.read') events.emit('mutation.rejected', rejection);
  });
  sync.on('incoming', (news) => {
    notifier.incoming(news);
    store.decisions.overtake(news.ticket.id);
  });
  sync.on('handedOver', (news) => notifier.handedOver(news));
  sync.on('returned', ({ ticket }) => notifier.returned(ticket));
  sync.on('mentioned', (news) => notifier.mentioned(news));
  sync.on('said', (news) => notifier.said(news));
  sync.on('resynced', ({ ticketIds }) => notifier.resynced(ticketIds));
  sync.on('ephemeral', (news) => events.emit('conversation.presence', news));
  const stopStatus = sync.on('status', (status) => {
    if (status.phase === 'live') notifier.caughtUp();
    onStatus(status);
  });

  /** A person can leave also when the database cannot be read any more. */
  function lastNeeded(): () => FileIds {
    try {
      const last = store.neededFiles();
      return () => last;
    } catch (err) {
      log.error({ err }, 'what is unsent cannot be read: all files stay');
      return () => EVERY_FILE;
    }
  }

  const returns = createTimer(systemClock);
  /** What is put off comes back at its time, also while nobody says so. */
  function watchReturns(): void {
    const at = store.tickets.nextReturn();
    returns.clear();
    if (at === null) return;
    const wait = Math.min(Math.max(at - Date.now(), 0) + RETURN_MARGIN_MS, LONGEST_TIMER_MS);
    returns.set(wait, () => {
      events.emit('db.changed', { entities: ['ticket'], ticketIds: [], contactIds: [], all: false });
      showUnread();
    });
  }

  let badge: NodeJS.Timeout | undefined;
  function showUnread(): void {
    badge = undefined;
    watchReturns();
    const chats = store.chats.list('').filter(({ unread }) => unread > 0);
    onUnread(store.tickets.counts(plain()).unread + chats.length);
    notifier.review();
  }

  showUnread();
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
    listed,
    close() {
      // Its changes on the way to a stop are ignored: the agent has left.
      stopStatus();
      screens.close();
      clearTimeout(badge);
      returns.clear();
      undoTimers.stop();
      cachePolicy.stop();
      notifier.stop();
      sync.stop();
      media.close();
      needed = lastNeeded();
      store.close();
      onUnread(0);
    },
    async forget(isDeleted) {
      if (isDeleted) return removeAccount(account, keys);
      removeCache(dir);
      await files.clear();
    },
  };
}
