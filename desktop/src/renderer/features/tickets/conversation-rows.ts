import type { MessageItem } from '@balcao/shared/bridge/methods.ts';
import { isLocal } from '@balcao/shared/sync/entities.ts';
import { dayKey } from '../../app/format.ts';

/**
 * A message with its place in the conversation. A row depends on what follows it, hardly on what precedes it: when
 * older messages are put before the oldest row, that row keeps its height, and nothing on the screen moves.
 */
export interface ConversationRow {
  message: MessageItem;
  /** First and last of what one side said in one go: names stand above, round corners and distance below. */
  startsGroup: boolean;
  endsGroup: boolean;
  /** An instant of the day that begins after this message, if another one does. */
  nextDay: string | null;
}

/** A longer silence begins a new group. */
const GROUP_GAP_MS = 5 * 60_000;

export function conversationRows(all: readonly MessageItem[]): ConversationRow[] {
  const messages = all.filter(({ mediaType }) => !isLocal(mediaType));
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    return {
      message,
      startsGroup: !before || !belongTogether(before, message),
      endsGroup: !after || !belongTogether(message, after),
      nextDay: after && !isSameDay(message, after) ? after.createdAt : null,
    };
  });
}

function belongTogether(a: MessageItem, b: MessageItem): boolean {
  return (
    a.fromMe === b.fromMe &&
    a.userId === b.userId &&
    a.participantName === b.participantName &&
    isSameDay(a, b) &&
    Date.parse(b.createdAt) - Date.parse(a.createdAt) < GROUP_GAP_MS
  );
}

const isSameDay = (a: MessageItem, b: MessageItem) => dayKey(a.createdAt) === dayKey(b.createdAt);
