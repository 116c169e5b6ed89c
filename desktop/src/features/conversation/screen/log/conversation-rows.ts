import type { Channel } from '@balcao/shared/features/connections/channel.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { isLocal } from '@balcao/shared/features/messages/row.ts';
import { dayKey } from '../../../../renderer/kit/format.ts';

/**
 * A message with its place in the conversation. A row depends on what follows it, hardly on what precedes it: when
 * older messages are put before the oldest row, that row keeps its height, and nothing on the screen moves.
 */
export interface ConversationRow {
  message: MessageItem;
  /** First and last message of one side's run: names go above, round corners and distance below. */
  startsGroup: boolean;
  endsGroup: boolean;
  /** An instant of the day that begins after this message, if another one does. */
  nextDay: string | null;
  /** So many unread messages begin after this one; null elsewhere. */
  unreadAfter: number | null;
  /** Whose message it is, where several conversations are shown as one. */
  part: Part | null;
  /** What begins after this message, if another conversation does. */
  nextPart: Pick<Part, 'name' | 'channel'> | null;
}

/** A contact whose messages are shown with those of others. */
export interface Part {
  name: string;
  channel: Channel;
  /** It is not the conversation that is open. */
  isElsewhere: boolean;
}

/** The first unread message when the conversation was opened. */
export interface UnreadMark {
  /** The first unread message. */
  id: string;
  count: number;
}

/** A longer silence begins a new group. */
const GROUP_GAP_MS = 5 * 60_000;

export function conversationRows(
  messages: readonly MessageItem[],
  unread: UnreadMark | null = null,
  parts: ReadonlyMap<number, Part> | null = null,
): ConversationRow[] {
  // An agent who has answered has read.
  const answered = messages.findLastIndex(({ fromMe, mediaType }) => fromMe && !isLocal(mediaType));
  return messages.map((message, index) => {
    const before = messages[index - 1];
    const after = messages[index + 1];
    return {
      message,
      startsGroup: !before || !belongTogether(before, message),
      endsGroup: !after || !belongTogether(message, after),
      nextDay: after && !isSameDay(message, after) ? after.createdAt : null,
      unreadAfter: after && after.id === unread?.id && answered <= index ? unread.count : null,
      part: parts?.get(message.contactId) ?? null,
      nextPart: parts && after && !isSamePart(message, after) ? partOf(after, parts) : null,
    };
  });
}

/** The customer's last `count` messages are unread; null when none is, or they begin further back than is held. */
export function unreadMark(messages: readonly MessageItem[], count: number): UnreadMark | null {
  const first = messages.filter(({ fromMe, mediaType }) => !fromMe && !isLocal(mediaType)).at(-count);
  return count > 0 && first ? { id: first.id, count } : null;
}

/** A contact may be known to several messengers: the message itself says best by which it came. */
function partOf(
  { contactId, channel }: MessageItem,
  parts: ReadonlyMap<number, Part>,
): ConversationRow['nextPart'] {
  const part = parts.get(contactId);
  return part ? { name: part.name, channel: channel ?? part.channel } : null;
}

const isSamePart = (a: MessageItem, b: MessageItem) => a.contactId === b.contactId && a.channel === b.channel;

function belongTogether(a: MessageItem, b: MessageItem): boolean {
  return (
    isLocal(a.mediaType) === isLocal(b.mediaType) &&
    a.contactId === b.contactId &&
    a.fromMe === b.fromMe &&
    a.userId === b.userId &&
    a.origin === b.origin &&
    a.participantName === b.participantName &&
    isSameDay(a, b) &&
    Date.parse(b.createdAt) - Date.parse(a.createdAt) < GROUP_GAP_MS
  );
}

const isSameDay = (a: MessageItem, b: MessageItem) => dayKey(a.createdAt) === dayKey(b.createdAt);
