import type { Channel } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionReason } from '@balcao/shared/features/connections/row.ts';
import { MAX_DOWN } from '@balcao/shared/features/system/calls.ts';
import type { Tx } from '../../platform/db/client.ts';

interface DownRow {
  companyId: number;
  companyName: string;
  connectionId: number;
  name: string;
  channel: Channel;
  reason: ConnectionReason | null;
  since: Date;
}

/** Those that wait longest, how many there are, and since when; null: there are none. */
export interface Down {
  rows: DownRow[];
  total: number;
  since: Date | null;
}

/** A socket that has just broken is connected again sooner than this. */
const DOWN_S = 120;

/**
 * Connections that people want to be connected and that have not been so for a while. One that shows a code waits for its
 * people.
 */
export async function listDown(tx: Tx): Promise<Down> {
  const found = await tx<(DownRow & { total: number })[]>`
    select *, count(*) over ()::int as total from (
      select c.company_id, o.name as company_name, c.id as connection_id, c.name, c.channel, c.reason,
        coalesce(broken.at, last.at, c.created_at) as since
      from connections c
      join companies o on o.id = c.company_id
      left join lateral (
        select e.id, e.at from connection_events e
        where e.company_id = c.company_id and e.connection_id = c.id and e.kind = 'connected'
        order by e.id desc limit 1) last on true
      left join lateral (
        select e.at from connection_events e
        where e.company_id = c.company_id and e.connection_id = c.id and e.id > coalesce(last.id, 0)
          and e.kind in ('dropped', 'ended')
        order by e.id limit 1) broken on true
      where c.desired = 'running' and c.deleted_at is null and c.status in ('OPENING', 'DISCONNECTED', 'TIMEOUT')) down
    where since < now() - ${DOWN_S} * interval '1 second'
    order by since, connection_id limit ${MAX_DOWN}`;
  const rows = found.map(({ total: _, ...row }) => row);
  return { rows, total: found[0]?.total ?? 0, since: rows[0]?.since ?? null };
}
