import type { Tx } from '../platform/db/client.ts';

interface Connection {
  companyId: number;
  connectionId: number;
}

/**
 * Which of these connections have something to do: one look for all of them, where each would look for everything of its own. A
 * commit in a company leads here, and hardly any leaves work.
 *
 * @returns ids of connections
 */
export async function connectionsWithWork(tx: Tx, connections: readonly Connection[]): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select c.id from unnest(${connections.map(({ companyId }) => companyId)}::bigint[],
      ${connections.map(({ connectionId }) => connectionId)}::bigint[]) as c (company_id, id)
    cross join lateral (
      (select from messages o
        where o.company_id = c.company_id and o.connection_id = c.id and o.state in ('queued', 'sending') limit 1)
      union all
      (select from outgoing_changes o
        where o.company_id = c.company_id and o.connection_id = c.id and o.state in ('queued', 'sending') limit 1)
      union all
      (select from read_receipts_due d where d.company_id = c.company_id and d.connection_id = c.id limit 1)
      union all
      (select from media f
        where f.company_id = c.company_id and f.state = 'pending' and f.source is not null and f.next_attempt_at <= now()
          and exists (select from messages m
            where m.company_id = c.company_id and m.media_id = f.id and m.connection_id = c.id) limit 1)
      union all
      (select from campaigns g
        where g.company_id = c.company_id and g.connection_id = c.id and g.status = 'EM_ANDAMENTO' limit 1)
      union all
      (select from block_orders b
        where b.company_id = c.company_id and b.connection_id = c.id and b.state = 'due' and b.at <= now() limit 1)
      union all
      (select from channel_notices n where n.company_id = c.company_id and n.connection_id = c.id limit 1)
      limit 1) work`;
  return rows.map(({ id }) => id);
}
