import type { RowSet } from '@balcao/shared/sync/entities.ts';
import type { BatchFrame, FetchFrame, PageFrame } from '@balcao/shared/sync/frames.ts';
import type { Applied } from './feed.ts';
import type { FeedContext } from './history-review.ts';
import type { StoreAccess } from './store-access.ts';
import type { SyncPosition } from './sync-state.ts';

/** What the feed brings, each call one transaction. */
export interface StoredFeed {
  position(): SyncPosition;
  /** The server has another history: all rows are to come again. Until then these are shown. */
  leaveEpoch(): void;
  /** A bootstrap has ended once: there is something to show. */
  hasData(): boolean;
  /** The next generation of rows begins; old rows stay visible until `finishBootstrap`. */
  beginBootstrap(): void;
  applyBootstrapRows(set: RowSet): void;
  /** Sweeps what the generation did not mention and stores the cursor. */
  finishBootstrap(end: { epoch: string; seq: number; viewVersion: number }): void;
  /** @throws FeedGapError when the batch does not follow the stored cursor */
  applyBatch(batch: BatchFrame, context: FeedContext): Applied;
  applyPage(page: PageFrame, request: FetchFrame, context: FeedContext): void;
  /** Does one step of the index of words, which follows behind a catch-up. False: nothing is left to do. */
  indexWords(): boolean;
  /** Tickets that this agent follows and whose newest messages are not here. */
  missingTails(limit: number): number[];
  /**
   * Forgets what is known of those of these tickets (without a list: of all) that this agent does not follow. Edits,
   * ticks and deletions in them are not delivered any more, so their messages must be fetched again before they are
   * shown as whole.
   */
  forgetUnfollowed(ticketIds?: readonly number[]): void;
}

export function createStoredFeed({ read, write, command }: StoreAccess): StoredFeed {
  return {
    position: () => read(({ state }) => state.position()),
    leaveEpoch: () => command(({ state }) => state.leaveEpoch()),
    hasData: () => read(({ state }) => state.position().cursor !== null),
    beginBootstrap: () => write(({ feed }) => feed.begin()),
    applyBootstrapRows: (set) => write(({ feed }, changes) => feed.bootstrapRows(set, changes)),
    finishBootstrap: (end) => write(({ feed }, changes) => feed.finish(end, changes)),
    applyBatch: (batch, context) => write(({ feed }, changes) => feed.batch(batch, context, changes)),
    applyPage: (page, request, context) =>
      write(({ feed }, changes) => feed.page(page, request, context, changes)),
    indexWords: () => write(({ feed }) => feed.indexWords()),
    missingTails: (limit) => read(({ feed }) => feed.missingTails(limit)),
    forgetUnfollowed: (ticketIds) =>
      command(({ feed }, changes) => feed.forgetUnfollowed(ticketIds, changes)),
  };
}
