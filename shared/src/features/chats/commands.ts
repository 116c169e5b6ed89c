import { z } from 'zod';
import { MAX_MENTIONS, MESSAGE_MAX_CHARS } from '../../constants.ts';
import { command, type ProjectionView, withoutType } from '../../contract/command.ts';
import { id, uuid } from '../../contract/fields.ts';
import type { Row } from '../../sync/entities.ts';
import { emojiOrNothing } from '../messages/commands.ts';
import { DELETED_LINE, messagePreview } from '../messages/preview.ts';
import { type ChatReaction, chatCard } from './row.ts';

const body = z.string().max(MESSAGE_MAX_CHARS);
const mentionedIds = z.array(id).max(MAX_MENTIONS);

/** What somebody says in a chat. The id is made by the console: the same one twice is one message. */
export const chatWords = z.object({
  body,
  mediaId: uuid.nullable().default(null),
  card: chatCard.nullable().default(null),
  /** Colleagues whom it names: who is no member is left out. */
  mentionedIds: mentionedIds.default([]),
});

const ofMessage = z.object({ id: uuid, chatId: id });

/** One line of it, as lists of chats show it. */
export const chatLine = ({
  message,
  mediaType,
  media,
}: Pick<Row<'chatMessage'>, 'message' | 'mediaType' | 'media'>): string =>
  messagePreview(mediaType, message || (media?.name ?? ''));

/** Changes one's own message; the list shows it when it is the newest. */
function change(view: ProjectionView, messageId: string, patch: Partial<Row<'chatMessage'>>): void {
  const row = view.get('chatMessage', messageId);
  if (!row) return;
  const changed = { ...row, ...patch };
  view.put('chatMessage', changed);
  const chat = view.get('chat', String(row.chatId));
  if (chat?.lastNumber === row.number)
    view.put('chat', { ...chat, lastMessage: changed.isDeleted ? DELETED_LINE : chatLine(changed) });
}

const membersOf = ({ users }: Row<'chat'>, ids: readonly number[]): Row<'chatMessage'>['mentions'] =>
  users
    .filter(({ userId }) => ids.includes(userId))
    .map(({ user }) => ({ userId: user.id, name: user.name }));

/** What people have reacted, now that one of them does so or, with an empty emoji, no longer does. */
export function withReaction(reactions: readonly ChatReaction[], mine: ChatReaction): ChatReaction[] {
  const others = reactions.filter(({ userId }) => userId !== mine.userId);
  return mine.emoji === '' ? others : [...others, mine];
}

export const chatMutations = {
  'chat.send': command({
    args: ofMessage.extend(chatWords.shape),
    project(view, { id, chatId, body, mediaId, card, mentionedIds }, { userId, at }) {
      const chat = view.get('chat', String(chatId));
      if (!chat) return;
      const file = mediaId === null ? undefined : view.media(mediaId);
      const row: Row<'chatMessage'> = {
        id,
        chatId,
        number: chat.lastNumber + 1,
        message: body,
        mediaType: file?.mediaType ?? 'chat',
        media: file ? withoutType(file) : null,
        card,
        mentions: membersOf(chat, mentionedIds),
        senderId: userId,
        sender: { name: chat.users.find((member) => member.userId === userId)?.user.name ?? '' },
        reactions: [],
        isEdited: false,
        isDeleted: false,
        createdAt: at,
      };
      view.put('chatMessage', row);
      view.put('chat', {
        ...chat,
        lastMessage: chatLine(row),
        lastSenderId: userId,
        lastNumber: row.number,
        updatedAt: at,
      });
    },
  }),

  /** One's own words, at any time; only those of a text or of a file. Without `mentionedIds` they name whom they named. */
  'chat.edit': command({
    args: ofMessage.extend({ body, mentionedIds: mentionedIds.optional() }),
    project(view, { id, chatId, body, mentionedIds }) {
      const chat = view.get('chat', String(chatId));
      const mentions = chat && mentionedIds && { mentions: membersOf(chat, mentionedIds) };
      change(view, id, { message: body, isEdited: true, ...mentions });
    },
  }),

  /** One's own message, at any time: it stays as one that is deleted. */
  'chat.delete': command({
    args: ofMessage,
    project: (view, { id }) =>
      change(view, id, {
        message: '',
        mediaType: 'chat',
        media: null,
        card: null,
        mentions: [],
        reactions: [],
        isDeleted: true,
      }),
  }),

  /** Each member has one reaction to a message; an empty emoji takes it back. */
  'chat.react': command({
    args: ofMessage.extend({ emoji: emojiOrNothing }),
    project(view, { id, emoji }, { userId }) {
      const row = view.get('chatMessage', id);
      if (!row || row.isDeleted) return;
      const name = view.get('user', String(userId))?.name ?? '';
      view.put('chatMessage', { ...row, reactions: withReaction(row.reactions, { userId, name, emoji }) });
    },
  }),

  /** The person has seen everything up to this number. */
  'chat.read': command({
    args: z.object({ chatId: id, number: z.int().nonnegative() }),
    project(view, { chatId, number }, { userId }) {
      const chat = view.get('chat', String(chatId));
      if (!chat) return;
      const users = chat.users.map((member) =>
        member.userId === userId && member.readNumber < number
          ? { ...member, readNumber: number, unreads: number >= chat.lastNumber ? 0 : member.unreads }
          : member,
      );
      view.put('chat', { ...chat, users });
    },
  }),
} as const;
