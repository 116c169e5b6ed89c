import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { repeatedly } from '../../platform/repeatedly.ts';
import { actOnConnectionRules } from './connection-rules.service.ts';
import { endRatingWaits } from './ratings.service.ts';

const EVERY_MS = 10_000;

/** What happens to tickets because nothing else did. */
export function installTicketJobs(
  app: FastifyInstance,
  { db, clock }: { db: Database; clock(): Date },
): void {
  repeatedly(app, 'waits for ratings', EVERY_MS, () => endRatingWaits(db, clock()));
  repeatedly(app, 'rules of connections', EVERY_MS, () => actOnConnectionRules(db, clock()));
}
