import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { measureInstallation } from './modules/system/metrics.ts';
import type { Database } from './platform/db/database.ts';
import { measureCalls } from './platform/metrics/calls.ts';
import { measureMessages } from './platform/metrics/messages.ts';
import { type Measured, measureProcess } from './platform/metrics/process.ts';
import { type MetricsServer, startMetricsServer } from './platform/metrics/server.ts';

/** Loaded only where somebody wants figures: without `METRICS_PORT` nothing is measured. */

type Address = NonNullable<Config['metrics']>;

export interface Stoppable {
  stop(): Promise<void>;
}

/** Of a process with the API; also what waits in the whole installation. */
export async function serveApiMetrics(
  address: Address,
  { app, db, ...rest }: Measured & { app: FastifyInstance; db: Database },
): Promise<Stoppable> {
  const server = await startMetricsServer(address);
  const { meter } = server;
  const stops = [measureProcess(meter, { db, ...rest }), measureMessages(meter), measureCalls(meter)];
  measureInstallation(meter, db);
  meter
    .createObservableGauge('balcao_consoles', {
      description: 'What is connected to this process: consoles, and programs that listen',
    })
    .addCallback((result) => {
      const { consoles, programs } = app.listeners();
      result.observe(consoles, { kind: 'console' });
      result.observe(programs, { kind: 'program' });
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
