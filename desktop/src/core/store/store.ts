import type { ChatReads } from '../../features/chats/chat-reads.ts';
import type { ContactReads } from '../../features/contacts/contact-reads.ts';
import type { ArticleReads } from '../../features/knowledge/article-reads.ts';
import type { MentionReads } from '../../features/mentions/mention-reads.ts';
import type { MessagePage, MessageReads, StoredMessage } from '../../features/messages/message-reads.ts';
import type { MessageSearches } from '../../features/messages/message-search.ts';
import type { WaitingMessages } from '../../features/outbox/waiting-messages.ts';
import type { ScheduleReads } from '../../features/schedules/schedule-reads.ts';
import type { TicketPosition, TicketSelection } from '../../features/ticket-list/ticket-query.ts';
import type { TicketReads } from '../../features/ticket-list/ticket-reads.ts';
import { type Commands, createCommands } from '../outbox/commands.ts';
import { createDecisions, type Decisions } from '../outbox/decisions.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { createSending, type Sending } from '../outbox/sending.ts';
import { createStoredOutbox } from '../outbox/stored-outbox.ts';
import { type CacheSize, createCacheSize } from './cache-size.ts';
import type { DbChange } from './changes.ts';
import type { Directory } from './directory.ts';
import type { SetAside } from './files.ts';
import { createLocalState, type LocalState } from './local-state.ts';
import type { StoreOptions } from './open-tables.ts';
import { openStoreAccess, type StoreAccess } from './store-access.ts';
import { createStoredFeed, type StoredFeed } from './stored-feed.ts';

export type { DbChange, MessagePage, StoredMessage, TicketPosition, TicketSelection };

/**
 * The rows of one (server, company, user) in SQLite: what the feed brought, the commands that wait, the drafts.
 * Every call is synchronous and every write one transaction.
 *
 * Every call may throw AppError ERR_DISK_FULL: nothing has changed then. When the cache file turns out to be damaged it
 * is replaced by an empty one, `rebuilt` is emitted, and the call is made again on that; only what the feed was
 * writing ends with CacheRebuiltError.
 */
export interface Store
  extends Directory,
    WaitingMessages,
    Sending,
    LocalState,
    StoredFeed,
    CacheSize,
    Pick<StoreAccess, 'forgetCache' | 'on' | 'close'> {
  // Rows as the agent sees them now: queued commands included.
  readonly tickets: TicketReads;
  readonly messages: MessageReads;
  readonly search: MessageSearches;
  readonly contacts: ContactReads;
  readonly schedules: ScheduleReads;
  readonly mentions: MentionReads;
  readonly articles: ArticleReads;
  readonly chats: ChatReads;
  /** Tickets with waiting commands, their rows cached or not. */
  waitingTickets(): Set<number>;

  // Commands
  readonly outbox: Outbox;
  readonly commands: Commands;
  readonly decisions: Decisions;

  /** The damage since this store was opened, until the agent has been notified. */
  setAside(): SetAside | null;
  forgetSetAside(): void;
}

/** @throws StoreTooNewError when a newer version of this program has written the outbox */
export function openStore(options: StoreOptions): Store {
  const access = openStoreAccess(options);
  const { read, part } = access;
  const commandAccess = { read, write: access.command };

  return {
    tickets: part('tickets'),
    messages: part('messages'),
    search: part('search'),
    contacts: part('contacts'),
    schedules: part('schedules'),
    mentions: part('mentions'),
    articles: part('articles'),
    chats: part('chats'),
    all: (entity) => read(({ directory }) => directory.all(entity)),
    waitingTickets: () => read(({ queue }) => queue.waitingTickets()),
    messagesWaitingForConnection: () => read(({ heldUp }) => heldUp.messagesWaitingForConnection()),

    ...createLocalState(access),
    ...createStoredFeed(access),
    ...createCacheSize(access),

    outbox: createStoredOutbox(commandAccess),
    commands: createCommands(commandAccess),
    decisions: createDecisions(commandAccess),
    ...createSending(commandAccess),

    setAside: access.setAside,
    forgetSetAside: access.forgetSetAside,
    forgetCache: access.forgetCache,
    on: access.on,
    close: access.close,
  };
}
