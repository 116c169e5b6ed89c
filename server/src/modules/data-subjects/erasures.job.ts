import { setTimeout as pause } from 'node:timers/promises';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import * as erase from './erase.repo.ts';
import * as repo from './erasures.repo.ts';
import { begin } from './erasures.service.ts';

/** So long others have the database, after each turn. */
const REST_MS = 20;

/** In this order: what is found by conversations goes before them. Each takes some, and says how many. */
const STEPS = [
  erase.takeDeliveries,
  erase.takeAddresses,
  erase.takeCampaigns,
  erase.takeGroupMessages,
  erase.takeTicket,
  erase.takeContacts,
] as const;

/**
 * Deletes what a person has asked to be deleted, a thing at a time, each in its transaction. Whatever stops it, the next run
 * begins with the first step again, which finds nothing any more. It ends once the files are gone from the disk, which other
 * jobs do.
 */
export const erasures = ({ db }: { db: Database }): Job<repo.DueErasure> => ({
  name: 'erasures',
  schedule: '30 * * * * *',
  maxDelayMs: 5_000,
  processes: 'one',
  due: (now, limit) => db.asSystem((tx) => repo.listDue(tx, now, limit)),
  async take(due, clock) {
    const inTurn = <T>(work: (tx: Tx) => Promise<T>) => db.withCompany(due.companyId, work);
    if (!(await inTurn((tx) => begin(tx, due, clock())))) return;
    crashAt('erasure.begun');
    for (const step of STEPS)
      while ((await inTurn((tx) => step(tx, due))) > 0) {
        crashAt('erasure.taken');
        await pause(REST_MS);
      }
    await inTurn(async (tx) => {
      if ((await erase.hurryFiles(tx, due)) === 0) await erase.end(tx, due, clock());
    });
  },
});
