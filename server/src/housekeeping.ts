import type { FastifyInstance } from 'fastify';
import type { Database } from './platform/db/database.ts';

const EVERY_MS = 3_600_000;
const DAYS = {
  /** Until then a signed-out console may be told why. */
  endedSessions: 30,
  /** Of messages that we do not store, for example in groups: their message never comes. */
  earlyAcks: 7,
  /** Nobody is told of a reading that is a week old (read-receipts.ts). */
  readReceipts: 7,
  connectionEvents: 90,
};

/** Deletes what nobody will ask for again, in all companies. The feed prunes itself (sync/prune.ts). */
export async function tidyUp(db: Database, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000);
  await db.asSystem(async (tx) => {
    // Used ones too stay until they expire: one that comes back ends its session.
    await tx`delete from refresh_tokens where expires_at < ${now}`;
    await tx`delete from sessions where ended_at < ${before(DAYS.endedSessions)}`;
    await tx`delete from early_acks where at < ${before(DAYS.earlyAcks)}`;
    await tx`delete from read_receipts_due where at < ${before(DAYS.readReceipts)}`;
    await tx`delete from connection_events where at < ${before(DAYS.connectionEvents)}`;
  });
}

/** Every hour, for as long as the application lives. */
export function installHousekeeping(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock(): Date },
): void {
  const timer = setInterval(() => {
    tidyUp(db, clock()).catch((error: unknown) => app.log.warn({ err: error }, 'housekeeping'));
  }, EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
