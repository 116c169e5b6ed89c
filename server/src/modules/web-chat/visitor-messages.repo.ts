import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';
import { CHAT_LIMITS } from '@balcao/shared/features/web-chat/line.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { StoredMenu, StoredReaction } from '../../platform/db/message-json.ts';
import type { ChatPlace } from './chat-keys.ts';

/** A message as far as a visitor may see it. */
export interface VisitorMessage {
  id: string;
  waId: string;
  contactId: number;
  fromMe: boolean;
  by: string | null;
  body: string;
  mediaType: MessageType;
  media: MediaView | null;
  menu: StoredMenu | null;
  quoted: { id: string; fromMe: boolean; text: string } | null;
  reactions: StoredReaction[];
  ack: number;
  read: boolean;
  isEdited: boolean;
  isDeleted: boolean;
  createdAt: Date;
}

/** The place of a message in its conversation. */
export interface Before {
  at: string;
  id: string;
}

/** What has left or come, on this chat: neither notes nor what waits, failed, or was said elsewhere. */
const seen = (tx: Tx, { companyId, connectionId }: ChatPlace) => tx`
  m.company_id = ${companyId} and m.connection_id = ${connectionId} and m.state in ('received', 'sent')
  and m.wa_id is not null`;

const columns = (tx: Tx) => tx`
  m.id, m.wa_id, m.contact_id, m.from_me, u.name as by, m.body, m.media_type, m.menu, m.reactions, m.ack, m.read, m.is_edited,
  m.is_deleted, m.created_at,
  case when f.id is not null then jsonb_build_object('id', f.id, 'state', f.state, 'mime', f.mime, 'name', f.name,
    'size', f.size, 'width', f.width, 'height', f.height, 'seconds', f.seconds, 'voice', f.voice,
    'waveform', f.waveform) end as media,
  case when q.wa_id is not null then jsonb_build_object('id', q.wa_id, 'fromMe', q.from_me,
    'text', left(q.body, 200)) end as quoted`;

const joined = (tx: Tx) => tx`
  left join users u on u.company_id = m.company_id and u.id = m.user_id
  left join media f on f.company_id = m.company_id and f.id = m.media_id
  left join messages q on q.company_id = m.company_id and q.id = m.quoted_id and q.connection_id = m.connection_id
    and q.state in ('received', 'sent') and not q.is_deleted`;

/** The newest of a contact, or those before a place, oldest first; one more than a page when there are others before. */
export async function page(
  tx: Tx,
  chat: ChatPlace,
  contactId: number,
  before: Before | null,
): Promise<VisitorMessage[]> {
  const rows = await tx<VisitorMessage[]>`
    select ${columns(tx)} from messages m ${joined(tx)}
    where ${seen(tx, chat)} and m.contact_id = ${contactId}
      ${before ? tx`and (m.created_at, m.id) < (${before.at}::timestamptz, ${before.id}::uuid)` : tx``}
    order by m.created_at desc, m.id desc limit ${CHAT_LIMITS.pageMessages + 1}`;
  return rows.toReversed();
}

/** Those of a company that have these ids, of whichever of its chats. */
export async function ofIds(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<(VisitorMessage & { connectionId: number })[]> {
  return tx<(VisitorMessage & { connectionId: number })[]>`
    select m.connection_id, ${columns(tx)} from messages m ${joined(tx)}
    where m.company_id = ${companyId} and m.id = any (${ids as string[]}::uuid[]) and m.state in ('received', 'sent')
      and m.wa_id is not null
    order by m.created_at, m.id`;
}
