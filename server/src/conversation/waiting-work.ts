import type { Tx } from '../platform/db/client.ts';

interface Connection {
  companyId: number;
  connectionId: number;
}

/**
 * Which of these connections have something to do: one look for all of them, where each would look for everything of its own. A
 * commit in a company leads here, and hardly any leaves work: a company without any is not asked for each of its
 * connections.
 *
 * @returns ids of connections
 */
export async function connectionsWithWork(tx: Tx, connections: readonly Connection[]): Promise<number[]> {
  const companyIds = [...new Set(connections.map(({ companyId }) => companyId))];
  const rows = await tx<{ id: number }[]>`
    with busy as materialized (
      select o.company_id from unnest(${companyIds}::bigint[]) as o (company_id)
      cross join lateral (${anyWork(tx, tx`company_id = o.company_id`, tx``)}) work)
    select c.id from busy
    join unnest(${connections.map(({ companyId }) => companyId)}::bigint[],
      ${connections.map(({ connectionId }) => connectionId)}::bigint[]) as c (company_id, id)
      on c.company_id = busy.company_id
    cross join lateral (${anyWork(
      tx,
      tx`company_id = c.company_id and connection_id = c.id`,
      tx`and exists (select from messages m
        where m.company_id = c.company_id and m.media_id = f.id and m.connection_id = c.id)`,
      tx`company_id = c.company_id`,
    )}) work`;
  return rows.map(({ id }) => id);
}

type Condition = ReturnType<Tx>;

/** A row where anything waits: messages and changes to send, receipts, blocks, campaigns, notices to read, files to fetch. */
const anyWork = (tx: Tx, its: Condition, andItsFile: Condition, itsFiles = its) => tx`
  (select from messages where ${its} and state in ('queued', 'sending') limit 1)
  union all
  (select from outgoing_changes where ${its} and state in ('queued', 'sending') limit 1)
  union all
  (select from read_receipts_due where ${its} limit 1)
  union all
  (select from block_orders where ${its} and state = 'due' and at <= now() limit 1)
  union all
  (select from campaigns where ${its} and status = 'EM_ANDAMENTO' limit 1)
  union all
  (select from channel_notices where ${its} limit 1)
  union all
  (select from media f
    where ${itsFiles} and state = 'pending' and source is not null and next_attempt_at <= now() ${andItsFile} limit 1)
  limit 1`;
