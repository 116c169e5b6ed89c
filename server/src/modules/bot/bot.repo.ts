import type { BotEnd } from '@balcao/shared/features/bot/bot-ends.ts';
import type { ConnectionRules } from '@balcao/shared/features/connections/calls.ts';
import type { Channel, ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import type { MediaView } from '@balcao/shared/features/media/row.ts';
import { ACK, type MessageType } from '@balcao/shared/features/messages/row.ts';
import type { VariableValues } from '@balcao/shared/text/variables.ts';
import type { BusinessHours } from '@balcao/shared/time/business-hours.ts';
import type { Holiday } from '@balcao/shared/time/holidays.ts';
import type postgres from 'postgres';
import type { Tx } from '../../platform/db/client.ts';
import type { StoredMenu } from '../../platform/db/message-json.ts';
import { type Subscription, subscriptionColumns } from '../subscription/subscription.ts';
import type { BotFile, BotOption, Responder } from './script.ts';
import type { BotState } from './state.ts';

/** All that a step must know about a waiting ticket, its customer, and what the company has written. */
export interface BotFacts extends Subscription {
  state: BotState;
  ticketId: number;
  connectionId: number;
  isGroup: boolean;
  /** Somebody has switched the bots off for this contact, or it is a number of the company itself. */
  isBarred: boolean;
  /** The connection is still there. */
  hasConnection: boolean;
  /** What it is; null: there is none. */
  line: { kind: ConnectionKind; channel: Channel } | null;
  contactName: string;
  extraInfo: { name: string; value: string }[];
  greeting: string;
  /** What is told of data below it; empty: nothing there. */
  notice: string;
  outOfHours: string;
  maxMenus: number;
  intervalMinutes: number;
  language: VariableValues['language'];
  timezone: string;
  scheduleType: 'disabled' | 'company' | 'queue';
  schedules: BusinessHours | null;
  holidays: Holiday[];
  /** What answers on the connection, before its queues. */
  connectionPromptId: number | null;
  connectionIntegrationId: number | null;
  /** Responders of the connection, the queues and the ticket that the company's plan includes. */
  responders: Responder[] | null;
  queues: QueueFacts[] | null;
  options: BotOption[] | null;
}

export interface QueueFacts {
  id: number;
  name: string;
  greeting: string;
  outOfHours: string;
  schedules: BusinessHours | null;
  file: BotFile | null;
  promptId: number | null;
  integrationId: number | null;
  secondCopy: boolean;
  /** The connection offers it. */
  isOffered: boolean;
}

/** How often a menu may come by itself where no connection says it: what a new one says. */
const MENUS_WITHOUT_CONNECTION = 3;

/** A ticket, in fact or as if there were one. */
type From = postgres.PendingQuery<postgres.Row[]>;

/**
 * One round trip. Of the options only those that a step may need: the first level of each queue, and the levels around the
 * customer. The ticket is locked by whoever calls.
 */
async function load<T extends object>(tx: Tx, companyId: number, ticket: From, offered: From) {
  const [row] = await tx<(Omit<BotFacts, 'state'> & T)[]>`
    with ticket as materialized (${ticket}),
    offered as materialized (${offered}),
    here as materialized (
      select o.id, o.parent_id, o.forward_queue_id from queue_options o, ticket t
      where o.company_id = ${companyId} and o.queue_id = t.queue_id
        and o.parent_id is not distinct from t.option_id),
    wanted as materialized (
      select id, true as is_offered from offered
      union
      select id, false from (
        select queue_id as id from ticket union select forward_queue_id from here) other
      where id is not null and id not in (select id from offered)),
    inside as materialized (
      select q.*, wanted.is_offered from wanted join queues q on q.company_id = ${companyId} and q.id = wanted.id),
    asked as materialized (
      select prompt_id, integration_id from inside
      union all select prompt_id, integration_id from ticket
      union all select w.prompt_id, w.integration_id from connections w, ticket t
        where w.company_id = ${companyId} and w.id = t.connection_id)
    select t.*, coalesce(w.greeting_message, '') as greeting, coalesce(w.out_of_hours_message, '') as out_of_hours,
      coalesce(w.bot_sends, ${MENUS_WITHOUT_CONNECTION}) as max_menus,
      coalesce(w.bot_interval_minutes, 0) as interval_minutes, w.deleted_at is null as has_connection,
      case when w.id is not null then json_build_object('kind', w.kind, 'channel', w.channel) end as line, co.language, co.timezone, co.schedules, co.holidays,
      ${subscriptionColumns(tx)},
      coalesce((select value from settings where company_id = ${companyId} and key = 'scheduleType'), 'disabled')
        as schedule_type,
      coalesce((
        select n.value from settings n
        join settings place on place.company_id = n.company_id and place.key = 'privacyNotice' and place.value = 'greeting'
        where n.company_id = ${companyId} and n.key = 'privacyNoticeText'), '') as notice,
      w.prompt_id as connection_prompt_id, w.integration_id as connection_integration_id,
      (select json_agg(responder) from (
        select 'prompt' as kind, m.id, m.wait_seconds as "waitSeconds", ${PATIENCE.responder}::int as "patienceSeconds"
        from prompts m
        where m.company_id = ${companyId} and p.use_open_ai and m.id in (select prompt_id from asked)
        union all
        select 'integration', m.id, m.wait_seconds, ${patienceOf(tx)}
        from queue_integrations m
        where m.company_id = ${companyId} and p.use_integrations and m.id in (select integration_id from asked)
        ) responder) as responders,
      (select json_agg(json_build_object('id', q.id, 'name', q.name, 'greeting', q.greeting_message,
          'outOfHours', q.out_of_hours_message, 'schedules', q.schedules, 'isOffered', q.is_offered,
          'promptId', q.prompt_id, 'integrationId', q.integration_id, 'secondCopy', q.second_copy,
          'file', ${fileOf(tx, 'q')}) order by q.order_queue, q.id) from inside q) as queues,
      (select json_agg(json_build_object('id', o.id, 'queueId', o.queue_id, 'parentId', o.parent_id,
          'option', o.option, 'title', o.title, 'message', o.message, 'action', o.action,
          'forwardQueueId', o.forward_queue_id, 'file', ${fileOf(tx, 'o')}))
        from queue_options o
        where o.company_id = ${companyId} and (
          o.parent_id is null and o.queue_id in (select id from wanted)
          or o.queue_id = t.queue_id and (
            o.id = t.option_id or o.parent_id = t.option_id or o.parent_id in (select id from here)
            or o.parent_id = (select parent_id from queue_options
              where company_id = ${companyId} and id = t.option_id)))) as options
    from ticket t
    join companies co on co.id = ${companyId}
    left join plans p on p.id = co.plan_id
    left join connections w on w.company_id = ${companyId} and w.id = t.connection_id`;
  return row;
}

/** One that the company's plan includes. */
export async function findResponder(
  tx: Tx,
  companyId: number,
  { kind, id }: Pick<Responder, 'kind' | 'id'>,
): Promise<Responder | undefined> {
  const [responder] = await tx<Responder[]>`
    select ${kind} as kind, m.id, m.wait_seconds, ${PATIENCE.responder} as patience_seconds
    from prompts m join companies co on co.id = m.company_id left join plans p on p.id = co.plan_id
    where ${kind} = 'prompt' and m.company_id = ${companyId} and m.id = ${id} and p.use_open_ai
    union all
    select ${kind}, m.id, m.wait_seconds, ${patienceOf(tx)}
    from queue_integrations m join companies co on co.id = m.company_id left join plans p on p.id = co.plan_id
    where ${kind} = 'integration' and m.company_id = ${companyId} and m.id = ${id} and p.use_integrations`;
  return responder;
}

/** Seconds. A flow of Typebot may ask others itself. */
const PATIENCE = { responder: 20, typebot: 60 };
const patienceOf = (tx: Tx) =>
  tx`case when m.type = 'typebot' then ${PATIENCE.typebot}::int else ${PATIENCE.responder}::int end`;

const fileOf = (tx: Tx, carrier: 'q' | 'o') => tx`(
  select json_build_object('id', f.id, 'mime', f.mime) from media f
  where f.company_id = ${tx(`${carrier}.company_id`)} and f.id = ${tx(`${carrier}.media_id`)})`;

const stateOf = (row: BotState): BotState => ({
  answerer: row.answerer,
  queueId: row.queueId,
  optionId: row.optionId,
  promptId: row.promptId,
  integrationId: row.integrationId,
  ended: row.ended,
  menus: row.menus,
  menuAt: row.menuAt,
  answers: row.answers,
  heard: row.heard,
  repeats: row.repeats,
  hoursToldAt: row.hoursToldAt,
  hoursToldQueueId: row.hoursToldQueueId,
});

/** What the connection of the ticket offers. */
const offeredBy = (tx: Tx, companyId: number, connectionId: From | number) => tx`
  select queue_id as id from connection_queues
  where company_id = ${companyId} and connection_id = ${connectionId}`;

/** Undefined for a ticket that does not wait. */
export async function loadFacts(tx: Tx, companyId: number, ticketId: number): Promise<BotFacts | undefined> {
  const ticket = tx`
    select t.id as ticket_id, t.connection_id, t.is_group, t.answerer, t.queue_id, t.bot_option_id as option_id, t.prompt_id, t.integration_id,
      t.bot_ended as ended, t.bot_menus as menus, t.bot_menu_at as menu_at, t.bot_answers as answers,
      t.bot_heard as heard, t.bot_repeats as repeats, t.hours_told_at, t.hours_told_queue_id,
      c.name as contact_name, c.extra_info,
      c.bot_disabled or c.number <> '' and exists (
        select from connections own where own.company_id = ${companyId} and own.number = c.number) as is_barred
    from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
    where t.company_id = ${companyId} and t.id = ${ticketId} and t.status = 'pending'`;
  const offered = offeredBy(tx, companyId, tx`(select connection_id from ticket)`);
  const row = await load<BotState>(tx, companyId, ticket, offered);
  return row && { ...row, state: stateOf(row) };
}

/** A customer whom there is not, who writes to this connection, or to one that offers a queue alone. */
export interface Trial {
  connectionId: number | null;
  queueId: number;
  contactName: string;
  state: BotState;
}

/** The facts of a ticket as if there were one. */
export async function loadTrial(tx: Tx, companyId: number, trial: Trial): Promise<BotFacts | undefined> {
  const { connectionId, state, contactName } = trial;
  const ticket = tx`
    select 1 as ticket_id, ${connectionId}::bigint as connection_id, false as is_group, false as is_barred,
      ${contactName}::text as contact_name, '[]'::jsonb as extra_info,
      ${state.queueId}::bigint as queue_id, ${state.optionId}::bigint as option_id,
      ${state.promptId}::bigint as prompt_id, ${state.integrationId}::bigint as integration_id`;
  const offered =
    connectionId === null
      ? tx`select ${trial.queueId}::bigint as id`
      : offeredBy(tx, companyId, connectionId);
  const row = await load(tx, companyId, ticket, offered);
  return row && { ...row, state };
}

/** What is shown of these files. */
export function listFiles(tx: Tx, companyId: number, ids: readonly string[]): Promise<MediaView[]> {
  return tx<MediaView[]>`
    select id, state, mime, size, name, width, height, seconds, voice, waveform from media
    where company_id = ${companyId} and id = any (${ids as string[]}::uuid[])`;
}

/** A row of the conversation that a step writes. */
export interface Entry {
  id: string;
  mediaType: MessageType;
  body: string;
  mediaId: string | null;
  /** What it offers to tap. */
  menu: StoredMenu | null;
  /** An event and a note stay between the agents. */
  state: 'queued' | 'local';
  /** It is not sent earlier: the customer sees somebody write. */
  notBefore: Date | null;
}

/**
 * What was decided, in one statement: what is said and noted, in this order and behind what was written before, and where
 * the customer stands from now on. Whoever waits for people waits from this moment; the figures count from there too.
 */
export async function write(
  tx: Tx,
  companyId: number,
  ticketId: number,
  state: BotState,
  entries: readonly Entry[],
  preview: string | null,
  at: Date,
): Promise<void> {
  const waits = state.answerer === 'nobody';
  await tx`
    with before as (
      select id, contact_id, connection_id, answerer, queue_id, greatest(${at}, last_message_at) as at from tickets
      where company_id = ${companyId} and id = ${ticketId}),
    said as (
      insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, said_by, body, media_type,
        media_id, menu, state, ack, read, not_before, created_at)
      select ${companyId}, e.id, t.id, t.contact_id, t.connection_id, true, 'bot', e.body, e.media_type, e.media_id,
        e.menu::jsonb, e.state, ${ACK.pending}, true, e.not_before,
        t.at + e.place * interval '1 millisecond'
      from before t, unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ body }) => body)}::text[],
        ${entries.map(({ mediaType }) => mediaType)}::text[], ${entries.map(({ mediaId }) => mediaId)}::uuid[],
        ${entries.map(({ menu }) => menu && JSON.stringify(menu))}::text[],
        ${entries.map((entry) => entry.state)}::text[],
        ${entries.map(({ notBefore }) => notBefore?.toISOString() ?? null)}::timestamptz[])
        with ordinality as e (id, body, media_type, media_id, menu, state, not_before, place)
      returning created_at, state),
    cycle as (
      update ticket_tracking k set queued_at = ${at} from before t
      where k.company_id = ${companyId} and k.ticket_id = t.id and k.finished_at is null and k.started_at is null
        and ${state.queueId}::bigint is not null
        and (t.answerer <> 'nobody' and ${waits} or t.queue_id is distinct from ${state.queueId}::bigint))
    update tickets t set answerer = ${state.answerer}, queue_id = ${state.queueId}, bot_option_id = ${state.optionId},
      prompt_id = ${state.promptId}, integration_id = ${state.integrationId}, bot_ended = ${state.ended}, bot_menus = ${state.menus}, bot_menu_at = ${state.menuAt},
      bot_answers = ${state.answers}, bot_heard = ${state.heard}, bot_repeats = ${state.repeats},
      hours_told_at = ${state.hoursToldAt}, hours_told_queue_id = ${state.hoursToldQueueId},
      waiting_since = case when ${waits} then coalesce(t.waiting_since, ${at}) end,
      last_message = coalesce(${preview}, t.last_message),
      last_message_at = coalesce((select max(created_at) from said where said.state = 'queued'), t.last_message_at),
      updated_at = ${at}
    where t.company_id = ${companyId} and t.id = ${ticketId}`;
}

/** The bot is silent from now on, and people are waited for. Undefined when that is so already. */
export async function end(
  tx: Tx,
  companyId: number,
  ticketId: number,
  ended: BotEnd,
  at: Date,
): Promise<{ led: boolean } | undefined> {
  const [ticket] = await tx<{ led: boolean }[]>`
    with before as (
      select id, chatbot from tickets where company_id = ${companyId} and id = ${ticketId} for update),
    cycle as (
      update ticket_tracking k set queued_at = ${at} from before
      where before.chatbot and k.company_id = ${companyId} and k.ticket_id = before.id and k.finished_at is null)
    update tickets t set answerer = 'nobody', bot_option_id = null, prompt_id = null, integration_id = null, bot_ended = ${ended}, updated_at = ${at},
      waiting_since = case when before.chatbot then ${at} else t.waiting_since end
    from before where t.company_id = ${companyId} and t.id = before.id and t.status = 'pending'
      and (before.chatbot or t.bot_ended is distinct from ${ended})
    returning before.chatbot as led`;
  return ticket;
}

/** The ticket waits, in this queue, and whatever kept the bot silent in it is forgotten. */
export async function makeWait(
  tx: Tx,
  companyId: number,
  ticketId: number,
  queueId: number | null,
  at: Date,
): Promise<void> {
  await tx`
    update tickets set status = 'pending', user_id = null, queue_id = ${queueId}, snoozed_until = null,
      answerer = 'nobody', bot_option_id = null, prompt_id = null, integration_id = null, bot_ended = null,
      waiting_since = coalesce(waiting_since, ${at}), updated_at = ${at}
    where company_id = ${companyId} and id = ${ticketId}`;
}

export interface SilentTicket {
  companyId: number;
  id: number;
}

/**
 * Nobody has said anything for longer than the connection `w` lets customers be silent with the bot, or it may not answer
 * them any more. One that would be closed waits until answers can reach us.
 */
const isSilent = (tx: Tx, now: Date) => tx`
  t.chatbot and (
    w.deleted_at is not null
    or exists (select from contacts c where c.company_id = t.company_id and c.id = t.contact_id and c.bot_disabled)
    or w.bot_silence_minutes > 0
      and t.last_message_at <= ${now}::timestamptz - make_interval(mins => w.bot_silence_minutes)
      and (w.bot_silence_action = 'wait' or w.status = 'connected'))`;

export function listSilent(tx: Tx, now: Date, limit: number): Promise<SilentTicket[]> {
  return tx<SilentTicket[]>`
    select t.company_id, t.id from connections w
    join tickets t on t.company_id = w.company_id and t.connection_id = w.id
    where ${isSilent(tx, now)} limit ${limit}`;
}

/** Locks the ticket, then looks again: the customer may have written. */
export async function findSilent(
  tx: Tx,
  companyId: number,
  ticketId: number,
  now: Date,
): Promise<{ action: ConnectionRules['botSilenceAction']; text: string } | undefined> {
  await tx`select from tickets where company_id = ${companyId} and id = ${ticketId} for update`;
  const [row] = await tx<{ action: ConnectionRules['botSilenceAction']; text: string }[]>`
    select case when w.deleted_at is null then w.bot_silence_action else 'wait' end as action,
      w.inactivity_message as text
    from tickets t join connections w on w.company_id = t.company_id and w.id = t.connection_id
    where t.company_id = ${companyId} and t.id = ${ticketId} and ${isSilent(tx, now)}`;
  return row;
}
