import { isErrorCode } from '@balcao/shared/errors.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { RowSet } from '@balcao/shared/sync/entities.ts';
import type { BatchFrame, FetchFrame, PageFrame } from '@balcao/shared/sync/frames.ts';
import type { ChatDrafts } from '../../features/chats/chat-drafts.ts';
import type { ChatMessages } from '../../features/chats/chat-messages.ts';
import { crashAt } from '../failpoints.ts';
import type { Overlay } from '../outbox/overlay.ts';
import type { Overtaken } from '../outbox/overtaken.ts';
import type { Queue } from '../outbox/queue.ts';
import type { Refusal } from '../outbox/refusals.ts';
import { type BatchNews, createNewsFinder, noNews } from './batch-news.ts';
import { type Changes, commandsChanged, createChanges } from './changes.ts';
import type { DraftsOfFeed } from './drafts.ts';
import { FeedGapError } from './errors.ts';
import type { History } from './history.ts';
import { createHistoryReview, type FeedContext } from './history-review.ts';
import { createRowWriter } from './row-writer.ts';
import type { Rows } from './rows.ts';
import type { SyncState } from './sync-state.ts';
import type { WordIndex } from './word-index.ts';

/** The result of one batch, for the sync client to act on after the commit. */
export interface Applied extends Pick<BatchNews, 'returned' | 'handedOver' | 'givenIds' | 'mentionIds'> {
  /** Customers' messages that were not here before. */
  incoming: { ticket: TicketRow; message: MessageRow }[];
  /** What colleagues have said in chats, and was not here before, in its order. */
  chatMessageIds: string[];
  /** Tickets whose contact's newest messages must be fetched, because this agent did not follow them before. */
  tails: number[];
}

/** Writes what the server sends into the rows. Callers open the transactions. */
export interface Feed {
  begin(): void;
  bootstrapRows(set: RowSet, changes: Changes): void;
  finish(end: { epoch: string; seq: number; viewVersion: number }, changes: Changes): void;
  batch(batch: BatchFrame, context: FeedContext, changes: Changes): Applied;
  page(page: PageFrame, request: FetchFrame, context: FeedContext, changes: Changes): void;
  /** Brings words of messages into the index of the search. False: all of them are there. */
  indexWords(): boolean;
  /** Ends what a crash between the commits of the two files has left, and shows the queue's effects again. */
  repair(): void;
  /** Tickets that this agent follows and whose newest messages are not here. */
  missingTails(limit: number): number[];
  forgetUnfollowed(ticketIds: readonly number[] | undefined, changes: Changes): void;
}

interface Deps {
  rows: Rows;
  history: History;
  chatMessages: ChatMessages;
  state: SyncState;
  wordIndex: WordIndex;
  queue: Queue;
  overtaken: Overtaken;
  overlay: Overlay;
  drafts: DraftsOfFeed;
  chatDrafts: ChatDrafts;
  userId: number;
}

/** More messages than a frame brings: what is live can be found at once. */
const MAX_WORDS_AT_ONCE = 2_000;
/** Messages that one step indexes behind a catch-up: some 20 ms. */
const WORDS_BEHIND = 500;

/** What was refused or begun in a conversation that is not here is kept for a month. */
const LEFT_KEPT_MS = 30 * 24 * 60 * 60_000;
const monthAgo = () => new Date(Date.now() - LEFT_KEPT_MS).toISOString();

export function createFeed(deps: Deps): Feed {
  const { rows, history, chatMessages, state, wordIndex, queue, overlay, drafts, userId } = deps;
  const writer = createRowWriter(deps);
  const review = createHistoryReview({ rows, history, userId });
  const addNews = createNewsFinder({ rows, overlay, userId });

  /** @returns the news, and the tickets whose newest messages must be fetched */
  function applyRows(batch: BatchFrame, context: FeedContext, changes: Changes) {
    const before = review.before(batch, context);
    const news = noNews();
    for (const set of batch.puts) {
      addNews(set, news);
      writer.put(set, changes);
    }
    writer.remove(batch, changes);
    return { news, tails: review.after(batch, before, context) };
  }

  const indexWords = () => wordIndex.step(MAX_WORDS_AT_ONCE);

  function letGoOld(changes: Changes): void {
    const { files, ticketIds } = queue.letGoOld(monthAgo());
    for (const mediaId of files) changes.mediaIds.add(mediaId);
    if (ticketIds.length > 0) changes.erased = true;
  }

  /** Only once everything is here again: whoever is away may come back to what was begun. */
  function forgetOldDrafts(changes: Changes): void {
    const gone = drafts.forgetOld(monthAgo());
    for (const { mediaId } of gone.flatMap(({ files }) => files)) changes.mediaIds.add(mediaId);
    if (gone.length > 0) changes.erased = true;
  }

  const showEffects = () => overlay.rebuild(queue.projected());
  const showEffectsAgain = (changes: Changes) => overlay.refresh(changes, queue.projected);

  const withTicket = (message: MessageRow): Applied['incoming'] => {
    const ticket = overlay.get('ticket', message.ticketId);
    return ticket ? [{ ticket, message }] : [];
  };

  return {
    begin() {
      state.nextGeneration();
      history.dropAll();
    },

    bootstrapRows(set, changes) {
      writer.put(set, changes);
      indexWords();
      review.bootstrapped(set);
      showEffects();
    },

    finish(end, changes) {
      rows.sweep(state.generation());
      letGoOld(changes);
      forgetOldDrafts(changes);
      chatMessages.forget();
      state.bootstrapped(end);
      showEffects();
      changes.all = true;
    },

    batch(batch, context, changes) {
      const { cursor } = state.position();
      if (!cursor || batch.from > cursor.seq) throw new FeedGapError(batch.from, cursor?.seq ?? null);
      // A repeated frame must not bring back rows that are older than ours.
      const repeated = batch.to < cursor.seq || (batch.to === cursor.seq && batch.from < batch.to);
      const { news, tails } = repeated ? { news: noNews(), tails: [] } : applyRows(batch, context, changes);
      settle(deps, batch.mutations, changes);
      if (!repeated) state.advance(batch.to, batch.proof);
      // While more follows, the index waits: it comes behind, in larger pieces.
      if (!batch.more) indexWords();
      crashAt('batch.applied');
      showEffectsAgain(changes);
      const { messages, said, ...others } = news;
      return {
        ...others,
        incoming: messages.flatMap(withTicket),
        chatMessageIds: said.toSorted((a, b) => a.number - b.number).map(({ id }) => id),
        tails,
      };
    },

    page(page, request, context, changes) {
      for (const set of page.sets) writer.put(set, changes);
      indexWords();
      if (request.what === 'messages') {
        const contactId = review.page(request, page, context);
        changes.ticketIds.add(request.ticketId);
        if (contactId !== undefined) changes.contactIds.add(contactId);
        changes.entities.add('message');
      }
      showEffectsAgain(changes);
    },

    indexWords: () => wordIndex.step(WORDS_BEHIND),

    repair() {
      for (const ticket of rows.successors()) writer.takeOver(ticket, createChanges());
      const codes = [...state.refusals()].filter(([, code]) => isErrorCode(code));
      const refusals = codes.map(([seq, code]) => [seq, { code, params: {} } as Refusal] as const);
      queue.settle(state.acked(queue.clientId()), new Map(refusals));
      letGoOld(createChanges());
      showEffects();
    },

    missingTails: (limit) => history.missing(userId, limit),

    forgetUnfollowed(ticketIds, changes) {
      const forgotten = review.forgetUnfollowed(ticketIds);
      for (const contactId of forgotten) changes.contactIds.add(contactId);
      if (forgotten.length > 0) changes.entities.add('message');
    },
  };
}

/** The server's answers to commands: what is confirmed leaves the queue, what is refused is kept for a person. */
function settle(
  { queue, state }: Pick<Deps, 'queue' | 'state'>,
  { acked, results }: BatchFrame['mutations'],
  changes: Changes,
): void {
  const clientId = queue.clientId();
  if (results.length === 0 && acked <= state.acked(clientId)) return;
  const refusals = new Map<number, Refusal>();
  for (const { seq, status, code, params } of results) {
    if (status === 'rejected') refusals.set(seq, { code: code ?? 'ERR_INTERNAL', params: params ?? {} });
  }
  state.setRefusals(new Map([...refusals].map(([seq, { code }]) => [seq, code])));
  state.acknowledge(clientId, Math.max(acked, state.acked(clientId)));
  const { rejections, ticketIds, hasLetGo } = queue.settle(acked, refusals);
  if (hasLetGo) changes.erased = true;
  changes.rejections.push(...rejections);
  commandsChanged(changes, ticketIds);
}
