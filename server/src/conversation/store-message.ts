import { referralOfTicket } from '@balcao/shared/features/messages/referral.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import { v7 as uuidv7 } from 'uuid';
import type { InboundMessage } from '../channels/channel.ts';
import { versionOfRules } from '../modules/automations/rule-sets.service.ts';
import { noteCause } from '../modules/ticket-timeline/causes.service.ts';
import * as tracking from '../modules/ticket-tracking/ticket-tracking.service.ts';
import type { Tx } from '../platform/db/client.ts';
import { tappedOf } from '../platform/db/menu-taps.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { StoredContent } from './stored-content.ts';

export interface Place {
  companyId: number;
  connectionId: number;
  contactId: number;
  ticketId: number;
}

/** Whoever comes by the same way later has come anew. */
const REPEATED_WAY_MS = 3_600_000;

/**
 * Stores a message with its file's row and the ticket's news, once: a second arrival changes nothing.
 *
 * @param kind agents need not read what is older than the connection, nor a mark, which answers the system
 * @returns its id, where it came for the first time
 */
export async function insertMessage(
  tx: Tx,
  secrets: Secrets,
  place: Place,
  message: InboundMessage,
  content: StoredContent,
  at: Date,
  earlyAck: number | null,
  kind: 'news' | 'mark' | 'past' = 'news',
): Promise<string> {
  const { companyId, connectionId, contactId, ticketId } = place;
  const { ref } = message;
  const isRead = kind !== 'news';
  const id = uuidv7();
  const mediaId = content.media ? uuidv7() : null;
  const ack = ref.fromMe ? Math.max(ACK.server, earlyAck ?? 0) : ACK.pending;
  // An early tick was stored without its moment.
  const reached = (least: number) => (ref.fromMe && ack >= least ? at : null);
  const [stored] = await tx<{ rulesVersion: number | null }[]>`
    with stored as (
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, said_by, body,
        media_type, media_id, quoted_id, quoted_snippet, participant, participant_name, wa_id, state, ack, placeholder, read,
        payload, poll, card, tap, referral, view_once, forwarded, sent_at, delivered_at, read_at, played_at, created_at)
      values (${companyId}, ${id}, ${ticketId}, ${contactId}, ${connectionId}, ${ref.fromMe},
        ${kind === 'past' ? 'import' : null}, ${content.body}, ${content.mediaType}, ${mediaId}, ${quotedMessage(tx, place, message, content)},
        ${message.quotedText}, ${ref.participant}, ${ref.participant ? message.authorName : ''}, ${ref.id},
        ${ref.fromMe ? 'sent' : 'received'}, ${ack}, ${content.placeholder}, ${ref.fromMe || isRead}, ${content.raw},
        ${jsonOf(content.poll)}::text::jsonb, ${jsonOf(content.card)}::text::jsonb, ${content.tap},
        ${newReferral(tx, place, message, at)}, ${content.viewOnce}, ${message.forwarded}, ${reached(ACK.server)},
        ${reached(ACK.delivered)}, ${reached(ACK.read)}, ${reached(ACK.played)}, ${at})
      on conflict (company_id, connection_id, contact_id, participant, from_me, wa_id)
        where wa_id is not null do nothing
      returning id, media_id)
    ${insertMedia(tx, secrets, place, content, mediaId)}
    ${insertPage(tx, place, content, id)}
    ${earlyAck === null ? tx`` : forgetEarlyAck(tx, place, ref.id)}
    ${ref.fromMe ? tx`, cycle as (${tracking.answer(tx, companyId, ticketId, at)} and exists (select from stored))` : tx``}
    update tickets t set
      last_message = case when t.last_message_at <= ${at} or t.last_message = ''
        then ${content.preview} else t.last_message end,
      last_message_at = case when t.last_message = '' then ${at} else greatest(t.last_message_at, ${at}) end,
      unread_messages = t.unread_messages + ${ref.fromMe || isRead ? 0 : 1},
      customer_wrote_at = ${ref.fromMe ? tx`t.customer_wrote_at` : tx`greatest(t.customer_wrote_at, ${at})`},
      waiting_since = ${ref.fromMe ? answered(tx, at) : isRead ? tx`t.waiting_since` : asked(tx, at)},
      ${referred(tx, message, tx`${at}::timestamptz`)}
      updated_at = now()
    from stored where t.company_id = ${companyId} and t.id = ${ticketId}
    returning ${versionOfRules(tx, companyId, causesOf(message))} as rules_version`;
  const said = { messageId: id, event: null, ...(ref.fromMe ? { saidBy: 'us' as const } : {}) };
  // What cannot be read yet is a cause when it can be (`fillKnown`).
  if (stored && kind === 'news' && !content.placeholder && !message.isAutomatic)
    noteCause(tx, { ...said, ...stored });
  return id;
}

/** What rules may look at in it. */
const causesOf = ({ ref, referral }: InboundMessage) =>
  ref.fromMe
    ? (['ourMessage'] as const)
    : (['message', ...(referral ? (['referred'] as const) : [])] as const);

/** Waiting goes on when the customer has written after this answer, which came late. */
const answered = (tx: Tx, at: Date) => tx`case when t.waiting_since > ${at} then t.waiting_since end`;

/**
 * From the first unanswered message on. One that came late may have been answered already: we spoke after it. While a bot
 * answers nobody waits for a person.
 */
const asked = (tx: Tx, at: Date) => tx`case
  when t.chatbot then null
  when t.status = 'closed' or t.waiting_since is null and t.last_message <> '' and t.last_message_at > ${at}
  then t.waiting_since else least(t.waiting_since, ${at}) end`;

/**
 * A phone tells the way by which its owner came beside all that is written afterwards: it is kept once. What tells of an
 * advertisement itself comes with each tap on one, its mark alone for days.
 */
function newReferral(tx: Tx, { companyId, ticketId }: Place, { referral }: InboundMessage, at: Date) {
  if (!referral) return null;
  const told = tx`${JSON.stringify(referral)}::text::jsonb`;
  const isOfAd = referral.kind === 'ad' || referral.kind === 'post';
  if (isOfAd && (referral.title || referral.sourceId || referral.clickId)) return told;
  const since = isOfAd ? new Date(0) : new Date(at.getTime() - REPEATED_WAY_MS);
  return tx`(select case when t.referral ->> 'entryPoint' = ${referral.entryPoint} and t.referred_at >= ${since}
      then null else ${told} end
    from tickets t where t.company_id = ${companyId} and t.id = ${ticketId})`;
}

/** What led here first stays, in whichever order they come. */
function referred(tx: Tx, { referral }: InboundMessage, at: ReturnType<Tx>) {
  if (!referral) return tx``;
  const first = JSON.stringify(referralOfTicket(referral));
  return tx`referral = case when t.referred_at <= ${at} then t.referral else ${first}::text::jsonb end,
    referred_at = least(t.referred_at, ${at}),`;
}

/**
 * The place in the conversation of a message that came late: the provider's time. That counts whole seconds, and the
 * message before, if it came live, has the moment of its arrival, which was later; the order of arrival wins.
 */
export async function timeOfLate(
  tx: Tx,
  { companyId, ticketId }: Place,
  at: Date,
  liveMs: number,
): Promise<Date> {
  const [before] = await tx<{ at: Date | null }[]>`
    select max(created_at) as at from messages
    where company_id = ${companyId} and ticket_id = ${ticketId} and user_id is null and state <> 'local'
      and created_at between ${at} and ${new Date(at.getTime() + liveMs)}`;
  return before?.at ?? at;
}

/** The content of a message whose place was held by a placeholder. */
export async function fillPlaceholder(
  tx: Tx,
  secrets: Secrets,
  place: Place,
  messageId: string,
  message: InboundMessage,
  content: StoredContent,
): Promise<void> {
  const mediaId = content.media ? uuidv7() : null;
  await tx`
    with stored as (
      update messages set body = ${content.body}, media_type = ${content.mediaType}, media_id = ${mediaId},
        quoted_id = ${quotedMessage(tx, place, message, content)}, quoted_snippet = ${message.quotedText}, placeholder = false,
        payload = ${content.raw}, poll = ${jsonOf(content.poll)}::text::jsonb,
        card = ${jsonOf(content.card)}::text::jsonb, tap = ${content.tap},
        referral = ${jsonOf(message.referral)}::text::jsonb, view_once = ${content.viewOnce},
        forwarded = ${message.forwarded}
      where company_id = ${place.companyId} and id = ${messageId} and placeholder
      returning id, media_id, created_at)
    ${insertMedia(tx, secrets, place, content, mediaId)}
    update tickets t set
      last_message = case when t.last_message_at <= stored.created_at then ${content.preview} else t.last_message end,
      ${referred(tx, message, tx`stored.created_at`)}
      updated_at = now()
    from stored
    where t.company_id = ${place.companyId} and t.id = ${place.ticketId}
      and (t.last_message_at <= stored.created_at or ${message.referral !== null})`;
}

function quotedMessage(
  tx: Tx,
  { companyId, connectionId, contactId }: Place,
  { quotedId }: InboundMessage,
  { tap }: StoredContent,
) {
  // A menu may be tapped before it is known under which id it has left.
  const tapped = tap === null ? null : tappedOf(tap);
  if (!quotedId && !tapped) return null;
  return tx`(select q.id from messages q where q.company_id = ${companyId} and q.connection_id = ${connectionId}
    and q.contact_id = ${contactId} and ${tapped ? tx`q.id = ${tapped.messageId}` : tx`q.wa_id = ${quotedId}`} limit 1)`;
}

const jsonOf = (value: object | null) => value && JSON.stringify(value);

function insertMedia(
  tx: Tx,
  secrets: Secrets,
  { companyId }: Place,
  { media }: StoredContent,
  id: string | null,
) {
  if (!media || !id) return tx``;
  const source = secrets.seal(media.source, mediaPlace(companyId, id));
  return tx`, file as (
    insert into media (company_id, id, state, mime, name, size, width, height, seconds, voice, waveform, sha256,
      source, next_attempt_at)
    select ${companyId}, ${id}, 'pending', ${media.mime}, ${media.fileName}, ${media.size}::bigint,
      ${media.width}::int, ${media.height}::int, ${media.seconds}::int, ${media.voice},
      ${media.waveform && Buffer.from(media.waveform).toString('base64')}::text, ${media.sha256}::bytea, ${source}::bytea,
      now()
    from stored)`;
}

function insertPage(tx: Tx, { companyId }: Place, { page }: StoredContent, id: string) {
  if (!page) return tx``;
  return tx`, page as (
    insert into mail_pages (company_id, message_id, html, pictures)
    select ${companyId}, ${id}, ${page.html}, ${page.pictures}::text[] from stored)`;
}

function forgetEarlyAck(tx: Tx, { companyId, connectionId }: Place, waId: string) {
  return tx`, early as (delete from early_acks
    where company_id = ${companyId} and connection_id = ${connectionId} and wa_id = ${waId})`;
}

/** Where the sealed source of a file belongs. */
export function mediaPlace(companyId: number, mediaId: string): string {
  return `media/${companyId}/${mediaId}`;
}
