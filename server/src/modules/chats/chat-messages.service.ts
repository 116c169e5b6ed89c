import type { Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { withReaction } from '@balcao/shared/features/chats/commands.ts';
import type { ChatCard } from '@balcao/shared/features/chats/row.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import { DELETED_LINE, messagePreview } from '@balcao/shared/features/messages/preview.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import * as media from '../media/media.service.ts';
import { ticketAccess } from '../ticket-list/ticket-rows.sync.ts';
import * as repo from './chat-messages.repo.ts';
import { membersAmong } from './chats.repo.ts';
import { lockOwn } from './chats.service.ts';

/** What members of a chat say in it. Everything here throws ERR_NO_CHAT_FOUND for who is none. */

interface Words {
  id?: string | undefined;
  chatId: number;
  body: string;
  mediaId: string | null;
  card: ChatCard | null;
  mentionedIds: readonly number[];
}

/**
 * The same id twice is one message. ERR_VALIDATION for an empty one, ERR_NO_TICKET_FOUND for a card of what the actor does
 * not see, ERR_NO_MEDIA_FOUND, ERR_MEDIA_NOT_READY, ERR_IDEMPOTENCY_KEY_REUSED.
 *
 * @returns its id
 */
export async function send(
  tx: Tx,
  actor: Person,
  { id = uuidv7(), chatId, body, mediaId, card, mentionedIds }: Words,
): Promise<string> {
  const { companyId, userId: senderId } = actor;
  const isSent = async () => {
    const known = await repo.find(tx, companyId, id);
    if (known && (known.chatId !== chatId || known.senderId !== senderId))
      throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
    return known !== undefined;
  };
  // Before the chat: a repetition may arrive after its author has left.
  if (await isSent()) return id;
  const chat = await lockOwn(tx, actor, chatId);
  if (body.trim() === '' && mediaId === null && card === null) throw new AppError('ERR_VALIDATION');
  if (card) await assertSees(tx, actor, card);
  const file = mediaId === null ? null : await media.findSendable(tx, actor, mediaId);
  const mediaType: MessageType = file ? mediaKind(file.mime) : 'chat';
  const message = {
    id,
    chatId,
    senderId,
    number: chat.lastNumber + 1,
    body,
    mediaType,
    mediaId,
    card,
    mentions: await mentionsOf(tx, companyId, chatId, mentionedIds),
  };
  // Perhaps by this very message, which was sent twice at once.
  if (!(await repo.insert(tx, companyId, message))) {
    await isSent();
    return id;
  }
  await repo.noteSaid(tx, companyId, message, messagePreview(mediaType, body || (file?.name ?? '')));
  await repo.addMentions(tx, companyId, message);
  return id;
}

interface Correction extends Pick<Words, 'chatId' | 'body'> {
  id: string;
  /** Without it the message names whom it named. */
  mentionedIds?: readonly number[] | undefined;
}

/** ERR_NO_CHAT_MESSAGE_FOUND, ERR_NO_PERMISSION for another's, ERR_VALIDATION for what has no words, or would have none. */
export async function edit(
  tx: Tx,
  actor: Person,
  { id, chatId, body, mentionedIds }: Correction,
): Promise<void> {
  const { companyId, userId: senderId } = actor;
  const message = await findOwn(tx, actor, chatId, id);
  if (message.isDeleted) throw new AppError('ERR_NO_CHAT_MESSAGE_FOUND');
  if (message.isCard || (body.trim() === '' && message.mediaName === null))
    throw new AppError('ERR_VALIDATION');
  await repo.setBody(tx, companyId, id, body);
  if (mentionedIds) {
    const mentions = await mentionsOf(tx, companyId, chatId, mentionedIds);
    await repo.setMentions(tx, companyId, id, mentions);
    await repo.addMentions(tx, companyId, { id, chatId, senderId, mentions });
  }
  const line = messagePreview(message.mediaType, body || (message.mediaName ?? ''));
  await repo.noteChanged(tx, companyId, message, line);
}

/** Nothing is left of what it said. ERR_NO_CHAT_MESSAGE_FOUND, ERR_NO_PERMISSION for another's. */
export async function remove(
  tx: Tx,
  actor: Person,
  { id, chatId }: { id: string; chatId: number },
): Promise<void> {
  const message = await findOwn(tx, actor, chatId, id);
  if (message.isDeleted) return;
  await repo.markDeleted(tx, actor.companyId, id);
  await repo.removeMentions(tx, actor.companyId, id);
  await repo.noteChanged(tx, actor.companyId, message, DELETED_LINE);
}

/** ERR_NO_CHAT_MESSAGE_FOUND, also for one that is deleted. The same again changes nothing. */
export async function react(
  tx: Tx,
  actor: Person,
  { id, chatId, emoji }: { id: string; chatId: number; emoji: string },
): Promise<void> {
  const { companyId, userId } = actor;
  const { isDeleted, reactions } = await findIn(tx, actor, chatId, id);
  if (isDeleted) throw new AppError('ERR_NO_CHAT_MESSAGE_FOUND');
  const own = reactions.find((reaction) => reaction.userId === userId);
  if ((own?.emoji ?? '') === emoji) return;
  const [me] = await membersAmong(tx, companyId, chatId, [userId]);
  const reaction = { userId, name: me?.name ?? '', emoji };
  await repo.setReactions(tx, companyId, id, withReaction(reactions, reaction));
}

async function mentionsOf(tx: Tx, companyId: number, chatId: number, ids: readonly number[]) {
  const members = await membersAmong(tx, companyId, chatId, ids);
  return members.map(({ id: userId, name }) => ({ userId, name }));
}

/** The actor is a member of its chat, which nobody else changes until the end of the transaction. */
async function findIn(tx: Tx, actor: Person, chatId: number, id: string): Promise<repo.StoredMessage> {
  await lockOwn(tx, actor, chatId);
  const message = orNotFound(await repo.find(tx, actor.companyId, id), 'ERR_NO_CHAT_MESSAGE_FOUND');
  if (message.chatId !== chatId) throw new AppError('ERR_NO_CHAT_MESSAGE_FOUND');
  return message;
}

async function findOwn(tx: Tx, actor: Person, chatId: number, id: string): Promise<repo.StoredMessage> {
  const message = await findIn(tx, actor, chatId, id);
  if (message.senderId !== actor.userId) throw new AppError('ERR_NO_PERMISSION');
  return message;
}

/** Nobody shows what they do not see themselves. */
async function assertSees(tx: Tx, actor: Person, { ticketId, ticketUuid }: ChatCard): Promise<void> {
  const ticket = await ticketAccess(tx, actor, { uuid: ticketUuid });
  if (ticket.access !== 'visible' || ticket.id !== ticketId) throw new AppError('ERR_NO_TICKET_FOUND');
}
