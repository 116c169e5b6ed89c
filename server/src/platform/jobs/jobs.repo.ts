import type { JobView } from '@balcao/shared/features/system/calls.ts';
import type { Tx } from '../db/client.ts';
import type { DueItem } from './job.ts';

/** @param slot the moment of the schedule, which only one process may take; null: out of turn */
export async function hold(
  tx: Tx,
  name: string,
  { owner, slot, ms }: { owner: string; slot: string | null; ms: number },
): Promise<boolean> {
  const held = await tx`
    insert into jobs as j (name, held_by, held_until, slot)
    values (${name}, ${owner}, now() + ${ms} * interval '1 millisecond', ${slot})
    on conflict (name) do update
      set held_by = excluded.held_by, held_until = excluded.held_until, slot = coalesce(excluded.slot, j.slot)
      where (j.held_until is null or j.held_until <= now())
        and (excluded.slot is null or j.slot is distinct from excluded.slot)`;
  return held.count === 1;
}

/** Without a name: everything. */
export async function letGo(tx: Tx, owner: string, name: string | null): Promise<void> {
  await tx`
    update jobs set held_until = null
    where held_by = ${owner} and held_until is not null and name = coalesce(${name}, name)`;
}

export type RunRecord = Pick<JobView, 'durationMs' | 'outcome' | 'reason'> & { startedAt: Date };

export async function record(tx: Tx, name: string, run: RunRecord): Promise<void> {
  await tx`
    insert into jobs (name, started_at, duration_ms, outcome, reason)
    values (${name}, ${run.startedAt}, ${run.durationMs}, ${run.outcome}, ${run.reason})
    on conflict (name) do update
      set started_at = excluded.started_at, duration_ms = excluded.duration_ms, outcome = excluded.outcome,
        reason = excluded.reason`;
}

export interface Setback {
  companyId: number | null;
  item: string;
  tries: number;
  retryAt: Date;
}

export async function setbacksOf(tx: Tx, job: string): Promise<Setback[]> {
  return tx<Setback[]>`select company_id, item, tries, retry_at from job_setbacks where job = ${job}`;
}

/** Keeps nothing when the company is gone meanwhile. */
export async function setBack(
  tx: Tx,
  job: string,
  { companyId, item, tries, retryAt, reason }: Setback & { reason: string },
): Promise<void> {
  await tx`
    insert into job_setbacks as s (job, company_id, item, tries, reason, retry_at)
    select ${job}, ${companyId}::bigint, ${item}, ${tries}::int, ${reason}, ${retryAt}::timestamptz
    where ${companyId}::bigint is null or exists (select from companies where id = ${companyId}::bigint)
    on conflict (job, company_id, item) do update
      set tries = greatest(s.tries, excluded.tries), reason = excluded.reason, retry_at = excluded.retry_at`;
}

export async function forget(
  tx: Tx,
  job: string,
  { companyId, item }: Pick<Setback, 'companyId' | 'item'>,
): Promise<void> {
  await tx`
    delete from job_setbacks
    where job = ${job} and company_id is not distinct from ${companyId}::bigint and item = ${item}`;
}

/** Setbacks shown for each job: those that have failed most often. */
const MAX_SHOWN = 20;

interface ShownSetback extends Setback {
  job: string;
  reason: string;
  total: number;
}

/** Every job that has run, as operators read it. */
export async function list(tx: Tx): Promise<JobView[]> {
  const rows = await tx<(RunRecord & { name: string })[]>`
    select name, started_at, duration_ms, outcome, reason from jobs where outcome is not null order by name`;
  const setbacks = await tx<ShownSetback[]>`
    select * from (
      select job, company_id, item, tries, reason, retry_at, count(*) over (partition by job)::int as total,
        row_number() over (partition by job order by tries desc, retry_at) as place
      from job_setbacks) s
    where place <= ${MAX_SHOWN} order by job, place`;
  const byJob = Map.groupBy(setbacks, ({ job }) => job);
  return rows.map(({ startedAt, ...row }) => {
    const shown = byJob.get(row.name) ?? [];
    return {
      ...row,
      startedAt: startedAt.toISOString(),
      setBack: shown[0]?.total ?? 0,
      setbacks: shown.map(({ companyId, item, tries, reason, retryAt }) => ({
        companyId,
        item,
        tries,
        reason,
        retryAt: retryAt.toISOString(),
      })),
    };
  });
}

/** What an item is called in the table. */
export const nameOf = ({ companyId, id }: DueItem): Pick<Setback, 'companyId' | 'item'> => ({
  companyId,
  item: String(id),
});
