import { CONNECTION_STATUSES } from '@balcao/shared/features/connections/row.ts';
import type { Attributes, BatchObservableResult, Meter, Observable } from '@opentelemetry/api';
import type { Database } from '../../platform/db/database.ts';
import { type Installation, intakeOf, readInstallation, type Waiting } from './installation.repo.ts';

/** However many ask: the database is asked once in this time. */
const FRESH_MS = 10_000;
/** Prometheus gives up after ten seconds by default; a scrape without these figures is better than none. */
const PATIENCE_MS = 3_000;

interface MeasuredDatabase {
  name: string;
  db: Pick<Database, 'asSystem'>;
}

/**
 * What waits in the whole installation. Each process that serves it says the same.
 *
 * @param databases may become more; their names are told where there are several
 */
export function measureInstallation(meter: Meter, databases: readonly MeasuredDatabase[]): void {
  const gauge = (name: string, description: string): Observable =>
    meter.createObservableGauge(name, { description });
  const connections = gauge('balcao_connections', 'Connections that are to be connected, by how they are');
  const outbox = waitingGauges(gauge, 'outbox', 'messages that are to go out, by how their connection is');
  const lines = {
    journal: waitingGauges(gauge, 'journal', 'messages that were decrypted and are not stored yet'),
    notices: waitingGauges(gauge, 'notices', 'notices of messengers that nobody has read yet'),
    calls: waitingGauges(gauge, 'calls', 'calls to services outside that are due'),
    webhooks: waitingGauges(gauge, 'webhooks', 'deliveries that webhooks have not been told'),
  };
  const intake = gauge(
    'balcao_intake_lag_seconds',
    'Age of the oldest message that came and is not stored yet',
  );
  const dead = gauge('balcao_calls_dead', 'Calls to services outside that were given up within a week');
  const campaigns = gauge('balcao_campaigns_running', 'Campaigns under way');
  const failed = gauge('balcao_jobs_failed', 'Kinds of work by the clock whose last run failed');
  const setbacks = gauge('balcao_job_setbacks', 'Items of work by the clock that wait for their next try');

  const backup = gauge(
    'balcao_backup_age_seconds',
    'Age of the newest good backup; where none was good, time since the first try',
  );

  const reads = new Map<string, () => Promise<Installation>>();
  const read = async ({ name, db }: MeasuredDatabase) => {
    const sometimes = reads.get(name) ?? readSometimes(db);
    reads.set(name, sometimes);
    return { now: await sometimes(), of: databases.length > 1 ? { database: name } : {} };
  };
  const all = [outbox, ...Object.values(lines)].flatMap(({ count, age }) => [count, age]);
  meter.addBatchObservableCallback(
    async (result) => {
      const found = await Promise.allSettled(databases.map(read));
      for (const one of found) if (one.status === 'fulfilled') tell(result, one.value.now, one.value.of);
      const failed = found.find((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    },
    [connections, ...all, intake, dead, campaigns, failed, setbacks, backup],
  );

  function tell(result: BatchObservableResult, now: Installation, of: Attributes): void {
    for (const status of CONNECTION_STATUSES) {
      const { count, since } = now.outbox[status] ?? { count: 0, since: null };
      result.observe(connections, now.wanted[status] ?? 0, { ...of, status });
      result.observe(outbox.count, count, { ...of, status });
      result.observe(outbox.age, ageOf({ since }, now), { ...of, status });
    }
    for (const name of Object.keys(lines) as (keyof typeof lines)[]) {
      result.observe(lines[name].count, now[name].count, of);
      result.observe(lines[name].age, ageOf(now[name], now), of);
    }
    result.observe(intake, ageOf(intakeOf(now), now), of);
    result.observe(dead, now.deadCalls, of);
    result.observe(campaigns, now.runningCampaigns, of);
    result.observe(failed, now.failedJobs.length, of);
    result.observe(setbacks, now.setbacks, of);
    if (now.unsavedSince) result.observe(backup, ageOf({ since: now.unsavedSince }, now), of);
  }
}

function waitingGauges(gauge: (name: string, description: string) => Observable, name: string, what: string) {
  return {
    count: gauge(`balcao_${name}_waiting`, `How many ${what}`),
    age: gauge(`balcao_${name}_oldest_seconds`, `Age of the oldest of the ${what}`),
  };
}

const ageOf = ({ since }: Pick<Waiting, 'since'>, { now }: Installation) =>
  since ? Math.max(0, (now.getTime() - since.getTime()) / 1_000) : 0;

/** @returns what is fresh enough; rejects when the database does not answer in time */
function readSometimes(db: Pick<Database, 'asSystem'>): () => Promise<Installation> {
  let last: { at: number; read: Promise<Installation> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > FRESH_MS) {
      const read = db.asSystem(readInstallation);
      read.catch(() => {
        last = undefined;
      });
      last = { at: performance.now(), read };
    }
    return inTime(last.read);
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('the database does not answer')), PATIENCE_MS);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
