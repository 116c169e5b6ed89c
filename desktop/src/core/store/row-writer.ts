import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { EntityName, RowSet } from '@balcao/shared/sync/entities.ts';
import type { BatchFrame } from '@balcao/shared/sync/frames.ts';
import { type ChatDrafts, EMPTY_CHAT_DRAFT } from '../../features/chats/chat-drafts.ts';
import type { ChatMessages } from '../../features/chats/chat-messages.ts';
import type { Overtaken } from '../outbox/overtaken.ts';
import type { Queue } from '../outbox/queue.ts';
import { type Changes, commandsChanged, messageChanged } from './changes.ts';
import type { DraftsOfFeed } from './drafts.ts';
import { carriesMedia, type Rows } from './rows.ts';
import type { SyncState } from './sync-state.ts';

/** Writes and removes rows of the feed, with the drafts and commands that depend on them. */
export interface RowWriter {
  put(set: RowSet, changes: Changes): void;
  /** Rows that are not this agent's any more, and rows that are gone for everybody. */
  remove(batch: Pick<BatchFrame, 'evicts' | 'deletes'>, changes: Changes): void;
  /** Drafts and commands of conversations merged into this one move here: those are gone, now or soon. */
  takeOver(ticket: Pick<TicketRow, 'id' | 'joined'>, changes: Changes): void;
}

interface Deps {
  rows: Rows;
  chatMessages: ChatMessages;
  state: SyncState;
  queue: Queue;
  overtaken: Overtaken;
  drafts: DraftsOfFeed;
  chatDrafts: ChatDrafts;
  userId: number;
}

export function createRowWriter(deps: Deps): RowWriter {
  const { rows, chatMessages, state, queue, overtaken, drafts, chatDrafts, userId } = deps;

  function goOn(ticket: TicketRow, changes: Changes): void {
    takeOver(ticket, changes);
    // The ticket was finished, or is a colleague's: that its closing once failed does not matter any more.
    const isElsewhere = ticket.userId !== null && ticket.userId !== userId;
    if ((ticket.status === 'closed' || isElsewhere) && overtaken.forget(ticket.id))
      commandsChanged(changes, [ticket.id]);
  }

  function takeOver({ id, joined }: Pick<TicketRow, 'id' | 'joined'>, changes: Changes): void {
    changes.ticketIds.add(id);
    for (const gone of joined) {
      if (drafts.takeOver(gone.id, id)) changes.entities.add('draft');
      if (queue.takeOver(gone.id, id)) commandsChanged(changes, [gone.id]);
    }
  }

  function removeRow(entity: EntityName, id: string, changes: Changes): void {
    const message = entity === 'message' ? rows.get('message', id) : undefined;
    if (message) messageChanged(changes, message);
    const contactId = entity === 'ticket' ? rows.get('ticket', Number(id))?.contactId : undefined;
    if (contactId !== undefined) changes.contactIds.add(contactId);
    if (entity === 'ticket') changes.ticketIds.add(Number(id));
    if (carriesMedia(entity)) for (const mediaId of rows.mediaOf(entity, id)) changes.mediaIds.add(mediaId);
    rows.delete(entity, id);
  }

  /** Their tickets cannot be opened any more, and the files of a draft would be kept for ever. */
  function forgetDrafts(ticketIds: readonly string[], changes: Changes): void {
    for (const id of ticketIds)
      for (const { mediaId } of drafts.forget(Number(id)).files) changes.mediaIds.add(mediaId);
    if (ticketIds.length > 0) changes.entities.add('draft');
  }

  /** The same holds for chats. Whoever only left one may come back to what was begun. */
  function forgetChatDrafts(chatIds: readonly string[], changes: Changes): void {
    for (const id of chatIds) {
      for (const mediaId of chatDrafts.get(Number(id)).files) changes.mediaIds.add(mediaId);
      chatDrafts.set(Number(id), EMPTY_CHAT_DRAFT);
    }
    if (chatIds.length > 0) changes.entities.add('draft');
  }

  /** The same of what was refused there: nobody can read or repeat it, and it may say what had to be erased. */
  function forgetRefused({ deletes }: Pick<BatchFrame, 'deletes'>, changes: Changes): void {
    const idsOf = (entity: EntityName) =>
      deletes.flatMap((gone) => (gone.entity === entity ? gone.ids.map(Number) : []));
    const { ticketIds, files } = queue.letGo({ ticketIds: idsOf('ticket'), contactIds: idsOf('contact') });
    for (const mediaId of files) changes.mediaIds.add(mediaId);
    if (ticketIds.length > 0) commandsChanged(changes, ticketIds);
  }

  return {
    put(given, changes) {
      const set =
        given.entity === 'chatMessage' ? { ...given, rows: chatMessages.fitting(given.rows) } : given;
      rows.put(set, state.generation());
      if (set.rows.length > 0) changes.entities.add(set.entity);
      if (set.entity === 'message')
        for (const row of set.rows) {
          messageChanged(changes, row);
          // The company keeps it no longer: neither does this computer.
          if (row.media?.state === 'gone') changes.mediaIds.add(row.media.id);
        }
      if (set.entity === 'ticket') for (const row of set.rows) goOn(row, changes);
      if (set.entity === 'contact') for (const { id } of set.rows) changes.contactIds.add(id);
    },
    remove({ evicts, deletes }, changes) {
      for (const { entity, ids } of [...evicts, ...deletes]) {
        if (ids.length > 0) changes.entities.add(entity);
        for (const id of ids) removeRow(entity, id, changes);
      }
      for (const { entity, ids } of deletes) {
        if (entity === 'ticket') forgetDrafts(ids, changes);
        if (entity === 'chat') forgetChatDrafts(ids, changes);
      }
      forgetRefused({ deletes }, changes);
      changes.erased = deletes.some(({ ids }) => ids.length > 0);
    },
    takeOver,
  };
}
