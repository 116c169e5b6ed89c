import type { ConnectionStatus } from '@balcao/shared/features/connections/row.ts';
import type { Tx } from '../../platform/db/client.ts';

/**
 * What waits in the whole installation, and since when. Each question reads an index that has only what waits, or a table
 * that does: they cost what there is to do, not what there is.
 */

/** How much waits, and since when the oldest of it does. */
export interface Waiting {
  count: number;
  /** Null: nothing waits. */
  since: Date | null;
}

export interface Installation {
  now: Date;
  /** Connections that people want to be connected, by how they are. */
  wanted: Partial<Record<ConnectionStatus, number>>;
  /** Messages that are to go out, by how their connection is. */
  outbox: Partial<Record<ConnectionStatus, Waiting>>;
  /** What was decrypted and is not stored yet, and what messengers told and nobody has read yet. */
  journal: Waiting;
  notices: Waiting;
  /** What integrations, AIs and webhooks are to be asked or told, and is due. */
  calls: Waiting;
  /** What webhooks have not been told yet, also because they refuse it. */
  webhooks: Waiting;
  /** Calls that were given up, within the week that they are kept. */
  deadCalls: number;
  runningCampaigns: number;
  failedJobs: string[];
  setbacks: number;
  /** To which moment the newest good backup leads; else when the first was tried; null: none ever was. */
  unsavedSince: Date | null;
}

const NOTHING: Waiting = { count: 0, since: null };
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

export async function readInstallation(tx: Tx): Promise<Installation> {
  const [wanted, outbox, lines, rest] = await Promise.all([
    readWanted(tx),
    readOutbox(tx),
    readLines(tx),
    readRest(tx),
  ]);
  return { wanted, outbox, ...lines, ...rest };
}

/** Of all that people want to be connected: how many are, and how many there are. */
export const connectedOf = ({ wanted }: Pick<Installation, 'wanted'>) => ({
  connected: wanted.connected ?? 0,
  wanted: sum(Object.values(wanted)),
});

/** What came and is not stored yet, on whatever way. */
export const intakeOf = ({ journal, notices }: Pick<Installation, 'journal' | 'notices'>): Waiting =>
  together([journal, notices]);

/** What is to go out and whose connection is not connected, whatever it waits for. */
export function unconnectedOf({ outbox }: Pick<Installation, 'outbox'>): Waiting {
  const { connected: _connected, ...others } = outbox;
  return together(Object.values(others));
}

const together = (all: readonly Waiting[]): Waiting => ({
  count: sum(all.map(({ count }) => count)),
  since: all.map(({ since }) => since).reduce(earlier, null),
});

const earlier = (one: Date | null, other: Date | null): Date | null =>
  one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other);

async function readWanted(tx: Tx): Promise<Installation['wanted']> {
  const rows = await tx<{ status: ConnectionStatus; count: number }[]>`
    select status, count(*)::int as count from connections
    where desired = 'running' and deleted_at is null group by status`;
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

async function readOutbox(tx: Tx): Promise<Installation['outbox']> {
  const rows = await tx<({ status: ConnectionStatus } & Waiting)[]>`
    with unsent as (
      select company_id, connection_id, count(*)::int as count, min(stored_at) as since from messages
      where state in ('queued', 'sending') group by company_id, connection_id)
    select c.status, sum(u.count)::int as count, min(u.since) as since
    from unsent u join connections c on c.company_id = u.company_id and c.id = u.connection_id group by c.status`;
  return Object.fromEntries(rows.map(({ status, count, since }) => [status, { count, since }]));
}

type Lines = Pick<Installation, 'journal' | 'notices' | 'calls' | 'webhooks'>;

async function readLines(tx: Tx): Promise<Lines> {
  const rows = await tx<({ line: keyof Lines } & Waiting)[]>`
    select 'journal' as line, count(*)::int as count, min(received_at) as since from inbound_journal
    union all
    select 'notices', count(*)::int, min(n.at)
    from channel_notices n
    join connections c on c.company_id = n.company_id and c.id = n.connection_id and c.desired = 'running'
    union all
    select 'calls', count(*)::int, min(greatest(due_at, retry_at))
    from outgoing_calls where state = 'waiting' and greatest(due_at, retry_at) <= now()
    union all
    select 'webhooks', count(*)::int, min(created_at)
    from deliveries where webhook_id is not null and state = 'waiting'`;
  const read = Object.fromEntries(rows.map(({ line, ...waiting }) => [line, waiting])) as Partial<Lines>;
  const { journal = NOTHING, notices = NOTHING, calls = NOTHING, webhooks = NOTHING } = read;
  return { journal, notices, calls, webhooks };
}

async function readRest(tx: Tx) {
  const [row] = await tx<
    [
      Pick<
        Installation,
        'now' | 'deadCalls' | 'runningCampaigns' | 'failedJobs' | 'setbacks' | 'unsavedSince'
      >,
    ]
  >`
    select clock_timestamp() as now,
      (select count(*)::int from outgoing_calls where state = 'dead') as dead_calls,
      (select count(*)::int from campaigns where status = 'EM_ANDAMENTO' and trial_of is null) as running_campaigns,
      array(select name from jobs where outcome = 'failed' order by name) as failed_jobs,
      (select count(*)::int from job_setbacks) as setbacks,
      (select coalesce(max(at) filter (where outcome = 'done'), min(began_at))
        from backups where kind = 'backup') as unsaved_since`;
  return row;
}
