import { type CampaignReply, campaignReply, OPT_OUT_DAYS } from '@balcao/shared/features/campaigns/rules.ts';
import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import type { ChannelSession, ChatAddress, InboundMessage } from '../channels/channel.ts';
import { addTicketEvent } from '../modules/ticket-timeline/ticket-events.service.ts';
import type { Tx } from '../platform/db/client.ts';
import { place } from './campaign-placing.repo.ts';
import * as replies from './campaign-replies.repo.ts';
import { identityRows, isOneOf } from './contacts.ts';
import type { Place } from './store-message.ts';

/** What is younger came live: as of other messages (arrival.ts). */
const LIVE_MS = 10_000;

/** Somebody to whom a campaign has spoken here not long ago. */
export interface CampaignTold {
  recipientId: number;
  /** The campaign's name. */
  campaign: string;
  /** It was asked whether it wants the message, by a campaign that goes on, and has not answered. */
  isAsked: boolean;
  /** When it spoke. */
  at: string;
}

/**
 * To whom of a chat campaigns have spoken on this connection, as a column: the latest first. Needs the contacts `who`.
 */
export function toldByCampaigns(tx: Tx, companyId: number, connectionId: number, chat: ChatAddress) {
  return tx`(
    select json_agg(json_build_object('recipientId', r.id, 'campaign', c.name,
        'isAsked', c.status = 'EM_ANDAMENTO' and r.state in ('asked', 'sending') and r.confirmation_body is not null
          and r.confirmed_at is null, 'at', coalesce(r.sent_at, r.confirmation_requested_at, now())) order by r.id desc)
    from campaign_recipients r
    join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id and c.trial_of is null
    where r.company_id = ${companyId} and r.connection_id = ${connectionId}
      and r.number = any (${keysOf(chat)}::text[] || array(
        select i.value from contact_identities i
        where i.company_id = ${companyId} and i.contact_id in (select id from who) and i.kind in ('phone', 'email')))
      and coalesce(r.sent_at, r.confirmation_requested_at, case when r.state = 'sending' then now() end) > now() - make_interval(days => ${OPT_OUT_DAYS}))`;
}

/** A message that campaigns sent, or heard, and that is in no conversation yet, as a column. */
export const isOfCampaign = (tx: Tx, companyId: number, connectionId: number, waId: string) => tx`(
  exists (select from campaign_sends
    where company_id = ${companyId} and connection_id = ${connectionId} and wa_id = ${waId})
  or exists (select from campaign_replies
    where company_id = ${companyId} and connection_id = ${connectionId} and wa_id = ${waId}))`;

/** What a campaign sent under this id to whoever has one of these names, for a phone that asks again. */
export async function preparedFor(
  tx: Tx,
  companyId: number,
  connectionId: number,
  chat: ChatAddress,
  waId: string,
): Promise<Buffer | null> {
  const [send] = await tx<{ payload: Buffer }[]>`
    select s.payload from campaign_sends s
    join campaign_recipients r on r.company_id = s.company_id and r.id = s.recipient_id
    where s.company_id = ${companyId} and s.connection_id = ${connectionId} and s.wa_id = ${waId}
      and (r.number = any (${keysOf(chat)}::text[]) or exists (
        select from contact_identities i
        join contact_identities own on own.company_id = i.company_id and own.contact_id = i.contact_id
        where own.company_id = ${companyId} and own.kind = 'phone' and own.value = r.number
          and ${isOneOf(tx, chat)}))`;
  return send?.payload ?? null;
}

/** What recipients may be known by. */
const keysOf = (chat: ChatAddress): string[] =>
  identityRows(chat).flatMap(({ kind, value }) => (kind === 'phone' || kind === 'email' ? value : []));

interface Heard {
  tx: Tx;
  session: ChannelSession;
  message: InboundMessage;
  told: readonly CampaignTold[];
  /** A ticket is under way: what is said stands in it. */
  isUnderWay: boolean;
  now: Date;
}

/**
 * Yes, no, and the wish to be left alone are a campaign's to hear.
 *
 * @returns true for what nobody else needs to hear: it makes no ticket
 */
export async function hearReply(
  { tx, session, message, told, isUnderWay, now }: Heard,
  contactId: number,
): Promise<boolean> {
  const { companyId } = session;
  const { ref, content, chat } = message;
  if (ref.fromMe || chat.kind !== 'direct' || content.kind !== 'text') return false;
  const reply = stopsBySubject(content.card) ? 'optOut' : campaignReply(content.said || content.text);
  if (message.isAutomatic && reply !== 'optOut') return false;
  if (reply === 'comeBack') {
    // In a conversation the word may be meant for somebody else, a menu of the bot for example.
    if (!isUnderWay) await replies.comeBack(tx, companyId, contactId, now);
    return false;
  }
  const of = reply && heardBy(told, reply);
  if (!of) return false;
  await follow(tx, companyId, contactId, told, of, reply, now);
  if (isUnderWay) return false;
  await keep({ tx, session, message, now }, of.recipientId, content.text);
  return true;
}

async function keep(
  { tx, session, message, now }: Pick<Heard, 'tx' | 'session' | 'message' | 'now'>,
  recipientId: number,
  body: string,
): Promise<void> {
  const { companyId, connectionId } = session;
  // What comes late stands where it was said.
  const at = now.getTime() - message.at.getTime() < LIVE_MS ? now : message.at;
  const waId = message.ref.id;
  await replies.keepReply(tx, { companyId, connectionId, recipientId, waId, body, at });
}

/**
 * Nobody is in the office: what a program answers to what a campaign has sent, where there is no conversation, is kept beside it
 * and opens none. Its files are not kept.
 *
 * @returns false for all else, also for what programs send by themselves: a bill of a supplier, who was sent a campaign too
 */
export async function keepAbsence({ told, ...heard }: Omit<Heard, 'isUnderWay'>): Promise<boolean> {
  const { tx, session, message } = heard;
  const { isAutomatic, quotedId, content } = message;
  if (!isAutomatic || !quotedId || told.length === 0) return false;
  const recipientId = await replies.recipientOf(tx, session.companyId, session.connectionId, quotedId);
  if (recipientId === null) return false;
  if (content.kind === 'text') await keep(heard, recipientId, content.text);
  return true;
}

/**
 * A mail that a program sends by our own link says it in its subject, whatever sentence the program adds below. Of several
 * words the subject may be the campaign's own, which every answer repeats.
 */
const stopsBySubject = (card: MessageCard | undefined): boolean =>
  card?.kind === 'mail' && !/\s/.test(card.title.trim()) && campaignReply(card.title) === 'optOut';

/** Whoever was asked answers; the wish to be left alone may follow any message. */
const heardBy = (told: readonly CampaignTold[], reply: CampaignReply): CampaignTold | undefined =>
  told.find(({ isAsked }) => isAsked) ?? (reply === 'optOut' ? told[0] : undefined);

async function follow(
  tx: Tx,
  companyId: number,
  contactId: number,
  told: readonly CampaignTold[],
  { recipientId }: CampaignTold,
  reply: CampaignReply,
  now: Date,
): Promise<void> {
  if (reply === 'yes') return replies.confirm(tx, companyId, recipientId, now);
  if (reply === 'no') return replies.leaveOut(tx, companyId, [recipientId], 'declined');
  await replies.optOut(tx, companyId, contactId, recipientId, now);
  const all = told.map((one) => one.recipientId);
  await replies.leaveOut(tx, companyId, all, 'optedOut');
}

/** What campaigns have said stands above the answer, and the conversation tells which campaign it came from. */
export async function showCampaigns(
  tx: Tx,
  to: Place,
  told: readonly CampaignTold[],
  at: Date,
): Promise<void> {
  if (told.length === 0) return;
  const ids = told.map(({ recipientId }) => recipientId);
  await place(tx, to, ids);
  const first = await replies.markAnswered(tx, to.companyId, to.ticketId, ids, at);
  for (const { recipientId, campaign } of told)
    if (first.includes(recipientId))
      await addTicketEvent(tx, { ...to, userId: null }, { kind: 'campaign', name: campaign }, at);
}
