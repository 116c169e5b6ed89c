import type { ChatCard, ChatReaction } from '@balcao/shared/features/chats/row.ts';
import type { Mentioned, MessageType } from '@balcao/shared/features/messages/row.ts';
import type { Tx } from '../../platform/db/client.ts';

export interface NewMessage {
  id: string;
  chatId: number;
  senderId: number;
  number: number;
  body: string;
  mediaType: MessageType;
  mediaId: string | null;
  card: ChatCard | null;
  mentions: Mentioned[];
}

/** What decides whether somebody may change it. */
export interface StoredMessage {
  chatId: number;
  senderId: number | null;
  number: number;
  isDeleted: boolean;
  /** It shows a conversation, and has no words of its own. */
  isCard: boolean;
  mediaType: MessageType;
  mediaName: string | null;
  reactions: ChatReaction[];
}

export async function find(tx: Tx, companyId: number, id: string): Promise<StoredMessage | undefined> {
  const [found] = await tx<StoredMessage[]>`
    select s.chat_id, s.sender_id, s.number, s.is_deleted, s.card is not null as is_card, s.media_type,
      f.name as media_name, s.reactions
    from chat_messages s left join media f on f.company_id = s.company_id and f.id = s.media_id
    where s.company_id = ${companyId} and s.id = ${id}`;
  return found;
}

/** The caller holds the lock on the chat. False when the id has just been taken. */
export async function insert(tx: Tx, companyId: number, message: NewMessage): Promise<boolean> {
  const { id, chatId, senderId, number, body, mediaType, mediaId, card, mentions } = message;
  const added = await tx`
    insert into chat_messages (company_id, id, chat_id, number, sender_id, body, media_type, media_id, card, mentions)
    values (${companyId}, ${id}, ${chatId}, ${number}, ${senderId}, ${body}, ${mediaType}, ${mediaId},
      ${card && JSON.stringify(card)}::text::jsonb, ${JSON.stringify(mentions)}::text::jsonb)
    on conflict (company_id, id) do nothing`;
  return added.count === 1;
}

/** It is the newest of its chat, and unread by all the others. */
export async function noteSaid(
  tx: Tx,
  companyId: number,
  { chatId, number, senderId }: NewMessage,
  line: string,
): Promise<void> {
  await tx`
    update chats set last_number = ${number}, last_message = ${line}, last_sender_id = ${senderId},
      updated_at = greatest(clock_timestamp(), updated_at)
    where company_id = ${companyId} and id = ${chatId}`;
  await tx`
    update chat_members set unreads = unreads + 1
    where company_id = ${companyId} and chat_id = ${chatId} and user_id <> ${senderId}`;
}

export async function setBody(tx: Tx, companyId: number, id: string, body: string): Promise<void> {
  await tx`
    update chat_messages set body = ${body}, is_edited = true where company_id = ${companyId} and id = ${id}`;
}

export async function markDeleted(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`
    update chat_messages set body = '', media_type = 'chat', media_id = null, card = null, mentions = '[]',
      reactions = '[]', is_deleted = true
    where company_id = ${companyId} and id = ${id}`;
}

export async function setReactions(
  tx: Tx,
  companyId: number,
  id: string,
  reactions: readonly ChatReaction[],
): Promise<void> {
  await tx`
    update chat_messages set reactions = ${JSON.stringify(reactions)}::text::jsonb
    where company_id = ${companyId} and id = ${id}`;
}

/** Another line of its newest message, if this is it. */
export async function noteChanged(
  tx: Tx,
  companyId: number,
  { chatId, number }: { chatId: number; number: number },
  line: string,
): Promise<void> {
  await tx`
    update chats set last_message = ${line}
    where company_id = ${companyId} and id = ${chatId} and last_number = ${number}`;
}

/** Whoever it does not name any more is not told of it either. */
export async function setMentions(
  tx: Tx,
  companyId: number,
  id: string,
  mentions: readonly Mentioned[],
): Promise<void> {
  const ids = mentions.map(({ userId }) => userId);
  await tx`
    update chat_messages set mentions = ${JSON.stringify(mentions)}::text::jsonb
    where company_id = ${companyId} and id = ${id}`;
  await tx`
    delete from mentions
    where company_id = ${companyId} and chat_message_id = ${id} and user_id <> all (${ids}::bigint[])`;
}

/** Tells those whom it names and who have not been told, but for its author. */
export async function addMentions(
  tx: Tx,
  companyId: number,
  { id, chatId, senderId, mentions }: Pick<NewMessage, 'id' | 'chatId' | 'senderId' | 'mentions'>,
): Promise<void> {
  const ids = mentions.map(({ userId }) => userId).filter((userId) => userId !== senderId);
  if (ids.length === 0) return;
  await tx`
    insert into mentions (company_id, source, chat_message_id, chat_id, user_id, created_at)
    select ${companyId}, 'chat', ${id}, ${chatId}, person, now() from unnest(${ids}::bigint[]) as person
    on conflict (company_id, chat_message_id, user_id) do nothing`;
}

/** What is deleted names nobody. */
export async function removeMentions(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`delete from mentions where company_id = ${companyId} and chat_message_id = ${id}`;
}

/** It has never been said: it is not the newest line of its chat any more, and unread by nobody. */
export async function forget(
  tx: Tx,
  companyId: number,
  { id, chatId, number }: { id: string; chatId: number; number: number },
): Promise<void> {
  const [chat] = await tx<{ lastNumber: number }[]>`
    select last_number from chats where company_id = ${companyId} and id = ${chatId} for update`;
  await tx`delete from chat_messages where company_id = ${companyId} and id = ${id}`;
  if (!chat) return;
  if (chat.lastNumber === number)
    await tx`update chats set last_message = '' where company_id = ${companyId} and id = ${chatId}`;
  // Numbers have no holes, and the oldest goes first.
  await tx`
    update chat_members set unreads = ${chat.lastNumber - number}
    where company_id = ${companyId} and chat_id = ${chatId} and unreads > ${chat.lastNumber - number}`;
}
