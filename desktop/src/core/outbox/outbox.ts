import type { ErrorCode, ErrorParams } from '@balcao/shared/errors.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import type { Mutation, MutationName } from '@balcao/shared/sync/commands.ts';

/** A file of this console, as its message shows it before the server has described it. */
export type OutgoingFile = MediaView & { mediaType: MessageType };

/** A file that must be on the server before the command at `position` can be sent. */
export interface PendingUpload {
  position: number;
  mediaId: string;
}

/**
 * - renamed: one of them was sent before, so that every command has a new number, under a new client id
 * - unsettled: the same is to come, but what became of commands that have run, and must not run again, is not known yet
 */
type BroughtAgain = 'done' | 'renamed' | 'unsettled';

/** A command that the server, or this console itself, has refused. */
export interface Rejection {
  name: MutationName;
  ticketId: number | null;
  code: ErrorCode;
  params: ErrorParams;
}

/** The part of the command queue that the sync client uses. Every change is durable when the call returns. */
export interface Outbox {
  /** Names this console's command numbers to the server. */
  clientId(): string;
  /** Commands that the server has not confirmed, refused ones not counted. */
  size(): number;
  /**
   * Positions of the commands that may be sent now, in the order in which they must be, those of `underWay` aside. A
   * command whose file is not on the server holds back what follows on its ticket, and nothing else.
   */
  ready(limit: number, underWay?: readonly number[]): number[];
  /** The first file that a queued command waits for behind the command at `after`; there is none: the first of all. */
  nextUpload(after?: number): PendingUpload | null;
  /** The file that the command waited for is on the server. */
  uploaded(position: number): void;
  /**
   * Commands of before this instant whose file was brought wait for it once more: by now the server may have given it
   * up. Not those up to number `done`, which the server has run.
   */
  bringAgain(before: string, done: number): BroughtAgain;
  /**
   * Gives commands their numbers and ids (those sent before keep theirs) in the order given, which is the queue's.
   * Numbers are given when a command is first sent, so that refusing it before that leaves no hole.
   */
  number(positions: readonly number[]): Mutation[];
  /** Refuses a command that never left this console. */
  refuse(position: number, code: ErrorCode, params: ErrorParams): void;
  /**
   * Whether the server's record of this client agrees with ours. Otherwise one of the two was restored from a copy or
   * forgot, numbers may be taken twice, and `renumber` must follow.
   */
  agreesWith(lastMutationSeq: number): boolean;
  /** A new client id; every queued command will get a new number. Safe because each keeps its own id. */
  renumber(): void;
}
