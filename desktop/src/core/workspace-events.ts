import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { ClosedTickets } from '../features/ticket-list/closed-tickets.ts';
import type { Events } from './core-events.ts';
import type { Log } from './log.ts';
import type { FileStore } from './media/file-store.ts';
import { thumbnailOf } from './media/media-name.ts';
import type { Notifier } from './notify/notifier.ts';
import type { CachePolicy } from './storage/cache-policy.ts';
import type { OfflineLimit } from './storage/offline-limit.ts';
import type { Store } from './store/store.ts';
import type { WordIndexing } from './store/word-indexing.ts';
import type { SyncClient } from './sync/sync-client.ts';
import type { UnreadCount } from './unread-count.ts';

interface StoreListeners {
  events: Events;
  notifier: Notifier;
  closedTickets: ClosedTickets;
  unread: UnreadCount;
  files: FileStore;
  cachePolicy: CachePolicy;
  /** The agent's rights, or an option of the company, may have changed. */
  onRights(): void;
  log: Log;
}

/** What follows from changes of the rows. */
export function followStore(store: Store, listeners: StoreListeners): void {
  const { events, notifier, closedTickets, unread, files, cachePolicy, onRights, log } = listeners;
  store.on('changed', (change) => {
    const concerns = (...entities: typeof change.entities) =>
      change.all || entities.some((entity) => change.entities.includes(entity));
    if (change.all) closedTickets.forget();
    if (concerns('ticket', 'chat')) unread.showSoon();
    if (concerns('mention')) notifier.review();
    // With an invoice that is paid the company's due date moves.
    if (concerns('setting', 'invoice')) onRights();
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
}

interface SyncListeners {
  store: Store;
  notifier: Notifier;
  events: Events;
  wordIndexing: WordIndexing;
  offlineLimit: Pick<OfflineLimit, 'look'>;
  onStatus(status: SyncStatus): void;
}

/** What follows from news of the server. @returns what ends the reports of the line's status */
export function followSync(
  sync: SyncClient,
  { store, notifier, events, wordIndexing, offlineLimit, onStatus }: SyncListeners,
): () => void {
  sync.on('rejected', (rejection) => {
    // What one has seen of a chat that is gone is nobody's concern.
    if (rejection.name !== 'chat.read') events.emit('mutation.rejected', rejection);
  });
  sync.on('incoming', (news) => {
    notifier.incoming(news);
    store.decisions.overtake(news.ticket.id);
  });
  sync.on('handedOver', (news) => notifier.handedOver(news));
  sync.on('given', ({ ticket }) => notifier.given(ticket));
  sync.on('returned', ({ ticket }) => notifier.returned(ticket));
  sync.on('mentioned', (news) => notifier.mentioned(news));
  sync.on('said', (news) => notifier.said(news));
  sync.on('resynced', ({ ticketIds }) => notifier.resynced(ticketIds));
  sync.on('ephemeral', (news) => events.emit('conversation.presence', news));
  return sync.on('status', (status) => {
    if (status.phase === 'live') notifier.caughtUp();
    if (status.phase === 'live') offlineLimit.look();
    if (status.phase !== 'catchingUp') wordIndexing.start();
    onStatus(status);
  });
}
