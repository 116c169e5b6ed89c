import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Config } from '../config.ts';
import type { Log } from './log.ts';

const PROGRAM = new URL('../sessions.ts', import.meta.url);
const STOP_MS = 15_000;
const RESTART_MS = { first: 500, most: 30_000 };
/** A worker that lived this long died of something new. */
const HEALTHY_MS = 60_000;

export interface SessionWorker {
  /** The worker of the moment has taken up its sessions. */
  readonly ready: Promise<void>;
  /** Ends it in its own time, or after 15 s. */
  stop(): Promise<void>;
}

/** Runs the session worker in a process of its own and starts it again when it dies, each time a little later. */
export function startSessionWorker(options: {
  config: Config;
  databaseUrl: string;
  /** Workers of other databases that are started before it. */
  before?: number;
  log: Log;
}): SessionWorker {
  const { log } = options;
  const ready = Promise.withResolvers<void>();
  let child: ChildProcess;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let stopping = false;

  function start(): void {
    const startedAt = performance.now();
    child = fork(PROGRAM, { env: environment(options), stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    child.stdout?.once('data', () => ready.resolve());
    child.stdout?.resume();
    child.once('error', (error) => log.error({ err: error }, 'session worker'));
    child.once('exit', (code, signal) => {
      if (stopping) return;
      failures = performance.now() - startedAt > HEALTHY_MS ? 0 : failures + 1;
      const ms = Math.min(RESTART_MS.most, RESTART_MS.first * 2 ** failures);
      log.error({ code, signal, ms }, 'session worker died, starting another');
      timer = setTimeout(start, ms);
    });
  }

  start();
  return {
    ready: ready.promise,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await gone;
      clearTimeout(limit);
    },
  };
}

/** The configuration as it is, wherever it came from: paths are absolute and the database is running. */
function environment({
  config,
  databaseUrl,
  before = 0,
}: {
  config: Config;
  databaseUrl: string;
  before?: number;
}): NodeJS.ProcessEnv {
  const { whatsapp, bucket, metrics, role } = config;
  return {
    ...process.env,
    DATABASE_URL: databaseUrl,
    // Each database has workers of its own.
    DATABASES: '',
    DATABASE_POOL: String(config.databasePool),
    DATA_DIR: config.dataDir,
    S3_ENDPOINT: bucket?.endpoint ?? '',
    S3_BUCKET: bucket?.name ?? '',
    S3_REGION: bucket?.region ?? '',
    S3_ACCESS_KEY_ID: bucket?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: bucket?.secretAccessKey ?? '',
    S3_PUBLIC: bucket?.publicUrl ?? '',
    SECRET_KEY_FILE: config.secretKeyFile,
    MACHINE_NAME: config.machine,
    WHATSAPP_URL: whatsapp.url ?? '',
    WHATSAPP_CA_FILE: whatsapp.caFile ?? '',
    WHATSAPP_NOISE_ROOT: whatsapp.noiseRoot ?? '',
    WHATSAPP_VERSION: whatsapp.version ?? '',
    BALCAO_MEDIA_LIMIT_MB: String(config.mediaLimitBytes / (1024 * 1024)),
    // The first one is this process's, where it has an API.
    METRICS_PORT: metrics ? String(metrics.port + (role === 'all' ? 1 : 0) + before) : '',
    BALCAO_INSTANCE: '',
    BALCAO_ROLE: 'sessions',
    SESSIONS_CAPACITY: String(config.sessionsCapacity),
    LOG_LEVEL: config.logLevel,
  };
}
