import { isWorded } from '@balcao/shared/features/agent-help/kinds.ts';
import type { ChannelFeatures } from '@balcao/shared/features/connections/channel.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { MESSAGE_DELETE_MS, MESSAGE_EDIT_MS } from '@balcao/shared/features/messages/limits.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';

/** The actions on a message; the key runs one while the message has the focus. */
export const ACTIONS = [
  { name: 'reply', key: 'r' },
  { name: 'react', key: 'a' },
  { name: 'note', key: 'n' },
  { name: 'copy', key: 'c' },
  { name: 'translate', key: 'd' },
  { name: 'saveQuick', key: 'q' },
  { name: 'remember', key: 'l' },
  { name: 'share', key: 't' },
  { name: 'forward', key: 'f' },
  { name: 'select', key: 's' },
  { name: 'info', key: 'i' },
  { name: 'edit', key: 'e' },
  { name: 'delete', key: 'Delete' },
] as const;
export type ActionName = (typeof ACTIONS)[number]['name'];

/** The messenger has the message: it can be answered and reacted to, and its delivery queried. */
const hasArrived = ({ delivery, ack, fromMe, isDeleted }: MessageItem): boolean =>
  delivery === 'accepted' && !isDeleted && !(fromMe && ack === ACK.error);

const NO_CONTENT: readonly MessageItem['mediaType'][] = ['call_log', 'unsupported', 'poll', 'note', 'event'];

/** Whether it can be sent on, alone or among others. */
export const canForward = (message: MessageItem): boolean =>
  hasArrived(message) &&
  !NO_CONTENT.includes(message.mediaType) &&
  !message.viewOnce &&
  // A card that says only what it is.
  (message.card === null || message.body !== '');

/**
 * The actions that the menu offers for a message. The server decides; this only hides those it would refuse.
 *
 * @param channel what the conversation's channel has
 * @param agent `mayWrite`: into this conversation; `mayShare`: the company has chats; `mayTranslate`: it has an AI that does; `now` in milliseconds
 */
export function actionsFor(
  message: MessageItem,
  agent: { mayWrite: boolean; mayShare: boolean; mayTranslate: boolean; ownUserId: number; now: number },
  channel: Pick<ChannelFeatures, 'quote' | 'reactions' | 'edit' | 'delete'>,
): ActionName[] {
  const { mayWrite, mayShare, mayTranslate, ownUserId, now } = agent;
  if (message.mediaType === 'event') return [];
  if (message.mediaType === 'note')
    return [
      ...(['copy', 'saveQuick', 'remember'] as const),
      ...(mayShare ? (['share'] as const) : []),
      ...(message.userId === ownUserId && message.delivery === 'accepted' ? (['delete'] as const) : []),
    ];
  const age = now - Date.parse(message.createdAt);
  const arrived = hasArrived(message);
  const offered: Record<ActionName, boolean> = {
    reply: mayWrite && arrived && channel.quote,
    react: mayWrite && arrived && channel.reactions.length > 0 && message.mediaType !== 'call_log',
    note: mayWrite && !message.isDeleted && textOf(message) !== '',
    copy: textOf(message) !== '',
    translate: mayTranslate && arrived && isWorded(message.mediaType) && textOf(message) !== '',
    saveQuick: textOf(message) !== '',
    remember: !message.isDeleted,
    share: mayShare && message.delivery === 'accepted' && !message.isDeleted,
    forward: canForward(message),
    select: canForward(message),
    info: message.delivery === 'accepted',
    edit:
      mayWrite &&
      arrived &&
      channel.edit &&
      message.fromMe &&
      message.mediaType === 'chat' &&
      age < MESSAGE_EDIT_MS,
    delete:
      mayWrite &&
      (channel.delete || message.ack === ACK.error) &&
      message.fromMe &&
      message.delivery === 'accepted' &&
      !message.isDeleted &&
      age < MESSAGE_DELETE_MS,
  };
  return ACTIONS.map(({ name }) => name).filter((name) => offered[name]);
}

/** The text that copying a message gives: its words, not the name of its file. */
export function textOf({ mediaType, body, media, poll }: MessageItem): string {
  if (mediaType === 'poll') return poll?.question ?? body;
  if (mediaType === 'call_log') return '';
  return body === media?.name ? '' : body;
}
