import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Meter } from '@opentelemetry/api';
import type { Database } from '../db/database.ts';
import type { Measures, ProcessInfo } from '../processes.ts';

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;
const QUANTILES = [50, 99, 100] as const;

export interface Measured {
  db: Pick<Database, 'load'>;
  own: Pick<ProcessInfo, 'kind' | 'version'>;
  measure(): Measures;
}

/**
 * What any process has: memory, a processor, an event loop, a disk, connections with the database.
 *
 * @returns how to stop
 */
export function measureProcess(meter: Meter, { db, own, measure }: Measured): () => void {
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description });

  gauge('balcao_process_info', 'Always 1, with what this process does and its version').addCallback(
    (result) => result.observe(1, { kind: own.kind, version: own.version }),
  );
  gauge('balcao_memory_bytes', 'Memory of this process: all that is resident, and of that what').addCallback(
    (result) => {
      const { rss, heapUsed, external } = process.memoryUsage();
      for (const [part, bytes] of Object.entries({ resident: rss, heap: heapUsed, external }))
        result.observe(bytes, { part });
    },
  );
  meter
    .createObservableCounter('balcao_cpu_seconds', { description: 'Processor time of this process' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe((user + system) / MICROSECONDS);
    });
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  gauge(
    'balcao_event_loop_delay_seconds',
    'How late this process came to its work, since it was asked last',
  ).addCallback((result) => {
    for (const percent of QUANTILES)
      result.observe(delay.percentile(percent) / NANOSECONDS, { quantile: String(percent / 100) });
    delay.reset();
  });
  gauge(
    'balcao_database_transactions',
    'Transactions of this process that run, and that wait for a connection',
  ).addCallback((result) => {
    const { running, waiting } = db.load();
    result.observe(running, { state: 'running' });
    result.observe(waiting, { state: 'waiting' });
  });
  const free = gauge(
    'balcao_disk_free_bytes',
    'What is free of the fullest disk with files, a database or backups',
  );
  const all = gauge('balcao_disk_bytes', 'The fullest disk with files, a database or backups');
  meter.addBatchObservableCallback(
    (result) => {
      const { disk, diskFree } = measure();
      if (disk === null || diskFree === null) return;
      result.observe(all, disk);
      result.observe(free, diskFree);
    },
    [free, all],
  );
  gauge(
    'balcao_database_pool_connections',
    'Connections with the database that this process may have',
  ).addCallback((result) => result.observe(db.load().most));
  return () => void delay.disable();
}
