import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { PauseReason, SkipReason } from '@balcao/shared/features/campaigns/row.ts';
import type { SendingWindow } from '@balcao/shared/features/campaigns/sending-window.ts';
import type { QueuedTemplate } from '@balcao/shared/features/message-templates/template-text.ts';
import { ACK, type MessageType } from '@balcao/shared/features/messages/row.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Identity } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';
import { hadOptedOut } from '../platform/db/opt-outs.ts';

/** The recipient whose turn is next on a connection, and what becomes of it. */

export interface OutgoingPart {
  part: number;
  body: string;
  mediaType: MessageType;
  media: PartMedia | null;
  /** Files that go along in the same message. */
  attached: readonly PartMedia[];
  /** The approved text that the body is. */
  template: QueuedTemplate | null;
}

export interface PartMedia {
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
}

export interface NextRecipient {
  id: number;
  campaignId: number;
  /** It tries a campaign out: no window and no opt-out counts. */
  isTrial: boolean;
  /** Where it goes by e-mail, the address, as below. */
  number: string;
  whatsappNumber: string;
  body: string;
  /** The approved text that the body is; null: free words. */
  template: QueuedTemplate | null;
  confirmationBody: string | null;
  confirmed: boolean;
  attempts: number;
  /** Milliseconds until the pace of the connection allows it. */
  waitMs: number;
  /** Why its campaign was put off, which is over; null: it was not, or others of it still are. */
  pausedReason: PauseReason | null;
  /** Writing to it may begin a conversation, for which a campaign waits. */
  mayWait: boolean;
  /** Other names of whoever has the number. */
  lids: Identity[];
  /** The company's. */
  language: Language;
  window: SendingWindow | null;
  timezone: string;
  seed: number;
  media: PartMedia | null;
  /** The files of the list, in its order. */
  files: (PartMedia & { itemId: number })[];
  /** Parts that have left. */
  sent: number[];
  /**
   * A part that was about to leave when the process ended: it leaves under the same id. Not a question that was answered
   * before it was known to have left.
   */
  begun: { part: number; waId: string; payload: string } | null;
}

/** The question that is asked first. */
export const QUESTION_PART = 0;
/** The message itself; a file of the list has its own id above it. */
export const TEXT_PART = 1;

/** The rank of those who had not talked with the connection when they were taken over. */
const STRANGER = 3;

const mediaJson = (
  tx: Tx,
) => tx`jsonb_build_object('id', f.id, 'state', f.state, 'path', f.path, 'mime', f.mime,
  'size', f.size, 'name', f.name, 'width', f.width, 'height', f.height, 'seconds', f.seconds, 'voice', f.voice, 'waveform', f.waveform)`;

/**
 * Whose turn is next: whose sending has begun, what people try out, who has said yes, who is known, then the others, of the
 * campaign that began first. While a campaign waits for its budget, only the others do. Undefined
 * when nobody's turn can come.
 */
export async function nextRecipient(
  tx: Tx,
  companyId: number,
  connectionId: number,
): Promise<NextRecipient | undefined> {
  const [next] = await tx<NextRecipient[]>`
    select r.id, r.campaign_id, c.trial_of is not null as is_trial, r.number, r.whatsapp_number, r.body, r.template,
      r.confirmation_body, r.confirmed_at is not null as confirmed, r.attempts, c.sending_window as "window", c.seed,
      case when c.paused_until <= now() then c.paused_reason end as paused_reason,
      c.trial_of is null and r.rank = ${STRANGER} as may_wait, o.timezone, o.language,
      coalesce((
        select jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value) order by i.value)
        from contact_identities n join contact_identities i
          on i.company_id = n.company_id and i.contact_id = n.contact_id and i.kind = 'lid'
        where n.company_id = ${companyId} and n.kind = 'phone' and n.value = r.number), '[]') as lids,
      greatest(ceil(extract(epoch from coalesce(p.next_at, now()) - now()) * 1000), 0)::int as wait_ms,
      (select ${mediaJson(tx)} from media f where f.company_id = ${companyId} and f.id = c.media_id) as media,
      coalesce((
        select jsonb_agg(${mediaJson(tx)} || jsonb_build_object('itemId', l.id) order by l.position) from file_list_items l
        join media f on f.company_id = ${companyId} and f.id = l.media_id
        where l.company_id = ${companyId} and l.file_list_id = c.file_list_id), '[]') as files,
      coalesce((
        select jsonb_agg(s.part) from campaign_sends s
        where s.company_id = ${companyId} and s.recipient_id = r.id and s.state = 'sent'), '[]') as sent,
      (select jsonb_build_object('part', s.part, 'waId', s.wa_id, 'payload', encode(s.payload, 'base64'))
        from campaign_sends s
        where s.company_id = ${companyId} and s.recipient_id = r.id and s.state = 'sending'
        order by s.part desc limit 1) as begun
    from campaigns c
    cross join lateral (
      select * from campaign_recipients r
      where r.company_id = ${companyId} and r.campaign_id = c.id and r.state in ('queued', 'sending')
        and (r.rank < ${STRANGER} or c.paused_reason is distinct from 'budget' or c.paused_until <= now())
      order by r.rank, r.id limit 1) r
    join companies o on o.id = ${companyId}
    left join campaign_paces p on p.company_id = ${companyId} and p.connection_id = ${connectionId}
    where c.company_id = ${companyId} and c.connection_id = ${connectionId} and c.status = 'EM_ANDAMENTO'
      and c.taken_up_to is null
      and (c.paused_reason is null or c.paused_reason = 'budget'
        or c.paused_reason <> 'restricted' and c.paused_until <= now())
    order by r.rank = 0 desc, c.trial_of is null, r.rank, c.started_at, c.id limit 1`;
  return next;
}

/** Puts a campaign off: nothing of it leaves until then. */
export async function pause(
  tx: Tx,
  companyId: number,
  campaignId: number,
  reason: PauseReason,
  until: Date | null,
): Promise<void> {
  await tx`
    update campaigns set paused_reason = ${reason}, paused_until = ${until}, updated_at = now()
    where company_id = ${companyId} and id = ${campaignId} and status = 'EM_ANDAMENTO'
      and (paused_reason, paused_until) is distinct from (${reason}, ${until}::timestamptz)`;
}

/** What it was put off for is over. */
export async function goOn(tx: Tx, companyId: number, campaignId: number): Promise<void> {
  await tx`
    update campaigns set paused_reason = null, paused_until = null, updated_at = now()
    where company_id = ${companyId} and id = ${campaignId} and paused_reason is not null`;
}

/** Every campaign of a connection, until a person says that it may go on. */
export async function pauseAll(tx: Tx, companyId: number, connectionId: number): Promise<void> {
  await tx`
    update campaigns set paused_reason = 'restricted', paused_until = null, updated_at = now()
    where company_id = ${companyId} and connection_id = ${connectionId} and status = 'EM_ANDAMENTO'
      and paused_reason is distinct from 'restricted'`;
}

export interface Turn {
  state: string;
  campaignStatus: string;
  /** Recipients of the connection so far, this one included. */
  turn: number;
  pause: number | null;
  optedOut: boolean;
  blocked: boolean;
  /** Another campaign has reached this person too short a time ago. */
  recent: boolean;
}

/** So many people share an address at most. */
const SHARED_MOST = 100;

/** The numbers that the list has for the address of recipient `r` of campaign `c`: who asks to be left alone may do so there. */
const numbersOfAddress = (tx: Tx) => tx`
  select i.number from find_numbers_of_email(r.number, ${SHARED_MOST}) found (number)
  join contact_list_items i on i.company_id = r.company_id and i.contact_list_id = c.contact_list_id
    and i.number = found.number and lower(i.email) = r.number`;

/** Locks a recipient whose turn it is, its campaign and the pace; undefined when it is gone. */
export async function lockTurn(
  tx: Tx,
  companyId: number,
  connectionId: number,
  recipientId: number,
): Promise<Turn | undefined> {
  await tx`
    insert into campaign_paces (company_id, connection_id) values (${companyId}, ${connectionId}) on conflict do nothing`;
  const [turn] = await tx<Turn[]>`
    select r.state, c.status as campaign_status, p.turns::int + 1 as turn, r.pause,
      k.opted_out, k.blocked,
      c.quiet_days > 0 and exists (
        select from campaign_recipients o
        join campaigns other on other.company_id = o.company_id and other.id = o.campaign_id and other.trial_of is null
        where o.company_id = r.company_id and o.number = r.number and o.connection_id is not null
          and o.campaign_id <> r.campaign_id
          and coalesce(o.sent_at, o.confirmation_requested_at) > now() - make_interval(days => c.quiet_days)) as recent
    from campaign_recipients r
    join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
    join campaign_paces p on p.company_id = r.company_id and p.connection_id = ${connectionId}
    cross join lateral (
      select bool_or(o.opted_out_at is not null or ${hadOptedOut(tx, companyId, tx`known.number`)}) as opted_out,
        coalesce(bool_or(o.blocked), false) as blocked
      from (select r.number union all ${numbersOfAddress(tx)}) known
      left join contact_identities n on n.company_id = ${companyId} and n.kind in ('phone', 'email')
        and n.value = known.number
      left join contacts o on o.company_id = n.company_id and o.id = n.contact_id) k
    where r.company_id = ${companyId} and r.id = ${recipientId}
    for update of r, p for share of c`;
  return turn;
}

/** Its turn has come: the pause that follows it is drawn, and counted once. */
export async function beginTurn(
  tx: Tx,
  companyId: number,
  connectionId: number,
  recipientId: number,
  pause: number,
): Promise<void> {
  await tx`
    update campaign_recipients set state = 'sending', connection_id = ${connectionId}, pause = ${pause}
    where company_id = ${companyId} and id = ${recipientId}`;
  await tx`
    update campaign_paces set turns = turns + 1
    where company_id = ${companyId} and connection_id = ${connectionId}`;
}

/**
 * The last step before a part leaves: from here on it goes out under this id or not at all.
 *
 * @returns what goes out: of a part that had begun before, that id and content
 */
export async function begin(
  tx: Tx,
  companyId: number,
  connectionId: number,
  recipientId: number,
  { part, body, mediaType, media }: OutgoingPart,
  waId: string,
  payload: Uint8Array,
): Promise<{ waId: string; payload: Buffer }> {
  const [begun] = await tx<{ waId: string; payload: Buffer }[]>`
    insert into campaign_sends as begun (company_id, recipient_id, part, connection_id, wa_id, payload, body, media_type,
      media_id, sent_at)
    values (${companyId}, ${recipientId}, ${part}, ${connectionId}, ${waId}, ${payload}, ${body}, ${mediaType},
      ${media?.id ?? null}, clock_timestamp())
    on conflict (company_id, recipient_id, part) do update set sent_at = coalesce(begun.sent_at, excluded.sent_at)
    returning wa_id, payload`;
  if (!begun) throw new Error('a part has not begun');
  return begun;
}

/** What WhatsApp made of the same file for somebody else on this connection, while it still has it. */
export async function knownPayload(
  tx: Tx,
  companyId: number,
  connectionId: number,
  mediaId: string,
): Promise<Buffer | undefined> {
  const [known] = await tx<{ payload: Buffer }[]>`
    select payload from campaign_sends
    where company_id = ${companyId} and media_id = ${mediaId} and connection_id = ${connectionId} and state = 'sent'
      and sent_at > now() - interval '10 days' limit 1`;
  return known?.payload;
}

/**
 * The messenger has accepted a part. It was sent when it was handed over: whatever is younger came after it, however much
 * later this is noted.
 *
 * @param waId its id there, where the messenger chooses them
 */
export async function recordPart(
  tx: Tx,
  companyId: number,
  recipientId: number,
  part: number,
  waId: string | null,
): Promise<void> {
  await tx`
    update campaign_sends set state = 'sent', wa_id = coalesce(${waId}, wa_id), ack = greatest(ack, ${ACK.server})
    where company_id = ${companyId} and recipient_id = ${recipientId} and part = ${part}`;
}

/** Surely did not leave: its turn comes anew, under another id. */
export async function release(tx: Tx, companyId: number, recipientId: number): Promise<void> {
  await tx`
    delete from campaign_sends where company_id = ${companyId} and recipient_id = ${recipientId} and state = 'sending'`;
}

/** The messenger has refused what began last: the next attempt is another moment. */
export async function forgetMoment(tx: Tx, companyId: number, recipientId: number): Promise<void> {
  await tx`
    update campaign_sends set sent_at = null
    where company_id = ${companyId} and recipient_id = ${recipientId} and state = 'sending'`;
}

/** What was told of a message before its id was known here. */
export async function takeEarly(
  tx: Tx,
  companyId: number,
  connectionId: number,
  waId: string,
): Promise<{ ack: number; errorCode: ErrorCode | null } | undefined> {
  const [early] = await tx<{ ack: number; errorCode: ErrorCode | null }[]>`
    delete from early_acks where company_id = ${companyId} and connection_id = ${connectionId} and wa_id = ${waId}
    returning ack, error_code`;
  return early;
}

/** All that its turn was for has left: it waits for an answer, or has got the message. A tick may have come before. */
export async function endTurn(
  tx: Tx,
  companyId: number,
  recipientId: number,
  outcome: 'asked' | 'sent',
): Promise<void> {
  await (outcome === 'asked'
    ? tx`update campaign_recipients set state = 'asked', confirmation_requested_at = now(), attempts = 0
        where company_id = ${companyId} and id = ${recipientId} and state = 'sending'`
    : tx`update campaign_recipients set sent_at = coalesce(sent_at, now()),
          state = case when read_at is not null then 'read' when delivered_at is not null then 'delivered' else 'sent' end
        where company_id = ${companyId} and id = ${recipientId} and state = 'sending'`);
}

/** The next recipient's turn comes after so many milliseconds. */
export async function rest(tx: Tx, companyId: number, connectionId: number, ms: number): Promise<void> {
  await tx`
    update campaign_paces set next_at = now() + ${ms} * interval '1 millisecond'
    where company_id = ${companyId} and connection_id = ${connectionId}`;
}

export async function skip(
  tx: Tx,
  companyId: number,
  recipientId: number,
  reason: SkipReason,
): Promise<void> {
  await tx`
    update campaign_recipients set state = 'skipped', reason = ${reason}
    where company_id = ${companyId} and id = ${recipientId} and state in ('queued', 'sending')`;
}

export async function fail(tx: Tx, companyId: number, recipientId: number, code: ErrorCode): Promise<void> {
  await tx`
    update campaign_recipients set state = 'failed', reason = ${code}
    where company_id = ${companyId} and id = ${recipientId} and state in ('queued', 'sending')`;
}

export async function countAttempt(tx: Tx, companyId: number, recipientId: number): Promise<void> {
  await tx`
    update campaign_recipients set attempts = attempts + 1
    where company_id = ${companyId} and id = ${recipientId}`;
}

/** How many recipients WhatsApp has refused one after the other, this one included; 0 after one that it took. */
export async function countRefusal(
  tx: Tx,
  companyId: number,
  connectionId: number,
  refused: boolean,
): Promise<number> {
  const [pace] = await tx<{ refusals: number }[]>`
    update campaign_paces set refusals = ${refused ? tx`refusals + 1` : tx`0`}
    where company_id = ${companyId} and connection_id = ${connectionId} returning refusals`;
  return pace?.refusals ?? 0;
}
