import type { ChatMessageRow, ChatRow } from '@balcao/shared/features/chats/row.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { SyncedEntity } from '../../sync/synced-entity.ts';
import { carriedMedia } from '../media/media.presenter.ts';

export interface ChatRecord extends Omit<ChatRow, 'updatedAt'> {
  updatedAt: Date;
  scopes: string[];
}

/** Of chats `c`. */
export const chatColumns = (tx: Tx) => tx`
  c.scopes, c.id, c.uuid, c.title, c.pair is not null as of_two, c.owner_id, (
    select coalesce(jsonb_agg(jsonb_build_object('userId', m.user_id, 'unreads', m.unreads,
      'readNumber', m.read_number, 'user', jsonb_build_object('id', u.id, 'name', u.name))
      order by m.joined_at, m.user_id), '[]')
    from chat_members m join users u on u.company_id = m.company_id and u.id = m.user_id
    where m.company_id = c.company_id and m.chat_id = c.id) as users,
  c.last_message, c.last_sender_id, c.last_number, c.updated_at`;

export const presentChat = ({ scopes: _scopes, updatedAt, ...row }: ChatRecord): ChatRow => ({
  ...row,
  updatedAt: updatedAt.toISOString(),
});

async function loadChats(tx: Tx, companyId: number, ids: readonly string[]): Promise<Scoped<ChatRow>[]> {
  const records = await tx<ChatRecord[]>`
    select ${chatColumns(tx)} from chats c
    where c.company_id = ${companyId} and c.id = any (${ids as string[]}::bigint[])`;
  return records.map((record) => ({ row: presentChat(record), scopes: record.scopes }));
}

export const chatEntity = {
  table: 'chats',
  key: 'id',
  dependents: ['chat_members'],
  strategy: 'instant',
  load: loadChats,
} satisfies SyncedEntity<'chat'>;

interface MessageRecord extends Omit<ChatMessageRow, 'createdAt'> {
  createdAt: Date;
  scopes: string[];
}

/** Messages `s` with their chat `c`. */
const messages = (tx: Tx) => tx`
  select c.scopes, s.id, s.chat_id, s.number, s.body as message, s.media_type, ${carriedMedia(tx, 's')}, s.card,
    s.mentions, s.sender_id, jsonb_build_object('name', coalesce(u.name, '')) as sender, s.reactions, s.is_edited,
    s.is_deleted, s.created_at
  from chat_messages s
  join chats c on c.company_id = s.company_id and c.id = s.chat_id
  left join users u on u.company_id = s.company_id and u.id = s.sender_id`;

const presentMessage = ({ scopes: _scopes, createdAt, ...row }: MessageRecord): ChatMessageRow => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

export async function loadChatMessages(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Scoped<ChatMessageRow>[]> {
  const records = await tx<MessageRecord[]>`
    ${messages(tx)} where s.company_id = ${companyId} and s.id = any (${ids as string[]}::uuid[])`;
  return records.map((record) => ({ row: presentMessage(record), scopes: record.scopes }));
}

/** Messages of a chat before a number (null: the newest), newest first. The caller has seen to it that they may be read. */
export async function listMessagesBefore(
  tx: Tx,
  companyId: number,
  chatId: number,
  before: number | null,
  page: { offset?: number; limit: number },
): Promise<ChatMessageRow[]> {
  const records = await tx<MessageRecord[]>`
    ${messages(tx)} where s.company_id = ${companyId} and s.chat_id = ${chatId}
      ${before === null ? tx`` : tx`and s.number < ${before}`}
    order by s.number desc offset ${page.offset ?? 0} limit ${page.limit}`;
  return records.map(presentMessage);
}

/** Consoles fetch those that they have not followed, a page at a time: there may be very many. */
export const chatMessageEntity = {
  table: 'chat_messages',
  key: 'id',
  strategy: 'partial',
  load: loadChatMessages,
} satisfies SyncedEntity<'chatMessage'>;
