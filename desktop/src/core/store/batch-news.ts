import type { ChatMessageRow } from '@balcao/shared/features/chats/row.ts';
import type { MentionRow } from '@balcao/shared/features/mentions/row.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import type { TicketRow } from '@balcao/shared/features/tickets/row.ts';
import type { RowSet } from '@balcao/shared/sync/entities.ts';
import type { Overlay } from '../outbox/overlay.ts';
import type { Rows } from './rows.ts';

/** What a batch brings that was not here before. */
export interface BatchNews {
  /** Customers' messages. */
  messages: MessageRow[];
  /** Tickets that were put off, and until when; something has brought them back. */
  returned: { ticketId: number; until: string }[];
  /** Tickets that a bot has left to people. */
  handedOver: number[];
  /** Tickets that somebody has given to this person. */
  givenIds: number[];
  /** Mentions of this person that are unread. */
  mentionIds: string[];
  /** What colleagues have said in chats. */
  said: ChatMessageRow[];
}

interface Deps {
  rows: Rows;
  overlay: Overlay;
  userId: number;
}

export const noNews = (): BatchNews => ({
  messages: [],
  returned: [],
  handedOver: [],
  givenIds: [],
  mentionIds: [],
  said: [],
});

/** @returns what adds the news of one set of rows, before these are stored */
export function createNewsFinder({ rows, overlay, userId }: Deps): (set: RowSet, news: BatchNews) => void {
  function returnOf({ id, snoozedUntil }: TicketRow): BatchNews['returned'] {
    const until = rows.get('ticket', id)?.snoozedUntil;
    return until && snoozedUntil === null ? [{ ticketId: id, until }] : [];
  }

  /** Not by a command of this console, whose effects are shown already. */
  const isHandedOver = ({ id, status, chatbot }: TicketRow) =>
    status === 'pending' && !chatbot && overlay.get('ticket', id)?.chatbot === true;

  /** Likewise, and only what this person could see before: whatever else comes is heard of by its messages. */
  function isGiven({ id, status, userId: owner }: TicketRow): boolean {
    const before = overlay.get('ticket', id);
    return status === 'open' && owner === userId && before?.status === 'pending';
  }

  const isNews = (row: MessageRow) => !row.fromMe && rows.get('message', row.id) === undefined;

  /** What is said in a chat is told in any case, whoever is named. */
  const isNewMention = (row: MentionRow) =>
    row.source === 'note' && row.readAt === null && rows.get('mention', row.id) === undefined;

  const isSaidNow = (row: ChatMessageRow) =>
    row.senderId !== userId && rows.get('chatMessage', row.id) === undefined;

  return (set, news) => {
    if (set.entity === 'ticket') {
      news.returned.push(...set.rows.flatMap(returnOf));
      news.handedOver.push(...set.rows.filter(isHandedOver).map(({ id }) => id));
      news.givenIds.push(...set.rows.filter(isGiven).map(({ id }) => id));
    }
    if (set.entity === 'message') news.messages.push(...set.rows.filter(isNews));
    if (set.entity === 'mention') news.mentionIds.push(...set.rows.filter(isNewMention).map(({ id }) => id));
    if (set.entity === 'chatMessage') news.said.push(...set.rows.filter(isSaidNow));
  };
}
