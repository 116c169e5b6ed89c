import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { repeatedly } from '../../platform/repeatedly.ts';
import { markUnattended } from './unattended.service.ts';
import { giveUpLate } from './unfinished.service.ts';

const EVERY_MS = 10_000;
const DELETED_MS = 60_000;

/** What happens to connections because nobody does anything for them. */
export function installConnectionJobs(app: FastifyInstance, { db }: { db: Database }): void {
  repeatedly(app, 'unattended connections', EVERY_MS, async () => {
    const connections = await markUnattended(db);
    if (connections > 0)
      app.log.warn({ connections }, 'no process holds these sessions: is one missing, or are all full?');
  });
  repeatedly(app, 'deleted connections', DELETED_MS, () => giveUpLate(db));
}
