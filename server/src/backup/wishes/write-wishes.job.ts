import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { BackupConfig } from '../settings.ts';
import { openWishLog, PlaceError, type WishLog } from './log.ts';
import * as repo from './wishes.repo.ts';

interface Deps {
  db: Database;
  config: Pick<Config, 'backup'>;
  secrets: Pick<Secrets, 'derive'>;
}

/** The wishes of a company, or the line that begins the log. */
interface DueWishes {
  companyId: number | null;
  id: number | string;
}

const BEGINNING: DueWishes = { companyId: null, id: 'beginning' };
/** So long a place that did not take a line is left alone. */
const REST_MS = 30_000;

/** Somebody has written lines there of which this database does not know. */
class TakenError extends Error {}

/**
 * Writes what people have asked for beside the backups, within seconds: a row is gone when its line stands there. A process
 * that dies in between leaves lines which the next one takes for written.
 */
export function writeWishes({ db, config, secrets }: Deps): Job<DueWishes> {
  let isBegun = false;

  async function withLog(work: (log: WishLog) => Promise<unknown>, backup: BackupConfig): Promise<void> {
    const log = await openWishLog(backup, secrets);
    try {
      await work(log);
    } finally {
      log.close();
    }
  }

  return {
    name: 'wishes',
    schedule: '*/5 * * * * *',
    processes: 'one',
    due: (now, limit) =>
      db.asSystem(async (tx) => {
        if (!config.backup || isResting(await repo.readEnd(tx), now)) return [];
        const companies = await repo.listCompanies(tx, limit);
        return [
          ...companies.map(({ companyId }) => ({ companyId, id: companyId })),
          ...(isBegun ? [] : [BEGINNING]),
        ];
      }),
    async take({ companyId }, clock) {
      const { backup } = config;
      if (!backup || isResting(await db.asSystem(repo.readEnd), clock())) return;
      try {
        await withLog(async (log) => {
          await (companyId === null ? begin(db, log) : write(db, log, companyId)).catch((error: unknown) => {
            if (!(error instanceof TakenError)) throw error;
            return adopt(db, log);
          });
          isBegun = true;
          await db.asSystem(repo.noteWell);
        }, backup);
      } catch (error) {
        if (!(error instanceof PlaceError)) throw error;
        await db.asSystem((tx) => repo.noteFailure(tx, clock(), error.message));
      }
    },
  };
}

const isResting = ({ failedAt }: repo.KnownEnd, now: Date): boolean =>
  failedAt !== null && now.getTime() - failedAt.getTime() < REST_MS;

/** Also in another place than before. */
async function begin(db: Database, log: WishLog): Promise<void> {
  if (await log.isBegun()) return;
  await db.asSystem(async (tx) => {
    const end = await log.append(await repo.lockEnd(tx), [null]);
    if (!end) throw new TakenError();
    await repo.moveEnd(tx, end);
  });
}

/** In one transaction, so that two processes cannot write the same line. */
async function write(db: Database, log: WishLog, companyId: number): Promise<void> {
  await db.asSystem(async (tx) => {
    const known = await repo.lockEnd(tx);
    const wishes = await repo.takeWaiting(tx, companyId);
    if (wishes.length === 0) return;
    const after = known.passesOver ? { ...known, line: await log.last() } : known;
    const end = await log.append(after, wishes);
    if (!end) throw new TakenError();
    crashAt('wishes.written');
    await repo.moveEnd(tx, end);
  });
}

/** What a process has written that died before it could say so. */
async function adopt(db: Database, log: WishLog): Promise<void> {
  await db.asSystem(async (tx) => {
    const part = await log.next(await repo.lockEnd(tx));
    if (!part || (await repo.forget(tx, part.wishes)) < part.wishes.length)
      throw new PlaceError(`${log.place} has lines of which this database does not know`);
    await repo.moveEnd(tx, part.end);
  });
}
