import { AppError } from '@balcao/shared/errors.ts';
import {
  healthLive,
  healthReady,
  listHeldConnections,
  listJobs,
  listProcesses,
  showBackups,
  version,
} from '@balcao/shared/features/system/calls.ts';
import { MIN_PROTOCOL, PROTOCOL } from '@balcao/shared/sync/protocol.ts';
import type { FastifyInstance } from 'fastify';
import manifest from '../../../package.json' with { type: 'json' };
import { stateOfBackups } from '../../backup/state.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as jobs from '../../platform/jobs/jobs.repo.ts';
import { listAlive } from '../../platform/processes.ts';
import { listHeld } from './held-connections.repo.ts';

/** A balancer asks every few seconds; a database that needs longer than this is down for it. */
const PING_MS = 2_000;

/** The program migrates before it builds its routes, so whoever answers here is migrated. */
export function systemRoutes(
  app: FastifyInstance,
  deps: {
    db: Database;
    config: Pick<Config, 'minConsole' | 'backup'>;
    clock: () => Date;
    draining?: () => boolean;
  },
): void {
  register(app, healthLive, async () => ({ status: 'ok' as const }));
  register(app, healthReady, async () => {
    if (deps.draining?.()) throw new AppError('ERR_UNAVAILABLE', {}, { message: 'shutting down' });
    await within(PING_MS, deps.db.ping());
    return { status: 'ok' as const };
  });
  register(app, version, async () => ({
    version: manifest.version,
    protocol: PROTOCOL,
    minProtocol: MIN_PROTOCOL,
    minConsole: deps.config.minConsole,
  }));
  register(app, listJobs, (_input, { tx }) => jobs.list(tx));
  register(app, listProcesses, async (_input, { tx }) =>
    (await listAlive(tx)).map((row) => ({ ...row, startedAt: row.startedAt.toISOString() })),
  );
  register(app, showBackups, (_input, { tx }) => stateOfBackups(tx, deps.config.backup, deps.clock()));
  register(app, listHeldConnections, async ({ query }, { tx }) => {
    const rows = await listHeld(tx, pageAt(undefined, query.after), query.process);
    const { shown, hasMore, next } = pageOf(rows, ({ connectionId }) => connectionId);
    return { list: shown, hasMore, next };
  });
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new AppError('ERR_UNAVAILABLE', {}, { message: 'no answer' })),
    ms,
  );
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
