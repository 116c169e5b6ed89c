import type { MessageItem } from '@balcao/shared/bridge/methods.ts';
import { dayKey } from '../../app/format.ts';

/**
 * A message with its place in the conversation. The day stands on its first message instead of being a row of its own:
 * rows are anchored by their keys, and a separator would change its place when older messages arrive.
 */
export interface ConversationRow {
  message: MessageItem;
  /** This message begins a day. */
  startsDay: boolean;
  /** First and last of what one side said in one go: only there are names shown and corners round. */
  startsGroup: boolean;
  endsGroup: boolean;
}

/** A longer silence begins a new group. */
const GROUP_GAP_MS = 5 * 60_000;

export function conversationRows(messages: readonly MessageItem[]): ConversationRow[] {
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    return {
      message,
      startsDay: !before || dayKey(before.createdAt) !== dayKey(message.createdAt),
      startsGroup: !before || !belongTogether(before, message),
      endsGroup: !after || !belongTogether(message, after),
    };
  });
}

function belongTogether(a: MessageItem, b: MessageItem): boolean {
  return (
    a.fromMe === b.fromMe &&
    a.userId === b.userId &&
    a.participantName === b.participantName &&
    dayKey(a.createdAt) === dayKey(b.createdAt) &&
    Date.parse(b.createdAt) - Date.parse(a.createdAt) < GROUP_GAP_MS
  );
}
