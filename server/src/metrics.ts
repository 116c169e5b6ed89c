import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { measureInstallation } from './modules/system/metrics.ts';
import type { Database } from './platform/db/database.ts';
import { createMeasure } from './platform/measure.ts';
import { measureCalls } from './platform/metrics/calls.ts';
import { measureMessages } from './platform/metrics/messages.ts';
import { type Measured, measureProcess } from './platform/metrics/process.ts';
import { type MetricsServer, startMetricsServer } from './platform/metrics/server.ts';
import type { ProcessInfo } from './platform/processes.ts';

/** Loaded only where somebody wants figures: without `METRICS_PORT` nothing is measured. */

type Address = NonNullable<Config['metrics']>;

/** A database, with the application on it. */
interface MeasuredHome {
  name: string;
  db: Database;
  app: FastifyInstance;
}

export interface Stoppable {
  stop(): Promise<void>;
}

/** Of a process with the API; also what waits in the whole installation, with the name of each database if it has several. */
export async function serveApiMetrics(
  address: Address,
  { homes, own, folders }: { homes: readonly MeasuredHome[]; own: ProcessInfo; folders: readonly string[] },
): Promise<Stoppable> {
  const server = await startMetricsServer(address);
  const { meter } = server;
  const listeners = () => homes.map(({ app }) => app.listeners());
  const consoles = () => sumOf(listeners(), 'consoles');
  const load = () => {
    const loads = homes.map(({ db }) => db.load());
    return {
      running: sumOf(loads, 'running'),
      waiting: sumOf(loads, 'waiting'),
      most: sumOf(loads, 'most'),
    };
  };
  const measure = createMeasure(folders, consoles);
  const stops = [
    measureProcess(meter, { db: { load }, own, measure }),
    measureMessages(meter),
    measureCalls(meter),
  ];
  measureInstallation(meter, homes);
  meter
    .createObservableGauge('balcao_consoles', {
      description: 'What is connected to this process: consoles, and programs that listen',
    })
    .addCallback((result) => {
      result.observe(consoles(), { kind: 'console' });
      result.observe(sumOf(listeners(), 'programs'), { kind: 'program' });
    });
  return stopping(server, stops);
}

/** Of a process with sessions. @param held how many it has, of so many */
export async function serveSessionMetrics(
  address: Address,
  { held, ...measured }: Measured & { held: () => { sessions: number; most: number } },
): Promise<Stoppable> {
  const server = await startMetricsServer(address);
  const { meter } = server;
  const stops = [measureProcess(meter, measured), measureMessages(meter)];
  const gauge = (name: string, description: string) => meter.createObservableGauge(name, { description });
  gauge('balcao_sessions', 'Sessions of connections that this process holds').addCallback((result) =>
    result.observe(held().sessions),
  );
  gauge('balcao_session_capacity', 'Sessions that this process may hold').addCallback((result) =>
    result.observe(held().most),
  );
  return stopping(server, stops);
}

const stopping = (server: MetricsServer, stops: readonly (() => void)[]): Stoppable => ({
  async stop() {
    for (const stop of stops) stop();
    await server.stop();
  },
});

const sumOf = <K extends string>(rows: readonly Record<K, number>[], name: K): number =>
  rows.reduce((sum, row) => sum + row[name], 0);
