import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { repeatedly } from '../../platform/repeatedly.ts';
import { GRACE_MS, markUnattended } from './unattended.service.ts';
import { giveUpLate } from './unfinished.service.ts';

const EVERY_MS = 10_000;
const DELETED_MS = 60_000;

/** What happens to connections because nobody does anything for them. */
export function installConnectionJobs(app: FastifyInstance, { db }: { db: Database }): void {
  const startedAt = performance.now();
  repeatedly(app, 'unattended connections', EVERY_MS, async () => {
    // After an outage nobody has held a session for long; whoever starts with us takes them in a moment.
    if (performance.now() - startedAt < GRACE_MS) return;
    const connections = await markUnattended(db);
    if (connections > 0)
      app.log.warn({ connections }, 'no process holds these sessions: is one missing, or are all full?');
  });
  repeatedly(app, 'deleted connections', DELETED_MS, () => giveUpLate(db));
}
