import type { SyncStatus } from '@balcao/shared/bridge/methods.ts';
import type { MessageRow, TicketRow } from '@balcao/shared/sync/entities.ts';
import type { MessageKey } from '@balcao/shared/sync/frames.ts';
import type { MutationArgs, MutationName } from '@balcao/shared/sync/mutations.ts';
import type { Log } from '../log.ts';
import type { OutgoingFile, Rejection } from '../outbox/outbox.ts';
import type { DbChange, Store } from '../store/store.ts';

export interface SyncEvents {
  status: SyncStatus;
  changed: DbChange;
  rejected: Rejection;
  /** A customer wrote: not during a bootstrap, and not news of more than five minutes ago. */
  incoming: { ticket: TicketRow; message: MessageRow };
  ephemeral: { topic: string; data: Record<string, unknown> };
}

export interface SyncClient {
  start(): void;
  /** Closes the connection for good; the store stays open and is its opener's to close. */
  stop(): void;
  status(): SyncStatus;
  on<E extends keyof SyncEvents>(event: E, listener: (data: SyncEvents[E]) => void): () => void;
  /** @throws AppError ERR_VALIDATION, ERR_DISK_FULL */
  enqueue<N extends MutationName>(name: N, args: MutationArgs<N>, file?: OutgoingFile): void;
  /** @throws AppError ERR_NO_MESSAGE_FOUND when no refused message has this id */
  retryMessage(id: string): void;
  /** @throws AppError ERR_NO_MESSAGE_FOUND */
  discardMessage(id: string): void;
  /** The tickets that are open on a screen, at most 20; replaces the set before. */
  setInterest(ticketIds: readonly number[]): void;
  /**
   * Brings older (`before` null: the newest) messages into the store; read them there.
   * @throws AppError ERR_OFFLINE without a connection, ERR_SERVER_UNREACHABLE when no answer comes, or the server's code
   */
  fetchMessages(ticketId: number, before: MessageKey | null, limit: number): Promise<{ hasMore: boolean }>;
  /** Brings closed tickets, newest first, into the store. @throws as `fetchMessages` */
  fetchClosedTickets(
    before: { lastMessageAt: string; id: number } | null,
    limit: number,
  ): Promise<{ hasMore: boolean }>;
  /** Brings one ticket into the store. @throws as `fetchMessages`, ERR_NO_TICKET_FOUND */
  fetchTicket(uuid: string): Promise<void>;
  /** Try now instead of waiting for the next attempt. Also starts again after a stop by the server. */
  retryNow(): void;
  /** A hint that the computer woke up or the network changed. */
  wake(): void;
}

export interface SyncOptions {
  store: Store;
  /** For example `https://desk.example.com`. */
  serverUrl: string;
  appVersion: string;
  /**
   * An access token. `refused` is the one that the server has just refused: another is wanted.
   * @throws AppError ERR_SESSION_EXPIRED, which ends the client's attempts
   */
  token(refused: string | null): Promise<string>;
  /** Brings a file to the server, however often. @throws AppError, retryable or not */
  upload(mediaId: string): Promise<void>;
  log: Log;
}

export function createSyncClient(_options: SyncOptions): SyncClient {
  throw new Error('not yet');
}
