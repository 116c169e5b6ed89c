import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { endRatingWaits } from './ratings.service.ts';

const EVERY_MS = 10_000;

/** Looks for waits that are over for as long as the application lives; one look at a time. */
export function installRatingWaits(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock(): Date },
): void {
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= endRatingWaits(db, clock())
      .catch((error: unknown) => app.log.warn({ err: error }, 'waits for ratings'))
      .finally(() => {
        looking = null;
      });
  }, EVERY_MS);
  timer.unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await looking;
  });
}
