import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { holdAfterRestore } from './backup/after-restore.ts';
import { untilWishesHold } from './backup/wishes/redo-wishes.ts';
import type { ChannelSession } from './channels/channel.ts';
import { createFleet, type Fleet } from './channels/fleet.ts';
import { openProviders } from './channels/kinds.ts';
import { createLeases, LEASE_TIMES, type LeaseTimes } from './channels/lease.ts';
import { SESSION_TIMES, type SessionTimes } from './channels/whatsapp/session-times.ts';
import { type Config, loadConfig } from './config.ts';
import { showAgentsTyping } from './conversation/agent-typing.ts';
import { createConnectionWorkers } from './conversation/connection-workers.ts';
import { createIngest } from './conversation/ingest.ts';
import { answerNumberQuestions } from './conversation/number-answers.ts';
import { throttle } from './conversation/throttle.ts';
import { createTypingNews } from './conversation/typing-news.ts';
import { FIRST_DATABASE } from './databases/names.ts';
import { assertReady } from './databases/ready.ts';
import { whenThere } from './databases/when-there.ts';
import type { Stoppable } from './metrics.ts';
import { createRuleFollower } from './modules/automations/follow-rules.ts';
import { createMediaLinks } from './modules/media/media.links.ts';
import { createBus } from './platform/bus.ts';
import { compactHeap } from './platform/compact-heap.ts';
import { addressKey } from './platform/db/address-key.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { whyNotStarted } from './platform/db/errors.ts';
import { createLifecycle } from './platform/lifecycle.ts';
import { createLog, type Log } from './platform/log.ts';
import { createMeasure, foldersOf } from './platform/measure.ts';
import { createNoticeAddresses } from './platform/notice-address.ts';
import { createAddressRule } from './platform/outgoing/address-rule.ts';
import { createHostFinder } from './platform/outgoing/host-finder.ts';
import { createHttpClient } from './platform/outgoing/http-client.ts';
import { type Measures, newProcessId, type ProcessInfo } from './platform/processes.ts';
import { createSecrets } from './platform/secrets.ts';
import { openStorage } from './platform/storage/open.ts';
import { createUnsubscribeLinks } from './platform/unsubscribe-links.ts';
import { type SessionWorker, startSessionWorker } from './platform/workers.ts';
import { createAddresses } from './services/outside.ts';
import { VERSION } from './version.ts';

/** The program that holds the sessions of connections, apart from the API: a stuck session must not stop it (hazard H6). */

export interface SessionProcessTimes {
  session: SessionTimes;
  lease: LeaseTimes;
  /** Wishes and work are looked for this often; hints make it faster. */
  pollMs: number;
}

const TIMES: SessionProcessTimes = { session: SESSION_TIMES, lease: LEASE_TIMES, pollMs: 3_000 };
const LOOK_MS = 250;
/** Messages on their way may still be accepted before the connection ends. */
const DRAIN_MS = 2_000;
const SHUTDOWN_LIMIT_MS = 14_000;

export interface SessionProcess {
  stop(): Promise<void>;
}

/**
 * @param databaseUrl migrated already
 * @param options.onUnrecoverable a session is beyond repair in this process: end it, another one goes on
 */
export async function startSessions(
  config: Config,
  databaseUrl: string,
  options: { log: Log; onUnrecoverable(): void; times?: SessionProcessTimes; capacity?: number },
): Promise<SessionProcess> {
  const { log, times = TIMES, capacity = config.sessionsCapacity } = options;
  const resources = await openResources(config, databaseUrl, log);
  const { bus, db, quietDb, secrets, links } = resources;
  const { publicUrl } = config;
  const common = { db, secrets, log, clock: () => new Date() };
  db.beforeCommit(createRuleFollower(common).finish);
  const listener = createIngest({
    ...common,
    onMedia: ({ connectionId }) => workers.poke(connectionId),
    onContact: ({ connectionId }, contactId) => workers.onMessageFrom(connectionId, contactId),
    onTyping: createTypingNews({ db, bus }),
  });
  const workers = createConnectionWorkers({
    ...common,
    listener,
    storage: resources.storage,
    linkOf: (companyId, id) => (publicUrl === null ? null : links.of(companyId, { id, state: 'stored' })),
    unsubscribeLinkOf: createUnsubscribeLinks({ secrets, publicUrl }).of,
    limitBytes: config.mediaLimitBytes,
    paceUnitMs: config.campaignPaceMs,
  });
  showAgentsTyping({ db, bus }, workers.sessionOf);
  answerNumberQuestions({ bus, log }, workers.sessionOf);
  const deps = {
    db,
    quietDb,
    secrets,
    log,
    listener,
    bus,
    storage: resources.storage,
    noticeAddresses: createNoticeAddresses({ secrets, publicUrl }),
    outside: { http: resources.http, addresses: createAddresses(config.outgoing.standIn) },
    findHost: createHostFinder(createAddressRule(config.outgoing.allow)),
    mediaLimitBytes: config.mediaLimitBytes,
    onReady: ({ connectionId }: Pick<ChannelSession, 'connectionId'>) => workers.poke(connectionId),
    onUnrecoverable: options.onUnrecoverable,
  };
  const provider = await openProviders(deps, { config, whatsappTimes: times.session });
  const own: ProcessInfo = {
    id: newProcessId(config.machine),
    kind: 'sessions',
    machine: config.machine,
    version: VERSION,
    capacity,
  };
  const measure = createMeasure(foldersOf(config), () => 0);
  const leases = createLeases({
    db,
    log,
    own,
    measure,
    times: times.lease,
  });
  const fleet = createFleet({
    db,
    log,
    provider,
    leases,
    capacity,
    onStart: workers.start,
    onEnd(session) {
      workers.end(session);
      // Who has room for it should not wait for the next look by the clock.
      bus.dirty(session.companyId);
    },
  });

  const look = throttle(LOOK_MS, () => void fleet.look());
  const ignoreOthers = bus.onDirty((companyId) => {
    look();
    workers.look(companyId);
  });
  await resources.connect();
  await holdAfterRestore(db, { log });
  await untilWishesHold(db, log);
  const poll = setInterval(() => {
    void fleet.balance().then(look);
    workers.look();
  }, times.pollMs);
  const watched = await watch(config, { db, own, measure, fleet, log });
  await leases.renew();
  await fleet.balance();
  await fleet.look();

  return {
    async stop() {
      clearInterval(poll);
      ignoreOthers();
      look.cancel();
      const closing = workers.close();
      await Promise.race([closing, sleep(DRAIN_MS)]);
      await fleet.stop();
      bus.close();
      await closing;
      await provider.close();
      await leases.close();
      await Promise.all([resources.http.close(), db.close(), quietDb.close()]);
      await Promise.all(watched.map((one) => one.stop()));
    },
  };
}

/** Figures and traces, for whoever wants them. */
async function watch(
  { metrics, traces }: Config,
  {
    fleet,
    log,
    ...measured
  }: { db: Database; own: ProcessInfo; measure(): Measures; fleet: Fleet; log: Log },
): Promise<Stoppable[]> {
  const { own } = measured;
  const watched: Stoppable[] = [];
  if (metrics) {
    const { serveSessionMetrics } = await import('./metrics.ts');
    const held = () => ({ sessions: fleet.size, most: own.capacity });
    watched.push(await serveSessionMetrics(metrics, { ...measured, held }));
  }
  if (traces) {
    const { startTraces } = await import('./platform/traces.ts');
    watched.push(startTraces(traces, own, log));
  }
  return watched;
}

/** What the sessions of a process share. Nothing is connected yet. */
async function openResources(config: Config, databaseUrl: string, log: Log) {
  const secrets = createSecrets({ keyFile: config.secretKeyFile });
  const { bus, connect } = createBus(
    () => db,
    (error) => log.warn({ err: error }, 'bus'),
  );
  const open = (name: string, onCommit: (companyId: number) => void): Database =>
    openDatabase({
      url: databaseUrl,
      name,
      poolSize: config.databasePool,
      addressKey: addressKey(secrets),
      onCommit,
    });
  const db = open('balcao-sessions', bus.dirty);
  const quietDb = open('balcao-session-keys', () => {});
  return {
    bus,
    connect,
    db,
    quietDb,
    secrets,
    storage: await openStorage(config, log),
    links: createMediaLinks({ secrets, clock: () => new Date(), publicUrl: config.publicUrl }),
    http: createHttpClient(createAddressRule(config.outgoing.allow)),
  };
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config).child({ process: 'sessions' });
  if (!config.databaseUrl)
    throw new Error('DATABASE_URL is missing: the session worker has no database of its own');
  const first = { name: FIRST_DATABASE, url: config.databaseUrl };
  const lifecycle = createLifecycle({ log });
  const grace = closeWithGrace({ delay: SHUTDOWN_LIMIT_MS, logger: false }, async ({ err }) => {
    if (err) log.fatal({ err }, 'unexpected failure');
    await lifecycle.shutdown();
  });
  // The API process is gone, however it ended: another one will start its own worker.
  process.once('disconnect', () => grace.close());
  const sessions = startSessions(config, first.url, { log, onUnrecoverable: () => grace.close() });
  const besides: SessionWorker[] = [];
  // Also one that is told to end while it starts gives back what it holds.
  lifecycle.onShutdown('work', 'sessions', async () => {
    await Promise.all([sessions.then((own) => own.stop()), ...besides.map((worker) => worker.stop())]);
  });
  await sessions;
  for (const [index, other] of config.otherDatabases.entries())
    await whenThere(
      other.name,
      async () => {
        await assertReady(first, other);
        const own = log.child({ database: other.name });
        besides.push(startSessionWorker({ config, databaseUrl: other.url, before: index + 1, log: own }));
      },
      { log, lifecycle },
    );
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
  compactHeap();
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${whyNotStarted(error)}\n`);
    process.exit(1);
  });
}
