import type { Tx } from '../platform/db/client.ts';

interface BackupRow {
  kind: 'backup' | 'trial';
  beganAt: Date;
  /** To which moment it leads. */
  at: Date | null;
  endedAt: Date | null;
  outcome: 'done' | 'failed' | null;
  reason: string | null;
  bytes: number | null;
}

/** Whoever begins one is alone: what others have begun and not ended was interrupted. */
export async function begin(tx: Tx, kind: BackupRow['kind'], { hasDatabase = true } = {}): Promise<number> {
  await tx`
    update backups set ended_at = clock_timestamp(), outcome = 'failed', reason = 'It was interrupted.'
    where kind = ${kind} and outcome is null`;
  const [row] = await tx<{ id: number }[]>`
    insert into backups (kind, has_database) values (${kind}, ${hasDatabase}) returning id`;
  if (!row) throw new Error('unreachable');
  return row.id;
}

export async function noteMoment(tx: Tx, id: number, at: Date): Promise<void> {
  await tx`update backups set at = ${at} where id = ${id}`;
}

export async function end(
  tx: Tx,
  id: number,
  { reason = null, bytes = null }: { reason?: string | null; bytes?: number | null },
): Promise<void> {
  await tx`
    update backups set ended_at = clock_timestamp(), reason = ${reason}, bytes = ${bytes},
      outcome = ${reason === null ? 'done' : 'failed'}
    where id = ${id}`;
}

/** The newest first. */
export async function list(tx: Tx, limit: number): Promise<BackupRow[]> {
  return tx<BackupRow[]>`
    select kind, began_at, at, ended_at, outcome, reason, bytes from backups order by id desc limit ${limit}`;
}

/** To which moment the newest good one leads; null: there is none. */
export async function lastGood(tx: Tx, kind: BackupRow['kind']): Promise<Date | null> {
  const [row] = await tx<{ at: Date | null }[]>`
    select max(at) as at from backups where kind = ${kind} and outcome = 'done'`;
  return row?.at ?? null;
}

/**
 * Days in a row with a backup that may still be there, the newest first. What is needed no more goes when another copy of
 * the database has been made, about once a day: two days are added to those that it is kept for.
 */
export async function listRuns(tx: Tx, keptDays: number): Promise<{ firstAt: Date; lastAt: Date }[]> {
  return tx<{ firstAt: Date; lastAt: Date }[]>`
    with days as (
      select (at at time zone 'UTC')::date as day, min(at) as first_at, max(at) as last_at
      from backups
      where kind = 'backup' and at is not null and at >= (
        select max(at) from backups where kind = 'backup' and at is not null) - make_interval(days => ${keptDays + 2})
      group by day)
    select min(first_at) as first_at, max(last_at) as last_at
    from (select *, day - (row_number() over (order by day))::int as run from days) numbered
    group by run order by run desc`;
}

/** Whether the newest good one has the database; where somebody else copies it, it does not. */
export async function lastHasDatabase(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ hasDatabase: boolean }[]>`
    select has_database from backups
    where kind = 'backup' and outcome = 'done' and at is not null order by at desc limit 1`;
  return row?.hasDatabase ?? false;
}

export interface LastTrial {
  endedAt: Date;
  outcome: 'done' | 'failed';
}

/** The newest that has ended. */
export async function lastTrial(tx: Tx): Promise<LastTrial | undefined> {
  const [row] = await tx<LastTrial[]>`
    select ended_at, outcome from backups where kind = 'trial' and outcome is not null order by id desc limit 1`;
  return row;
}
