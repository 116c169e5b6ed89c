import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { EXPORT_DAYS } from '@balcao/shared/features/data-subjects/exports.ts';
import { makeZip } from 'client-zip';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Clock, Job } from '../../platform/jobs/job.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import * as repo from './data-exports.repo.ts';
import { entriesOf, ZIP } from './export-archive.ts';

/** A ZIP that no disk, bucket or line refuses. What is more goes into the next one. */
const PART_BYTES = 2_000_000_000;
/** So long one is made at most: who is killed loses no more, and housekeeping takes no file away that is still written. */
const PART_MS = 10 * 60_000;
/** Whoever has been silent for so long is dead. */
const CLAIM_MS = 30_000;
const LOOK_MS = 1_000;
const DAY_MS = 86_400_000;
/** A full disk may have room again; what fails so often fails for ever. */
const MAX_TRIES = 8;

interface Deps {
  db: Database;
  storage: Storage;
  config: Pick<Config, 'backup'>;
  /** True once the process is ending. */
  draining?: () => boolean;
  partBytes?: number;
}

/** The person is gone, nobody wants it any more, or the process is ending. */
class Stopped extends Error {}

/**
 * Makes all that there is about a person into ZIPs, one after the other, each straight into the storage. A process that dies
 * leaves those that are stored, and the next one begins with the ZIP that was not.
 */
export const makeExports = (deps: Deps): Job<repo.DueExport> => ({
  name: 'data exports',
  // Somebody looks at the page and waits.
  schedule: '*/5 * * * * *',
  processes: 'every',
  due: (now, limit) => deps.db.asSystem((tx) => repo.listDue(tx, now, limit)),
  async take(due, clock) {
    const { companyId } = due;
    const now = clock();
    const by = { claim: crypto.randomUUID(), now, until: new Date(now.getTime() + CLAIM_MS) };
    const claimed = await deps.db.withCompany(companyId, (tx) => repo.claim(tx, due, by));
    if (!claimed) return undefined;
    try {
      return await makePart(deps, claimed, clock);
    } catch (error) {
      await deps.db.withCompany(companyId, (tx) => repo.letGo(tx, claimed));
      if (error instanceof Stopped) return undefined;
      throw error;
    }
  },
  giveUp: {
    tries: MAX_TRIES,
    take: (due, clock) => deps.db.withCompany(due.companyId, (tx) => repo.fail(tx, due, endOf(clock()))),
  },
});

const endOf = (now: Date) => new Date(now.getTime() + EXPORT_DAYS * DAY_MS);

async function makePart(deps: Deps, claimed: repo.Claimed, clock: Clock): Promise<'more' | undefined> {
  const { db, storage, partBytes = PART_BYTES } = deps;
  const { companyId } = claimed;
  const began = performance.now();
  const written = { bytes: 0, messages: claimed.place?.said ?? 0 };
  let next: Omit<repo.Place, 'said'> | null = null;
  function isFull(): boolean {
    written.messages += 1;
    return written.bytes >= partBytes || performance.now() - began > PART_MS;
  }

  async function* entries() {
    next = yield* entriesOf(deps, claimed, { at: clock(), isFull });
  }
  async function* bytes(): AsyncGenerator<Uint8Array> {
    let looked = 0;
    for await (const piece of Readable.fromWeb(makeZip(entries()) as ReadableStream<Uint8Array>)) {
      written.bytes += piece.byteLength;
      yield piece;
      if (performance.now() - looked < LOOK_MS) continue;
      looked = performance.now();
      const until = new Date(clock().getTime() + CLAIM_MS);
      const isOurs = await db.withCompany(companyId, (tx) => repo.goOn(tx, claimed, written.messages, until));
      if (!isOurs || deps.draining?.()) throw new Stopped();
    }
  }

  const file = await storage.put(companyId, bytes(), { limit: Number.POSITIVE_INFINITY, mime: ZIP });
  crashAt('export.stored');
  const { size } = file;
  await file.settle((path) =>
    db.withCompany(companyId, (tx) =>
      repo.addPart(tx, claimed, {
        path,
        size,
        messages: written.messages,
        place: next && { ...next, said: written.messages },
        endsAt: endOf(clock()),
      }),
    ),
  );
  crashAt('export.written');
  return next === null ? undefined : 'more';
}

/** Takes ZIPs away whose time is over or whose person is gone: the bytes first, so that a crash leaves only the rows behind. */
export const endedExports = ({ db, storage }: Pick<Deps, 'db' | 'storage'>): Job<repo.DueExport> => ({
  name: 'ended data exports',
  schedule: '40 * * * * *',
  maxDelayMs: 5_000,
  processes: 'one',
  due: (now, limit) => db.asSystem((tx) => repo.listEnded(tx, now, limit)),
  async take(due) {
    const { companyId } = due;
    for (const path of await db.readCompany(companyId, (tx) => repo.pathsOf(tx, due)))
      await storage.remove(path);
    await db.withCompany(companyId, (tx) => repo.remove(tx, due));
  },
});
