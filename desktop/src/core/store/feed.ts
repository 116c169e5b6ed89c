import { isErrorCode } from '@balcao/shared/errors.ts';
import type { ChatMessageRow } from '@balcao/shared/features/chats/row.ts';
import type { MentionRow } from '@balcao/shared/features/mentions/row.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { EntityName, RowSet } from '@balcao/shared/sync/entities.ts';
import type { BatchFrame, FetchFrame, PageFrame } from '@balcao/shared/sync/frames.ts';
import { type ChatDrafts, EMPTY_CHAT_DRAFT } from '../../features/chats/chat-drafts.ts';
import type { ChatMessages } from '../../features/chats/chat-messages.ts';
import { crashAt } from '../failpoints.ts';
import type { Overlay } from '../outbox/overlay.ts';
import type { Overtaken } from '../outbox/overtaken.ts';
import type { Queue, Refusal } from '../outbox/queue.ts';
import { type Changes, commandsChanged, createChanges } from './changes.ts';
import type { DraftsOfFeed } from './drafts.ts';
import { FeedGapError } from './errors.ts';
import { type History, isOlder, type Key, keyOf } from './history.ts';
import { carriesMedia, type Rows } from './rows.ts';
import type { SyncState } from './sync-state.ts';

/** The result of one batch, for the sync client to act on after the commit. */
export interface Applied {
  /** Customers' messages that were not here before. */
  incoming: { ticket: TicketRow; message: MessageRow }[];
  /** Tickets that were put off, and until when; something has brought them back. */
  returned: { ticketId: number; until: string }[];
  /** Tickets that a bot has left to people. */
  handedOver: number[];
  /** Mentions of this person that were not here before, and are unread. */
  mentionIds: string[];
  /** What colleagues have said in chats, and was not here before. */
  chatMessageIds: string[];
  /** Tickets whose contact's newest messages must be fetched, because this agent did not follow them before. */
  tails: number[];
}

export interface FeedContext {
  /** Tickets that a screen shows, once the server is known to deliver their messages. */
  interest: ReadonlySet<number>;
}

/** Writes what the server sends into the rows. Callers open the transactions. */
export interface Feed {
  begin(): void;
  bootstrapRows(set: RowSet, changes: Changes): void;
  finish(end: { epoch: string; seq: number; viewVersion: number }, changes: Changes): void;
  batch(batch: BatchFrame, context: FeedContext, changes: Changes): Applied;
  page(page: PageFrame, request: FetchFrame, context: FeedContext, changes: Changes): void;
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
  queue: Queue;
  overtaken: Overtaken;
  overlay: Overlay;
  drafts: DraftsOfFeed;
  chatDrafts: ChatDrafts;
  userId: number;
}

export function createFeed(deps: Deps): Feed {
  const { rows, history, chatMessages, state, queue, overtaken, overlay, drafts, chatDrafts, userId } = deps;

  function put(given: RowSet, changes: Changes): void {
    const set = given.entity === 'chatMessage' ? { ...given, rows: chatMessages.fitting(given.rows) } : given;
    rows.put(set, state.generation());
    if (set.rows.length > 0) changes.entities.add(set.entity);
    if (set.entity === 'message') for (const row of set.rows) told(changes, row);
    if (set.entity === 'ticket') for (const row of set.rows) goOn(row, changes);
    if (set.entity === 'contact') for (const { id } of set.rows) changes.contactIds.add(id);
  }

  function goOn(ticket: TicketRow, changes: Changes): void {
    takeOver(ticket, changes);
    // The ticket was finished, or is a colleague's: that its closing once failed does not matter any more.
    const isElsewhere = ticket.userId !== null && ticket.userId !== userId;
    if ((ticket.status === 'closed' || isElsewhere) && overtaken.forget(ticket.id))
      commandsChanged(changes, [ticket.id]);
  }

  /** Drafts and commands of conversations merged into this one move here: those are gone, now or soon. */
  function takeOver({ id, joined }: Pick<TicketRow, 'id' | 'joined'>, changes: Changes): void {
    changes.ticketIds.add(id);
    for (const gone of joined) {
      if (drafts.takeOver(gone.id, id)) changes.entities.add('draft');
      if (queue.takeOver(gone.id, id)) commandsChanged(changes, [gone.id]);
    }
  }

  function remove(entity: EntityName, ids: readonly string[], changes: Changes): void {
    if (ids.length > 0) changes.entities.add(entity);
    for (const id of ids) {
      const message = entity === 'message' ? rows.get('message', id) : undefined;
      if (message) told(changes, message);
      const contactId = entity === 'ticket' ? contactOf(Number(id)) : undefined;
      if (contactId !== undefined) changes.contactIds.add(contactId);
      if (entity === 'ticket') changes.ticketIds.add(Number(id));
      if (carriesMedia(entity)) for (const mediaId of rows.mediaOf(entity, id)) changes.mediaIds.add(mediaId);
      rows.delete(entity, id);
    }
  }

  /** Their tickets cannot be opened any more, and the files of a draft would be kept for ever. */
  function forgetDrafts(ticketIds: readonly string[], changes: Changes): void {
    for (const id of ticketIds)
      for (const { mediaId } of drafts.forget(Number(id)).files) changes.mediaIds.add(mediaId);
    if (ticketIds.length > 0) changes.entities.add('draft');
  }

  /** The same of chats. Who only left may come back to what was begun. */
  function forgetChatDrafts(chatIds: readonly string[], changes: Changes): void {
    for (const id of chatIds) {
      for (const mediaId of chatDrafts.get(Number(id)).files) changes.mediaIds.add(mediaId);
      chatDrafts.set(Number(id), EMPTY_CHAT_DRAFT);
    }
    if (chatIds.length > 0) changes.entities.add('draft');
  }

  const contactOf = (ticketId: number) => rows.get('ticket', ticketId)?.contactId;
  const isFollowed = (contactId: number) => history.isFollowed(userId, contactId);
  const isShown = (contactId: number, { interest }: FeedContext) =>
    [...interest].some((ticketId) => contactOf(ticketId) === contactId);

  /** Only then the history of the contact's messages stays valid. */
  const isDelivered = (contactId: number, context: FeedContext) =>
    isShown(contactId, context) || isFollowed(contactId);

  /** Whether a contact's messages can still be known without a hole, now that rows of his tickets have changed. */
  function reviewHistory(contactId: number, { wasWhole }: Before, context: FeedContext): void {
    const stays = wasWhole && (isFollowed(contactId) || isShown(contactId, context));
    if (!stays) history.drop(contactId);
  }

  /** The state of the contacts of a batch's tickets before it is applied. */
  function contactsBefore({ puts, evicts, deletes }: BatchFrame, context: FeedContext): Map<number, Before> {
    const before = new Map<number, Before>();
    /** @param isNew its messages came into view with it, or have not been delivered until now */
    const note = (contactId: number | undefined, isNew: boolean) => {
      if (contactId === undefined) return;
      const known = before.get(contactId)?.wasWhole ?? isDelivered(contactId, context);
      before.set(contactId, { wasWhole: known && !isNew });
    };
    for (const { id, contactId } of puts.flatMap((set) => (set.entity === 'ticket' ? set.rows : []))) {
      note(contactId, contactOf(id) !== contactId);
      note(contactOf(id), false);
    }
    for (const { entity, ids } of [...evicts, ...deletes])
      if (entity === 'ticket') for (const id of ids) note(contactOf(Number(id)), false);
    return before;
  }

  function applyRows(batch: BatchFrame, context: FeedContext, changes: Changes) {
    const before = contactsBefore(batch, context);
    const fresh: MessageRow[] = [];
    const returned: Applied['returned'] = [];
    const handedOver: number[] = [];
    const mentionIds: string[] = [];
    const said: ChatMessageRow[] = [];
    for (const set of batch.puts) {
      if (set.entity === 'ticket') {
        returned.push(...set.rows.flatMap(returnOf));
        handedOver.push(...set.rows.filter(isHandedOver).map(({ id }) => id));
      }
      if (set.entity === 'message') fresh.push(...set.rows.filter(isNews));
      if (set.entity === 'mention') mentionIds.push(...set.rows.filter(isNewMention).map(({ id }) => id));
      if (set.entity === 'chatMessage') said.push(...set.rows.filter(isSaidNow));
      put(set, changes);
    }
    for (const { entity, ids } of [...batch.evicts, ...batch.deletes]) remove(entity, ids, changes);
    for (const { entity, ids } of batch.deletes) {
      if (entity === 'ticket') forgetDrafts(ids, changes);
      if (entity === 'chat') forgetChatDrafts(ids, changes);
    }
    changes.erased = batch.deletes.some(({ ids }) => ids.length > 0);
    for (const [contactId, state] of before) reviewHistory(contactId, state, context);
    // The history after a gap is complete: the server has sent the newest messages with it.
    for (const { contactId, before: key } of batch.gaps)
      if (isDelivered(contactId, context)) history.gap(contactId, key);
    const chatMessageIds = said.toSorted((a, b) => a.number - b.number).map(({ id }) => id);
    return {
      fresh,
      returned,
      handedOver,
      mentionIds,
      chatMessageIds,
      tails: history.missingOf(userId, [...before.keys()]),
    };
  }

  function returnOf({ id, snoozedUntil }: TicketRow): Applied['returned'] {
    const until = rows.get('ticket', id)?.snoozedUntil;
    return until && snoozedUntil === null ? [{ ticketId: id, until }] : [];
  }

  /** Not by a command of this console, whose effects are shown already. */
  const isHandedOver = ({ id, status, chatbot }: TicketRow) =>
    status === 'pending' && !chatbot && overlay.get('ticket', id)?.chatbot === true;

  const isNews = (row: MessageRow) => !row.fromMe && rows.get('message', row.id) === undefined;

  /** What is said in a chat is told in any case, whoever is named. */
  const isNewMention = (row: MentionRow) =>
    row.source === 'note' && row.readAt === null && rows.get('mention', row.id) === undefined;

  const isSaidNow = (row: ChatMessageRow) =>
    row.senderId !== userId && rows.get('chatMessage', row.id) === undefined;

  function settle({ acked, results }: BatchFrame['mutations'], changes: Changes): void {
    const clientId = queue.clientId();
    if (results.length === 0 && acked <= state.acked(clientId)) return;
    const refusals = new Map<number, Refusal>();
    for (const { seq, status, code, params } of results) {
      if (status === 'rejected') refusals.set(seq, { code: code ?? 'ERR_INTERNAL', params: params ?? {} });
    }
    state.setRefusals(new Map([...refusals].map(([seq, { code }]) => [seq, code])));
    state.acknowledge(clientId, Math.max(acked, state.acked(clientId)));
    const { rejections, ticketIds } = queue.settle(acked, refusals);
    changes.rejections.push(...rejections);
    commandsChanged(changes, ticketIds);
  }

  return {
    begin() {
      state.nextGeneration();
      history.dropAll();
    },

    bootstrapRows(set, changes) {
      put(set, changes);
      if (set.entity === 'message')
        for (const row of set.rows) if (isFollowed(row.contactId)) history.extend(row.contactId, keyOf(row));
      overlay.rebuild(queue.projected());
    },

    finish(end, changes) {
      rows.sweep(state.generation());
      chatMessages.forget();
      state.bootstrapped(end);
      overlay.rebuild(queue.projected());
      changes.all = true;
    },

    batch(batch, context, changes) {
      const { cursor } = state.position();
      if (!cursor || batch.from > cursor.seq) throw new FeedGapError(batch.from, cursor?.seq ?? null);
      // A repeated frame must not bring back rows that are older than ours.
      const repeated = batch.to < cursor.seq || (batch.to === cursor.seq && batch.from < batch.to);
      const { fresh, ...found } = repeated ? NOTHING_FOUND : applyRows(batch, context, changes);
      settle(batch.mutations, changes);
      if (!repeated) state.advance(batch.to, batch.proof);
      crashAt('batch.applied');
      overlay.rebuild(queue.projected());
      const incoming = fresh.flatMap((message) => {
        const ticket = overlay.get('ticket', message.ticketId);
        return ticket ? [{ ticket, message }] : [];
      });
      return { incoming, ...found };
    },

    page(page, request, context, changes) {
      for (const set of page.sets) put(set, changes);
      if (request.what === 'messages') {
        const { ticketId, before } = request;
        const contactId = contactOf(ticketId);
        if (contactId !== undefined && isDelivered(contactId, context))
          history.page(contactId, { before, oldest: oldestOf(page.sets), hasMore: page.hasMore });
        changes.ticketIds.add(ticketId);
        if (contactId !== undefined) changes.contactIds.add(contactId);
        changes.entities.add('message');
      }
      overlay.rebuild(queue.projected());
    },

    repair() {
      for (const ticket of rows.successors()) takeOver(ticket, createChanges());
      const codes = [...state.refusals()].filter(([, code]) => isErrorCode(code));
      const refusals = codes.map(([seq, code]) => [seq, { code, params: {} } as Refusal] as const);
      queue.settle(state.acked(queue.clientId()), new Map(refusals));
      overlay.rebuild(queue.projected());
    },

    missingTails: (limit) => history.missing(userId, limit),

    forgetUnfollowed(ticketIds, changes) {
      const contactIds = ticketIds && new Set(ticketIds.map(contactOf));
      const forgotten = history.unfollowed(userId).filter((id) => contactIds?.has(id) ?? true);
      for (const id of forgotten) {
        history.drop(id);
        changes.contactIds.add(id);
      }
      if (forgotten.length > 0) changes.entities.add('message');
    },
  };
}

const NOTHING_FOUND = {
  fresh: [],
  returned: [],
  handedOver: [],
  mentionIds: [],
  chatMessageIds: [],
  tails: [],
};

/** A contact's conversation before a batch. */
interface Before {
  /** All of it that was known was true, and nothing that the batch brings into view belongs to it. */
  wasWhole: boolean;
}

function told(changes: Changes, { ticketId, contactId }: MessageRow): void {
  changes.ticketIds.add(ticketId);
  changes.contactIds.add(contactId);
}

function oldestOf(sets: readonly RowSet[]): Key | null {
  let oldest: Key | null = null;
  for (const set of sets) {
    if (set.entity !== 'message') continue;
    for (const row of set.rows) {
      const key = keyOf(row);
      if (!oldest || isOlder(key, oldest)) oldest = key;
    }
  }
  return oldest;
}
