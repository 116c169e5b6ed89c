import type { TicketStatus } from '@balcao/shared/api/tickets.ts';
import type { EventData } from '@balcao/shared/bridge/events.ts';
import type { MessageItem, TicketItem } from '@balcao/shared/bridge/methods.ts';
import type { ErrorCode, ErrorParams } from '@balcao/shared/errors.ts';
import type {
  ConnectionRow,
  MessageRow,
  QueueRow,
  RowSet,
  SettingRow,
  TicketRow,
  UserRow,
} from '@balcao/shared/sync/entities.ts';
import type { BatchFrame, Cursor, FetchFrame, MessageKey, PageFrame } from '@balcao/shared/sync/frames.ts';
import type { MutationArgs, MutationName } from '@balcao/shared/sync/mutations.ts';
import type { Log } from '../log.ts';
import type { Outbox, OutgoingFile } from '../outbox/outbox.ts';

/** A message as the agent sees it now; the address of its file is the caller's business. */
export type StoredMessage = Omit<MessageItem, 'mediaUrl'>;

export interface TicketQuery {
  status: TicketStatus;
  /** Part of the contact's name or number or of the last message; accents and case do not matter. '' finds all. */
  search: string;
  /** Last row of the page before. */
  before: { lastMessageAt: string; id: number } | null;
  limit: number;
}

export interface MessagePage {
  /** Oldest first. */
  messages: StoredMessage[];
  /** Older messages exist, here or on the server. */
  hasMore: boolean;
  /**
   * Set when this page may lack messages that only the server has: fetch with this key (null: the newest page) and
   * read again. A page that still says so afterwards is `incomplete`.
   */
  missing: { before: MessageKey | null } | null;
}

export type DbChange = EventData<'db.changed'>;

/** A command that the server, or this console itself, has refused. */
export interface Rejection {
  name: MutationName;
  ticketId: number | null;
  code: ErrorCode;
  params: ErrorParams;
}

export interface StoreEvents {
  /** After the commit, never before. */
  changed: DbChange;
  rejected: Rejection;
  /** The cache was damaged and is empty now; outbox and drafts are kept. Only a bootstrap fills it. */
  rebuilt: undefined;
}

/** What one batch brought, for the sync client to act on after the commit. */
export interface Applied {
  /** Customers' messages that were not here before. */
  incoming: { ticket: TicketRow; message: MessageRow }[];
  /** Tickets whose newest messages must be fetched, because they are new here or came from a colleague. */
  tails: number[];
}

export interface SyncPosition {
  cursor: Cursor | null;
  viewVersion: number | null;
}

/**
 * The rows of one (server, company, user) in SQLite: what the feed brought, the commands that wait, the drafts.
 * Every call is synchronous and every write one transaction.
 *
 * Every call may throw AppError ERR_DISK_FULL (nothing has changed then) or, when the cache file turns out to be
 * damaged, CacheRebuiltError after `rebuilt` was emitted.
 */
export interface Store {
  // Reads, all as the agent sees them now: queued commands included.
  tickets(query: TicketQuery): { tickets: TicketItem[]; hasMore: boolean };
  /** Tickets by status in the cache; `unread` counts those under way with unread messages. */
  ticketCounts(): { open: number; pending: number; closed: number; unread: number };
  ticket(id: number): TicketItem | null;
  ticketByUuid(uuid: string): TicketItem | null;
  messages(query: { ticketId: number; before: MessageKey | null; limit: number }): MessagePage;
  message(id: string): StoredMessage | null;
  connections(): ConnectionRow[];
  users(): UserRow[];
  queues(): QueueRow[];
  settings(): SettingRow[];
  /** Some bootstrap has ended once: there is something to show. */
  hasData(): boolean;

  // Drafts
  draft(ticketId: number): string;
  /** An empty body removes the draft. */
  setDraft(ticketId: number, body: string): void;

  // The feed
  position(): SyncPosition;
  /** The next generation of rows begins; old rows stay visible until `finishBootstrap`. */
  beginBootstrap(): void;
  applyBootstrapRows(set: RowSet): void;
  /** Sweeps what the generation did not mention and stores the cursor. */
  finishBootstrap(end: { epoch: string; seq: number; viewVersion: number }): void;
  /** @throws FeedGapError when the batch does not follow the stored cursor. */
  applyBatch(batch: BatchFrame, context: BatchContext): Applied;
  applyPage(page: PageFrame, request: FetchFrame): void;

  // Commands
  readonly outbox: Outbox;
  /**
   * Stores a command and its visible effect in one transaction.
   * @param command.at ISO instant in server time
   * @param command.file describes the file that `args.mediaId` names, until the server's own description arrives
   */
  enqueue<N extends MutationName>(command: {
    name: N;
    args: MutationArgs<N>;
    at: string;
    file?: OutgoingFile;
  }): void;
  /** Sends a refused message again: same message, new place in the queue. @throws AppError ERR_NO_MESSAGE_FOUND */
  retryMessage(id: string, at: string): void;
  /** Gives a refused message up. @throws AppError ERR_NO_MESSAGE_FOUND */
  discardMessage(id: string): void;

  on<E extends keyof StoreEvents>(event: E, listener: (data: StoreEvents[E]) => void): () => void;
  close(): void;
}

export interface BatchContext {
  /** Tickets whose messages the server is known to deliver because a screen shows them. */
  interest: ReadonlySet<number>;
}

export interface StoreOptions {
  /** Belongs to one (server, company, user); is made when missing. */
  dir: string;
  userId: number;
  log: Log;
}

export function openStore(_options: StoreOptions): Store {
  throw new Error('not yet');
}
