import { AppError } from '@balcao/shared/errors.ts';
import {
  getConsoleVersions,
  getHealth,
  getHealthHistory,
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
import { stateOfBackups } from '../../backup/state.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as jobs from '../../platform/jobs/jobs.repo.ts';
import { listAlive } from '../../platform/processes.ts';
import { VERSION } from '../../version.ts';
import { listConsoleVersions, publishedVersion } from './console-versions.ts';
import { readHealth } from './health.service.ts';
import { listMoments } from './health-history.repo.ts';
import { listHeld } from './held-connections.repo.ts';

/** A balancer asks every few seconds; a database that needs longer than this is down for it. */
const PING_MS = 2_000;

interface SystemDeps {
  db: Database;
  config: Pick<Config, 'minConsole' | 'publicUrl' | 'updatesDir' | 'backup' | 'bucket'>;
  clock: () => Date;
  draining?: () => boolean;
}

/** The program migrates before it builds its routes, so whoever answers here is migrated. */
export function systemRoutes(app: FastifyInstance, deps: SystemDeps): void {
  register(app, healthLive, async () => ({ status: 'ok' as const }));
  register(app, healthReady, async () => {
    if (deps.draining?.()) throw new AppError('ERR_LEAVING');
    await within(PING_MS, deps.db.ping());
    return { status: 'ok' as const };
  });
  register(app, version, async () => ({
    version: VERSION,
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
    const { shown, hasMore, next } = pageOf(rows, ({ connectionId }) => String(connectionId));
    return { list: shown, hasMore, next };
  });
  healthRoutes(app, deps);
}

/** What operators look at. */
function healthRoutes(app: FastifyInstance, { config, clock }: SystemDeps): void {
  register(app, getHealth, async () => {
    const published = await publishedVersion(config.updatesDir);
    return async (tx) => {
      const now = clock();
      const { findings, down: found } = await readHealth(tx, { config, published, now });
      const down = found.rows.map((row) => ({ ...row, since: row.since.toISOString() }));
      return { at: now.toISOString(), findings, down };
    };
  });
  register(app, getHealthHistory, (_input, { tx }) => listMoments(tx));
  register(app, getConsoleVersions, async () => {
    const published = await publishedVersion(config.updatesDir);
    return async (tx) => {
      const rows = await listConsoleVersions(tx);
      const versions = rows.map((row) => ({ ...row, lastSeenAt: row.lastSeenAt.toISOString() }));
      return { published, least: config.minConsole, versions };
    };
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
