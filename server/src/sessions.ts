import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { ChannelSession } from './channels/channel.ts';
import { createFleet } from './channels/fleet.ts';
import { openProviders } from './channels/kinds.ts';
import { LEASE_TIMES, type LeaseTimes } from './channels/lease.ts';
import { SESSION_TIMES, type SessionTimes } from './channels/whatsapp/session-times.ts';
import { type Config, loadConfig } from './config.ts';
import { showAgentsTyping } from './conversation/agent-typing.ts';
import { type ConnectionWorker, startConnectionWorker } from './conversation/connection-worker.ts';
import { createIntake } from './conversation/intake.ts';
import { answerNumberQuestions } from './conversation/number-answers.ts';
import { throttle } from './conversation/throttle.ts';
import { createTypingNews } from './conversation/typing-news.ts';
import { createMediaLinks } from './modules/media/media.links.ts';
import { createBus } from './platform/bus.ts';
import { compactHeap } from './platform/compact-heap.ts';
import { type Database, openDatabase } from './platform/db/database.ts';
import { whyNotStarted } from './platform/db/errors.ts';
import { createLog, type Log } from './platform/log.ts';
import { createNoticeAddresses } from './platform/notice-address.ts';
import { createAddressRule } from './platform/outgoing/address-rule.ts';
import { createDoor } from './platform/outgoing/door.ts';
import { createSecrets } from './platform/secrets.ts';
import { createDiskStorage } from './platform/storage/disk.ts';
import { createAddresses } from './services/outside.ts';

/** The program that holds the sessions of connections, apart from the API: a stuck session must not stop it (hazard H6). */

export interface SessionProcessTimes {
  session: SessionTimes;
  lease: LeaseTimes;
  /** Wishes and work are looked for this often; hints make it faster. */
  pollMs: number;
}

const TIMES: SessionProcessTimes = { session: SESSION_TIMES, lease: LEASE_TIMES, pollMs: 3_000 };
/** Sessions of one process; `server/OPERATING.md` says how to have more. */
export const CAPACITY = 50;
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
  const { log, times = TIMES, capacity = CAPACITY } = options;
  const { bus, connect } = createBus(
    () => db,
    (error) => log.warn({ err: error }, 'bus'),
  );
  const open = (name: string, onCommit: (companyId: number) => void): Database =>
    openDatabase({ url: databaseUrl, name, poolSize: config.databasePool, onCommit });
  const db = open('balcao-sessions', bus.dirty);
  const quietDb = open('balcao-session-keys', () => {});
  const secrets = createSecrets({ keyFile: config.secretKeyFile });
  const storage = createDiskStorage(join(config.dataDir, 'media'));

  const workers = new Map<number, ConnectionWorker>();
  const sessions = new Map<number, ChannelSession>();
  const sessionOf = (connectionId: number) => sessions.get(connectionId);
  showAgentsTyping({ db, bus }, sessionOf);
  answerNumberQuestions({ bus, log }, sessionOf);
  const poke = ({ connectionId }: Pick<ChannelSession, 'connectionId'>) => workers.get(connectionId)?.poke();
  const { publicUrl } = config;
  const links = createMediaLinks({ secrets, clock: () => new Date(), publicUrl });
  const { allow, standIn } = config.outgoing;
  const door = createDoor(createAddressRule(allow));
  const deps = {
    db,
    quietDb,
    secrets,
    log,
    listener: createIntake({
      db,
      secrets,
      log,
      clock: () => new Date(),
      onMedia: poke,
      onContact: ({ connectionId }, contactId) => workers.get(connectionId)?.onMessageFrom(contactId),
      onTyping: createTypingNews({ db, bus }),
    }),
    noticeAddresses: createNoticeAddresses({ secrets, publicUrl }),
    outside: { door, addresses: createAddresses(standIn) },
    mediaLimitBytes: config.mediaLimitBytes,
    onReady: poke,
    onUnrecoverable: options.onUnrecoverable,
  };
  const provider = await openProviders(deps, { config, whatsappTimes: times.session });
  const fleet = createFleet({
    db,
    log,
    provider,
    owner: `${hostname()}/${process.pid}/${crypto.randomUUID()}`,
    leaseTimes: times.lease,
    capacity,
    onStart(session) {
      sessions.set(session.connectionId, session);
      workers.set(
        session.connectionId,
        startConnectionWorker(
          {
            db,
            storage,
            secrets,
            log,
            clock: () => new Date(),
            listener: deps.listener,
            linkOf: (companyId, id) =>
              publicUrl === null ? null : links.of(companyId, { id, state: 'stored' }),
            limitBytes: config.mediaLimitBytes,
            paceUnitMs: config.campaignPaceMs,
          },
          session,
        ),
      );
    },
    onEnd({ connectionId }) {
      sessions.delete(connectionId);
      void workers.get(connectionId)?.close();
      workers.delete(connectionId);
    },
  });

  const look = throttle(LOOK_MS, () => void fleet.look());
  /** Fifty connections must not look at each commit of a company that is none of theirs. */
  const pokeAll = (companyId?: number) => {
    for (const worker of workers.values())
      if (companyId === undefined || worker.companyId === companyId) worker.poke();
  };
  bus.onDirty((companyId) => {
    look();
    pokeAll(companyId);
  });
  await connect();
  const poll = setInterval(() => {
    look();
    pokeAll();
  }, times.pollMs);
  await fleet.look();

  return {
    async stop() {
      clearInterval(poll);
      look.cancel();
      bus.close();
      const closing = Promise.all([...workers.values()].map((worker) => worker.close()));
      await Promise.race([closing, sleep(DRAIN_MS)]);
      await fleet.stop();
      await closing;
      await provider.close();
      await Promise.all([door.close(), db.close(), quietDb.close()]);
    },
  };
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config).child({ process: 'sessions' });
  if (!config.databaseUrl)
    throw new Error('DATABASE_URL is missing: the session worker has no database of its own');
  let sessions: SessionProcess | undefined;
  const grace = closeWithGrace({ delay: SHUTDOWN_LIMIT_MS, logger: false }, async ({ err }) => {
    if (err) log.fatal({ err }, 'unexpected failure');
    await sessions?.stop();
  });
  // The API process is gone, however it ended: another one will start its own worker.
  process.once('disconnect', () => grace.close());
  sessions = await startSessions(config, config.databaseUrl, {
    log,
    onUnrecoverable: () => grace.close(),
  });
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
  compactHeap();
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    process.stderr.write(`${whyNotStarted(error)}\n`);
    process.exit(1);
  });
}
