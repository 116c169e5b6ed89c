import type { FastifyInstance } from 'fastify';
import { writeWishes } from './backup/wishes/write-wishes.job.ts';
import { alsoOperators } from './databases/beside.ts';
import { claimBeforeWriting } from './databases/claims.ts';
import { housekeepingJobs } from './housekeeping.ts';
import { createReadings } from './modules/audit/readings.service.ts';
import { forgetUnused } from './modules/media/unused-files.ts';
import { commandsOf, grantsOf, MODULES } from './modules.ts';
import { type AppDeps, createParts, type Module } from './parts.ts';
import { refuseOldConsoles } from './platform/http/console-version.ts';
import { createPerform } from './platform/http/perform.ts';
import { installRoutes } from './platform/http/route.ts';
import { createHttpServer } from './platform/http/server.ts';
import { createTokenCalls } from './platform/http/token-calls.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { createCalls } from './platform/outgoing/calls.ts';
import { registerSync } from './sync/gateway.ts';
import { oldFeeds } from './sync/prune.ts';

/** The whole API on the given parts. Never listens: whoever builds it decides that, tests inject requests. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, log, beside } = deps;
  const parts = createParts(deps);
  const { db, secrets, sessions, outside, ruleFollower } = parts;
  db.beforeCommit(ruleFollower.finish);
  const app = createHttpServer({ log, trustProxy: config.trustProxy, publicUrl: config.publicUrl });
  app.addHook('onClose', async () => sessions.close());
  app.addHook('onClose', async () => outside.http.close());
  const jobs = createJobs(app, parts);
  const calls = createCalls(app, parts);
  installRoutes(app, {
    proveToken: alsoOperators(sessions.proveToken, beside),
    proveGrant: grantsOf(parts),
    perform: createPerform({ db, secrets }),
    formFiles: {
      keep: parts.media.receive,
      forget: (companyId, ids) => forgetUnused(db, companyId, ids),
    },
    noteCall: createTokenCalls(app, { db, log }),
    noteReading: createReadings(parts),
  });
  if (beside) claimBeforeWriting(app, beside.claims);
  refuseOldConsoles(app, config.minConsole);
  const modules: readonly Module[] = MODULES;
  for (const { routes = [] } of modules) for (const install of routes) install(app, parts);
  const moduleJobs = modules.flatMap((module) => module.jobs?.(parts) ?? []);
  for (const job of [...moduleJobs, ...housekeepingJobs(parts), oldFeeds(parts), writeWishes(parts)])
    jobs.add(job);
  for (const module of modules) for (const kind of module.calls?.(parts) ?? []) calls.add(kind);
  await registerSync(app, {
    ...parts,
    verifyAccess: sessions.verifyAccess,
    refusals: sessions.refusals,
    minConsole: config.minConsole,
    publicUrl: config.publicUrl,
    commands: commandsOf(parts),
    takeLine: beside?.takeLine,
    lines: modules.flatMap(({ lines = [] }) => lines),
  });
  return app;
}
