import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { QueuedTemplate } from '@balcao/shared/features/message-templates/template-text.ts';
import { ACK, type MessageType } from '@balcao/shared/features/messages/row.ts';
import type { ChannelSession, Letterhead, Sent, Thread } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';
import type { StoredMenu } from '../platform/db/message-json.ts';
import { type Recipient, recipientColumns } from './address.ts';

/** The file of a message. */
export interface OutgoingMedia {
  id: string;
  state: string;
  path: string | null;
  mime: string;
  size: number | null;
  name: string;
  width: number | null;
  height: number | null;
  seconds: number | null;
  voice: boolean;
  waveform: string | null;
  /** Sealed, in base64. */
  source: string | null;
}

/** The next message of one chat, or the next change of one, with all that is needed to send it. */
export interface OutgoingRow extends Recipient {
  id: string;
  /** Set for a change: its row's id. */
  changeId: number | null;
  kind: 'message' | 'edit' | 'delete' | 'react';
  contactId: number;
  waId: string | null;
  attempts: number;
  /** Milliseconds until it may be sent; 0: now. */
  waitMs: number;
  /** The customer's last message on this connection. */
  customerWroteAt: Date | null;
  body: string;
  mediaType: MessageType;
  forwarded: boolean;
  /** What it offers to tap. */
  menu: StoredMenu | null;
  /** The approved text that it is; null: free words. */
  template: QueuedTemplate | null;
  payload: Buffer | null;
  /** What WhatsApp made of the same file before, while it still has it. */
  knownPayload: Buffer | null;
  media: OutgoingMedia | null;
  /** Messages whose files go with this one; null: none. */
  attached: { id: string; body: string; mediaType: MessageType; media: OutgoingMedia }[] | null;
  /** No person says it. */
  isAutomatic: boolean;
  thread: Thread | null;
  /** Subject and copies that an agent has chosen. */
  mail: Letterhead | null;
  quoted: { waId: string; fromMe: boolean; participant: string; body: string } | null;
  /** The message that a change is about; null for a message. */
  of: { waId: string | null; fromMe: boolean; participant: string } | null;
}

const CHATS_AT_ONCE = 20;
/** A console sends the words right behind the files of a mail, once they are on the server. */
const LEFT_ALONE_MINUTES = 60;
/** Messengers keep files two or three weeks. What one connection was sent is nothing to another. */
const FILES_KEPT_DAYS = 10;

/** What becomes due so soon is known ahead: it leaves in its moment, and not when somebody looks again. */
const AHEAD_MS = 3_000;

/** The oldest unsent message of each chat that is not busy: a message that waits for its next attempt holds its chat. */
export async function nextOfEachChat(
  tx: Tx,
  companyId: number,
  { connectionId, capabilities }: Pick<ChannelSession, 'connectionId' | 'capabilities'>,
  busyContacts: readonly number[],
): Promise<OutgoingRow[]> {
  return tx<OutgoingRow[]>`
    with waiting as (
      select id, null::bigint as change_id, 'message' as kind, contact_id, created_at, wa_id, attempts, body, payload,
        not_before
      from messages
      where company_id = ${companyId} and connection_id = ${connectionId} and state in ('queued', 'sending')
        and contact_id <> all (${busyContacts as number[]}::bigint[])
        and (mail_of is null or ${isLeftAlone(tx, companyId)})
      union all
      select message_id, id, kind, contact_id, created_at, wa_id, attempts, body, payload, not_before
      from outgoing_changes
      where company_id = ${companyId} and connection_id = ${connectionId} and state in ('queued', 'sending')
        and contact_id <> all (${busyContacts as number[]}::bigint[]))
    select w.*, greatest(ceil(extract(epoch from coalesce(w.not_before, now()) - now()) * 1000), 0)::int as wait_ms,
      m.media_type, m.forwarded, m.menu, m.template, coalesce(m.said_by in ('bot', 'automatic'), false) as is_automatic,
      ${capabilities.threads ? threadOf(tx, companyId) : tx`null`} as thread,
      ${capabilities.threads ? attachedTo(tx, companyId) : tx`null`} as attached,
      ${capabilities.threads ? letterheadOf(tx) : tx`null`} as mail,
      (select t.customer_wrote_at from tickets t where t.company_id = ${companyId} and t.id = m.ticket_id) as customer_wrote_at, ${recipientColumns(tx)},
      case when f.id is not null then json_build_object('id', f.id, 'state', f.state, 'path', f.path,
        'mime', f.mime, 'size', f.size, 'name', f.name, 'width', f.width, 'height', f.height, 'seconds', f.seconds,
        'voice', f.voice, 'waveform', f.waveform, 'source',
        case when f.created_at > now() - ${FILES_KEPT_DAYS} * interval '1 day' and exists (
          select from messages came where came.company_id = ${companyId} and came.media_id = f.id
            and came.connection_id = ${connectionId}) then encode(f.source, 'base64') end)
        end as media,
      case when w.kind = 'message' and w.payload is null and m.media_id is not null then (
        select s.payload from messages s
        where s.company_id = ${companyId} and s.media_id = m.media_id and s.state = 'sent' and s.from_me
          and s.connection_id = ${connectionId} and s.payload is not null
          and s.created_at > now() - ${FILES_KEPT_DAYS} * interval '1 day' limit 1) end as known_payload,
      case when q.wa_id is not null then json_build_object('waId', q.wa_id, 'fromMe', q.from_me,
        'participant', q.participant, 'body', q.body) end as quoted,
      case when w.kind <> 'message' then json_build_object('waId', m.wa_id, 'fromMe', m.from_me,
        'participant', m.participant) end as of
    from (
      select distinct on (contact_id) * from waiting
      order by contact_id, created_at, change_id nulls first, id) w
    join messages m on m.company_id = ${companyId} and m.id = w.id
    join contacts c on c.company_id = ${companyId} and c.id = w.contact_id
    left join media f on f.company_id = ${companyId} and f.id = m.media_id and w.kind = 'message'
    left join messages q on q.company_id = ${companyId} and q.id = m.quoted_id and w.kind = 'message'
    where w.not_before is null or w.not_before <= now() + ${AHEAD_MS} * interval '1 millisecond'
    order by w.created_at, w.id limit ${CHATS_AT_ONCE}`;
}

/** The console that was to say the words of this mail is gone: its file goes without them. */
const isLeftAlone = (tx: Tx, companyId: number) => tx`(
  messages.stored_at < now() - ${LEFT_ALONE_MINUTES} * interval '1 minute' and not exists (
    select from messages head where head.company_id = ${companyId} and head.id = messages.mail_of))`;

/** The files that go with message `m`. */
const attachedTo = (tx: Tx, companyId: number) => tx`(
  select json_agg(json_build_object('id', part.id, 'body', part.body, 'mediaType', part.media_type, 'media',
    json_build_object('id', pf.id, 'state', pf.state, 'path', pf.path, 'mime', pf.mime, 'size', pf.size, 'name', pf.name,
      'width', pf.width, 'height', pf.height, 'seconds', pf.seconds, 'voice', pf.voice, 'waveform', pf.waveform,
      'source', null)) order by part.created_at, part.id)
  from messages part join media pf on pf.company_id = part.company_id and pf.id = part.media_id
  where part.company_id = ${companyId} and part.mail_of = m.id and part.state = 'queued' and w.kind = 'message')`;

const letterheadOf = (tx: Tx) => tx`
  case when m.card ->> 'kind' = 'mail' then json_build_object('subject', m.card ->> 'title',
    'cc', m.card -> 'mail' -> 'cc', 'bcc', coalesce(m.card -> 'mail' -> 'bcc', '[]')) end`;

/** What message `m` goes on with: the customer's last words in its ticket that have a subject. */
const threadOf = (tx: Tx, companyId: number) => tx`(
  select json_build_object('id', said.wa_id, 'subject', said.card ->> 'title', 'cc', said.card -> 'mail' -> 'cc',
    'before', earlier.wa_id)
  from messages said
  left join messages earlier on earlier.company_id = ${companyId} and earlier.id = said.quoted_id
  where said.company_id = ${companyId} and said.ticket_id = m.ticket_id and not said.from_me
    and said.card ->> 'kind' = 'mail'
  order by said.created_at desc, said.id desc limit 1)`;

/**
 * The last step before sending: from here on the message goes out under this id or not at all. False when it is not
 * to be sent any more.
 */
export async function markSending(
  tx: Tx,
  companyId: number,
  id: string,
  waId: string,
  payload: Uint8Array,
): Promise<boolean> {
  const rows = await tx`
    update messages set state = 'sending', wa_id = ${waId}, payload = ${payload}
    where company_id = ${companyId} and id = ${id} and state in ('queued', 'sending')
      and (wa_id is null or wa_id = ${waId}) returning 1`;
  return rows.length > 0;
}

/**
 * Files the message under the provider's id, where that is another one: ticks that named it before the answer came have
 * waited for it.
 */
export async function markSent(
  tx: Tx,
  companyId: number,
  id: string,
  { members, id: waId }: Sent,
): Promise<void> {
  const [early] = waId
    ? await tx<{ ack: number; errorCode: ErrorCode | null }[]>`
      delete from early_acks e using messages m
      where m.company_id = ${companyId} and m.id = ${id} and e.company_id = ${companyId}
        and e.connection_id = m.connection_id and e.wa_id = ${waId} returning e.ack, e.error_code`
    : [];
  await tx`update messages set state = 'sent', ack = greatest(ack, ${Math.max(ACK.server, early?.ack ?? 0)}),
      error_code = null, not_before = null, sent_at = coalesce(sent_at, now()), recipients = ${members},
      wa_id = coalesce(${waId ?? null}, wa_id)
    where company_id = ${companyId} and id = ${id} and state in ('sending', 'sent')`;
  if (early?.errorCode && waId) await markUndelivered(tx, companyId, id, early.errorCode);
}

/** They left with a mail: their ids are made of its own, as those of files that come. */
export async function markAttachedSent(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`
    with parts as (
      select id, row_number() over (order by created_at, id) as place from messages
      where company_id = ${companyId} and mail_of = ${id} and state = 'queued')
    update messages m set state = 'sent', ack = greatest(m.ack, ${ACK.server}), error_code = null, not_before = null,
      sent_at = head.sent_at, wa_id = head.wa_id || ' ' || parts.place
    from parts, messages head
    where m.company_id = ${companyId} and m.id = parts.id and head.company_id = ${companyId} and head.id = ${id}
      and head.state = 'sent'`;
}

/** They did not leave with the mail that did not. */
export async function markAttachedFailed(
  tx: Tx,
  companyId: number,
  id: string,
  code: ErrorCode,
): Promise<void> {
  await tx`update messages set state = 'failed', ack = ${ACK.error}, error_code = ${code}
    where company_id = ${companyId} and mail_of = ${id} and state = 'queued'`;
}

/** The provider had taken it, and could not bring it. A receipt says more than that. */
async function markUndelivered(tx: Tx, companyId: number, id: string, code: ErrorCode): Promise<void> {
  await tx`update messages set state = 'failed', ack = ${ACK.error}, error_code = ${code}
    where company_id = ${companyId} and id = ${id} and state = 'sent' and ack < ${ACK.delivered}`;
}

/** It surely did not leave. */
export async function backToQueue(tx: Tx, companyId: number, id: string): Promise<void> {
  await tx`update messages set state = 'queued', wa_id = null
    where company_id = ${companyId} and id = ${id} and state = 'sending'`;
}

/** A receipt may have shown meanwhile that it went out: then it did not fail. */
export async function markFailed(tx: Tx, companyId: number, id: string, code: ErrorCode): Promise<void> {
  await tx`update messages set state = 'failed', ack = ${ACK.error}, error_code = ${code}, not_before = null
    where company_id = ${companyId} and id = ${id} and state in ('queued', 'sending')`;
}

/** It goes out again by itself. @param code why it has not yet, for whoever asks what happened to it */
export async function postpone(
  tx: Tx,
  companyId: number,
  id: string,
  ms: number,
  code: ErrorCode,
): Promise<void> {
  await tx`
    with postponed as (
      update messages set attempts = attempts + 1, not_before = now() + ${ms} * interval '1 millisecond'
      where company_id = ${companyId} and id = ${id} and state in ('queued', 'sending') returning id)
    insert into message_steps (company_id, message_id, kind, error_code)
    select ${companyId}, id, 'tried', ${code} from postponed`;
}
