import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import type { Config } from '../src/config.ts';
import { whyNotStarted } from '../src/platform/db/errors.ts';
import { type SessionProcessTimes, startSessions } from '../src/sessions.ts';

/** The session worker with quicker times, for tests that kill it: `node session-worker.ts '<json>'`. */
const { config, times } = JSON.parse(process.argv[2] ?? '{}') as {
  config: Config;
  times: SessionProcessTimes;
};
const SHUTDOWN_LIMIT_MS = 14_000;
const log = pino({ level: process.env.LOG ?? 'silent' }, pino.destination(2));
if (!config.databaseUrl) throw new Error('no database');
const sessions = await startSessions(config, config.databaseUrl, {
  log,
  times,
  onUnrecoverable: () => process.exit(1),
}).catch((error: unknown) => {
  process.stderr.write(`${whyNotStarted(error)}\n`);
  process.exit(1);
});
process.send?.('ready');
process.once('disconnect', () => process.exit());
process.once('SIGTERM', () => {
  setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS);
  void sessions.stop().then(() => process.exit());
});
flushCompileCache();
