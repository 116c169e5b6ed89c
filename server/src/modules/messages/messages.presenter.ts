import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { MessageContact, MessageInfo, MessageView } from '@balcao/shared/features/messages/calls.ts';
import type { MessageRow, Poll, QuotedMessage, Reaction } from '@balcao/shared/features/messages/row.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { StoredPoll, StoredReaction } from '../../platform/db/message-json.ts';
import type { MessageInfoRow } from './message-changes.repo.ts';

/** A message with its file, as `messageColumns` selects it. */
export interface MessageRecord
  extends Omit<MessageRow, 'media' | 'quoted' | 'createdAt' | 'reactions' | 'poll'> {
  /** The scopes of its ticket: who may see it. */
  scopes: string[];
  reactions: StoredReaction[];
  poll: StoredPoll | null;
  createdAt: Date;
  quoted: (QuotedMessage & { scopes: string[] }) | null;
  mediaId: string | null;
  mediaState: MediaView['state'] | null;
  mediaMime: string | null;
  mediaName: string | null;
  mediaSize: number | null;
  mediaWidth: number | null;
  mediaHeight: number | null;
  mediaSeconds: number | null;
  mediaVoice: boolean | null;
  mediaWaveform: string | null;
}

/** Characters of a quoted text: its line on the screen is shorter. */
const QUOTE_CHARS = 300;

/** Goes with `from messages m ${messageMedia(tx)}` and its ticket `t`. */
export const messageColumns = (tx: Tx) => tx`
  t.scopes, m.id, m.ticket_id, m.contact_id, m.participant_name, m.user_id, m.from_me, m.origin, m.body, m.media_type,
  m.quoted_id as quoted_msg_id, ${quotedMessage(tx)} as quoted, m.quoted_snippet, m.ack, m.error_code, m.read,
  m.is_deleted, m.is_edited, m.reactions, m.poll, m.card, m.tap, m.referral, m.view_once, m.forwarded,
  m.mentions, m.created_at,
  m.media_id, f.state as media_state, f.mime as media_mime, f.name as media_name, f.size as media_size,
  f.width as media_width, f.height as media_height, f.seconds as media_seconds,
  f.voice as media_voice, f.waveform as media_waveform`;

/** A quote may lie in an earlier ticket of the contact, which not everybody sees who sees the message. */
const quotedMessage = (tx: Tx) => tx`(
    select jsonb_build_object('id', q.id, 'body', left(q.body, ${QUOTE_CHARS}), 'fromMe', q.from_me,
      'participantName', q.participant_name, 'mediaType', q.media_type, 'cardKind', q.card ->> 'kind', 'isDeleted', q.is_deleted,
      'createdAt', q.created_at, 'scopes', qt.scopes)
    from messages q join tickets qt on qt.company_id = q.company_id and qt.id = q.ticket_id
    where q.company_id = m.company_id and q.id = m.quoted_id)`;

export const messageMedia = (tx: Tx) =>
  tx`left join media f on f.company_id = m.company_id and f.id = m.media_id`;

/** Shows what it quotes to those who see that too; the others learn only that it quotes something. */
export function presentScoped(record: MessageRecord): Scoped<MessageRow> {
  const row = presentMessage(record, () => false);
  const { scopes, quoted } = record;
  return quoted
    ? { row, scopes, fuller: { row: presentMessage(record, () => true), scopes: quoted.scopes } }
    : { row, scopes };
}

/** @param sees whether the reader may see what has these scopes */
export function presentMessage(
  record: MessageRecord,
  sees: (scopes: readonly string[]) => boolean,
): MessageRow {
  return {
    id: record.id,
    ticketId: record.ticketId,
    contactId: record.contactId,
    participantName: record.participantName,
    userId: record.userId,
    fromMe: record.fromMe,
    origin: record.origin,
    body: record.body,
    mediaType: record.mediaType,
    media: presentMedia(record),
    quotedMsgId: record.quotedMsgId,
    quoted: record.quoted && sees(record.quoted.scopes) ? presentQuoted(record.quoted) : null,
    quotedSnippet: record.quotedSnippet,
    ack: record.ack,
    errorCode: record.errorCode,
    read: record.read,
    isDeleted: record.isDeleted,
    isEdited: record.isEdited,
    reactions: record.reactions.map(presentReaction),
    poll: record.poll && presentPoll(record.poll),
    card: record.card,
    tap: record.tap,
    referral: record.referral,
    viewOnce: record.viewOnce,
    forwarded: record.forwarded,
    mentions: record.mentions,
    createdAt: record.createdAt.toISOString(),
  };
}

/** Shows a message as programs get it. @param contacts has its contact */
export function presentMessageView(
  { quoted, ...row }: MessageRow,
  contacts: ReadonlyMap<number, MessageContact>,
  mediaUrl: string | null,
): MessageView {
  const contact = contacts.get(row.contactId);
  if (!contact) throw new Error('a message without its contact');
  return { ...row, quotedMsg: quoted, contact, mediaUrl };
}

function presentQuoted({ scopes: _scopes, ...quoted }: QuotedMessage & { scopes: string[] }): QuotedMessage {
  return { ...quoted, createdAt: new Date(quoted.createdAt).toISOString() };
}

function presentReaction({ emoji, fromMe, name }: StoredReaction): Reaction {
  return { emoji, fromMe, name };
}

function presentPoll({ question, options, votes }: StoredPoll): Poll {
  const chosen = Object.values(votes).flat();
  return {
    question,
    options: options.map((text, place) => ({
      text,
      votes: chosen.filter((option) => option === place).length,
    })),
  };
}

function presentMedia(record: MessageRecord): MediaView | null {
  if (record.mediaId === null || record.mediaState === null) return null;
  return {
    id: record.mediaId,
    state: record.mediaState,
    mime: record.mediaMime ?? '',
    size: record.mediaSize,
    name: record.mediaName ?? '',
    width: record.mediaWidth,
    height: record.mediaHeight,
    seconds: record.mediaSeconds,
    voice: record.mediaVoice === true,
    waveform: record.mediaWaveform,
  };
}

export function presentInfo(row: MessageInfoRow): MessageInfo {
  const at = (instant: Date | string | null) => instant && new Date(instant).toISOString();
  return {
    times: {
      stored: row.storedAt.toISOString(),
      queued: at(row.queuedAt),
      sent: at(row.sentAt),
      delivered: at(row.deliveredAt),
      read: at(row.readAt),
      played: at(row.playedAt),
    },
    waId: row.waId,
    connection: row.connectionName,
    steps: (row.steps ?? []).map((step) => ({ ...step, at: new Date(step.at).toISOString() })),
    errorCode: row.errorCode,
    recipients: (row.recipients ?? []).map(({ name, number, delivered, read, played }) => ({
      name,
      number,
      delivered: at(delivered),
      read: at(read),
      played: at(played),
    })),
    earlierBodies: row.earlierBodies,
  };
}
