import type {
  ConnectionDay,
  ConnectionEvent,
  ConnectionRules,
} from '@balcao/shared/features/connections/calls.ts';
import { CONNECTION_DAYS } from '@balcao/shared/features/connections/limits.ts';
import { type ConnectionRow, QUALITIES, type Quality } from '@balcao/shared/features/connections/row.ts';
import type { Tx } from '../../platform/db/client.ts';
import { insertInto } from '../../platform/db/rows.ts';

export type ConnectionRecord = Omit<ConnectionRow, 'reason' | 'until' | 'updatedAt'> &
  Omit<ConnectionRules, 'queueIds'> & {
    companyId: number;
    reason: string | null;
    until: Date | null;
    desired: 'running' | 'stopped';
    generation: number;
    logoutRequested: boolean;
    nudges: number;
    apiTokenHash: Buffer | null;
    /** Sealed. */
    credentials: Buffer | null;
    pairingNumber: string | null;
    updatedAt: Date;
  };
export type ConnectionChange = Partial<Omit<ConnectionRecord, 'id' | 'companyId' | 'updatedAt'>>;

const columns = (tx: Tx) => tx`
  id, company_id, name, kind, channel, account, quality, daily_customers, credentials, status, reason, until, qrcode, pairing_number, pairing_code, retries, is_default, number,
  desired, generation, logout_requested, nudges, greeting_message, completion_message, out_of_hours_message,
  rating_message, redirect_queue_id, redirect_minutes, prompt_id, integration_id, bot_sends, bot_interval_minutes,
  bot_silence_minutes, bot_silence_action,  close_after_minutes, inactivity_message, import_since, api_token_hash, updated_at`;

const is = (tx: Tx, companyId: number, id: number) => tx`
  company_id = ${companyId} and id = ${id} and deleted_at is null`;

export async function list(tx: Tx, companyId: number): Promise<ConnectionRecord[]> {
  return tx<ConnectionRecord[]>`
    select ${columns(tx)} from connections where company_id = ${companyId} and deleted_at is null order by id`;
}

export async function find(tx: Tx, companyId: number, id: number): Promise<ConnectionRecord | undefined> {
  const [row] = await tx<ConnectionRecord[]>`
    select ${columns(tx)} from connections where ${is(tx, companyId, id)}`;
  return row;
}

/** Changes to the set of connections, one after the other: which one is the default depends on all of them. */
export async function lockAll(tx: Tx, companyId: number): Promise<void> {
  await tx`select pg_advisory_xact_lock(4218, ${companyId % 2_147_483_647}::int)`;
}

export async function insert(
  tx: Tx,
  companyId: number,
  fields: ConnectionChange & { name: string },
): Promise<ConnectionRecord | undefined> {
  return find(tx, companyId, await insertInto(tx, 'connections', { companyId, ...fields }));
}

export async function update(
  tx: Tx,
  companyId: number,
  id: number,
  change: ConnectionChange,
): Promise<ConnectionRecord | undefined> {
  const [changed] = await tx<ConnectionRecord[]>`
    update connections set ${tx(change)}, updated_at = now() where ${is(tx, companyId, id)}
    returning ${columns(tx)}`;
  return changed;
}

/** It leaves every list, blocks nobody and keeps its history; its owner logs the session out and forgets it. */
export async function remove(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`
    update connections
    set deleted_at = now(), desired = 'stopped', logout_requested = true, qrcode = null, api_token_hash = null, credentials = null
    where ${is(tx, companyId, id)}`;
  await tx`update users set connection_id = null where company_id = ${companyId} and connection_id = ${id}`;
  await tx`delete from connection_queues where company_id = ${companyId} and connection_id = ${id}`;
  await forgetBlocks(tx, companyId, id);
}

/** Whom only this connection has blocked or let in, and every other one refuses, is so no more. */
async function forgetBlocks(tx: Tx, companyId: number, id: number): Promise<void> {
  // Contacts first, as whoever settles an order.
  await tx`
    select from contacts c where company_id = ${companyId} and exists (
      select from block_orders o
      where o.company_id = ${companyId} and o.connection_id = ${id} and o.contact_id = c.id)
    order by id for update`;
  await tx`
    update contacts c set blocked = not c.blocked, updated_at = now() from block_orders mine
    where c.company_id = ${companyId} and mine.company_id = ${companyId} and mine.connection_id = ${id}
      and mine.contact_id = c.id and mine.blocked = c.blocked and mine.state <> 'refused' and (
        select bool_and(o.state = 'refused') from block_orders o
        join connections w on w.company_id = o.company_id and w.id = o.connection_id and w.deleted_at is null
        where o.company_id = ${companyId} and o.contact_id = c.id and o.blocked = c.blocked)`;
  await tx`delete from block_orders where company_id = ${companyId} and connection_id = ${id}`;
}

/** The default connection is another one from now on. */
export async function clearOtherDefaults(tx: Tx, companyId: number, id: number): Promise<void> {
  await tx`
    update connections set is_default = false where company_id = ${companyId} and id <> ${id} and is_default`;
}

/** Lists queues in the order in which customers are offered them. */
export async function queueIds(tx: Tx, companyId: number, id: number): Promise<number[]> {
  const rows = await tx<{ queueId: number }[]>`
    select c.queue_id from connection_queues c
    join queues q on q.company_id = c.company_id and q.id = c.queue_id
    where c.company_id = ${companyId} and c.connection_id = ${id} order by q.order_queue, q.id`;
  return rows.map(({ queueId }) => queueId);
}

export async function setQueues(
  tx: Tx,
  companyId: number,
  id: number,
  queueIds: readonly number[],
): Promise<void> {
  await tx`
    delete from connection_queues
    where company_id = ${companyId} and connection_id = ${id} and queue_id <> all (${queueIds as number[]}::bigint[])`;
  await tx`
    insert into connection_queues (company_id, connection_id, queue_id)
    select ${companyId}, ${id}, unnest(${queueIds as number[]}::bigint[]) on conflict do nothing`;
}

/** The connections that lead to a queue, and no others. */
export async function setConnections(
  tx: Tx,
  companyId: number,
  queueId: number,
  connectionIds: readonly number[],
): Promise<void> {
  await tx`
    delete from connection_queues
    where company_id = ${companyId} and queue_id = ${queueId} and connection_id <> all (${connectionIds as number[]}::bigint[])`;
  await tx`
    insert into connection_queues (company_id, connection_id, queue_id)
    select ${companyId}, unnest(${connectionIds as number[]}::bigint[]), ${queueId} on conflict do nothing`;
}

export interface EventRecord {
  id: number;
  kind: ConnectionEvent['kind'];
  details: { reason?: string | null; messages?: number; until?: string | null; quality?: Quality };
  at: Date;
}

/** What befell each connection on the last days of the company's calendar, in their order. */
export const days = (tx: Tx, companyId: number, now: Date): Promise<ConnectionDay[]> =>
  tx<ConnectionDay[]>`
    with calendar as (
      select timezone, (${now}::timestamptz at time zone timezone)::date - ${CONNECTION_DAYS - 1}::int as first
      from companies where id = ${companyId})
    select e.connection_id as whatsapp_id, to_char(e.at at time zone c.timezone, 'YYYY-MM-DD') as day,
      count(*) filter (where e.kind = 'dropped')::int as dropped, bool_or(e.kind = 'ended') as ended,
      (array_agg(e.details ->> 'quality' order by array_position(${[...QUALITIES]}::text[], e.details ->> 'quality') desc)
        filter (where e.kind = 'quality'))[1] as quality
    from calendar c
    join connection_events e on e.company_id = ${companyId} and e.at >= c.first::timestamp at time zone c.timezone
    where e.kind in ('dropped', 'ended', 'quality')
    group by 1, 2 order by 1, 2`;

/** The newest first. */
export async function events(
  tx: Tx,
  companyId: number,
  id: number,
  page: { offset: number; limit: number },
): Promise<EventRecord[]> {
  return tx<EventRecord[]>`
    select id, kind, details, at from connection_events
    where company_id = ${companyId} and connection_id = ${id}
    order by id desc offset ${page.offset} limit ${page.limit}`;
}
