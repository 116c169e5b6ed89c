import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { HeldMessages } from '@balcao/shared/features/held-messages/calls.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import type { Tx } from '../../platform/db/client.ts';

const DROPPED = 'ERR_SEND_DROPPED' satisfies ErrorCode;

/** As the index `messages_held` has it. */
const isHeld = (tx: Tx) => tx`m.state = 'failed' and m.error_code = 'ERR_SEND_RESTORED' and not m.is_deleted`;

export async function list(
  tx: Tx,
  companyId: number,
): Promise<(Omit<HeldMessages, 'oldestAt'> & { oldestAt: Date })[]> {
  return tx<(Omit<HeldMessages, 'oldestAt'> & { oldestAt: Date })[]>`
    select c.id as connection_id, c.name as connection_name, c.channel, held.count, held.oldest_at
    from (
      select m.connection_id, count(*)::int as count, min(m.created_at) as oldest_at from messages m
      where m.company_id = ${companyId} and ${isHeld(tx)} group by m.connection_id) held
    join connections c on c.company_id = ${companyId} and c.id = held.connection_id and c.deleted_at is null
    order by held.count desc, c.id`;
}

/** What was decided on, by connection. */
export interface Decided {
  connectionId: number;
  connectionName: string;
  count: number;
}

/**
 * Those of a connection, or (null) of all. Sent, they are again as they were in the outbox, without an id of the messenger;
 * its hours for answers are asked where they leave.
 */
export async function decide(
  tx: Tx,
  companyId: number,
  connectionId: number | null,
  decision: 'send' | 'drop',
): Promise<Decided[]> {
  const becomes =
    decision === 'send'
      ? tx`state = 'queued', ack = ${ACK.pending}, error_code = null, attempts = 0, not_before = null`
      : tx`error_code = ${DROPPED}`;
  return tx<Decided[]>`
    with decided as (
      update messages m set ${becomes} from connections c
      where m.company_id = ${companyId} and ${isHeld(tx)} and c.company_id = ${companyId} and c.id = m.connection_id
        and c.deleted_at is null and (${connectionId}::bigint is null or c.id = ${connectionId}::bigint)
      returning c.id, c.name)
    select id as connection_id, name as connection_name, count(*)::int as count from decided
    group by id, name order by id`;
}

/** In the whole installation: how many, since when, and the connections that have the most of them. */
export interface HeldInAll {
  count: number;
  oldestAt: Date | null;
  /** At most `NAMED`. */
  connections: { companyName: string; connectionName: string; count: number }[];
  /** Of so many. */
  most: number;
}

const NAMED = 5;

export async function findAll(tx: Tx): Promise<HeldInAll> {
  const rows = await tx<
    {
      companyName: string;
      connectionName: string;
      count: number;
      all: number;
      oldestAt: Date;
      most: number;
    }[]
  >`
    select o.name as company_name, c.name as connection_name, held.count, sum(held.count) over ()::int as all,
      min(held.oldest_at) over () as oldest_at, count(*) over ()::int as most
    from (
      select m.company_id, m.connection_id, count(*)::int as count, min(m.created_at) as oldest_at from messages m
      where ${isHeld(tx)} group by m.company_id, m.connection_id) held
    join connections c on c.company_id = held.company_id and c.id = held.connection_id and c.deleted_at is null
    join companies o on o.id = held.company_id
    order by held.count desc, c.id limit ${NAMED}`;
  const [first] = rows;
  const connections = rows.map(({ companyName, connectionName, count }) => ({
    companyName,
    connectionName,
    count,
  }));
  return { count: first?.all ?? 0, oldestAt: first?.oldestAt ?? null, connections, most: first?.most ?? 0 };
}
