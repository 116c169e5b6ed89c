import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { MediaView, MessageType } from '@balcao/shared/sync/entities.ts';
import type { Mutation } from '@balcao/shared/sync/mutations.ts';

/** A file of this console, as its message shows it before the server has described it. */
export type OutgoingFile = MediaView & { mediaType: MessageType };

/** A queued command before it has its number. `position` orders the queue. */
export type QueuedCommand = Omit<Mutation, 'seq'> & {
  position: number;
  /** The file that must be on the server first. */
  needsUpload: string | null;
};

/** What the sync client needs of the command queue. */
export interface Outbox {
  clientId(): string;
  /** Commands that the server has not confirmed, refused ones not counted. */
  size(): number;
  /** Queued commands after a position, in order. */
  after(position: number, limit: number): QueuedCommand[];
  uploaded(position: number): void;
  /** Gives the commands their numbers, durably, before they are sent. */
  number(positions: readonly number[]): Mutation[];
  /** Refuses a command that never left this console. */
  refuse(position: number, code: ErrorCode): void;
  /** What the server says it has seen of this client is possible: neither less nor more than we know of. */
  agreesWith(lastMutationSeq: number): boolean;
  /** A new client id; every queued command gets a new number. Safe because commands are idempotent. */
  renumber(): void;
}
