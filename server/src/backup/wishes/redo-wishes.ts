import { setTimeout as sleep } from 'node:timers/promises';
import { erasePerson } from '../../modules/data-subjects/erase-person.service.ts';
import { openPool, type Sql } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Log } from '../../platform/log.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { BackupConfig } from '../settings.ts';
import type { End, Wish } from './lines.ts';
import { openWishLog, PlaceError, type WishLog } from './log.ts';
import * as repo from './wishes.repo.ts';

interface Redoing {
  db: Database;
  /** Of the same database. */
  url: string;
  /** Null: no backups are made. */
  backup: BackupConfig | null;
  secrets: Secrets;
  log: Log;
  /** An operator goes on without what stands there. */
  passesOver: boolean;
  /** Called once there is something to wait for: until then nobody has noticed. */
  onWait(): Promise<unknown>;
}

/** Lines that are done in one go. */
const AT_ONCE = 5_000;
const AGAIN_MS = 3_000;

/**
 * Called by each process of the API before anybody can sign in. A database that knows fewer lines than stand beside its
 * backups was brought back, whoever did it: what people have asked for since is done again.
 *
 * Where a restore is known of and the place of the lines is away, it waits; else such a place stops nobody.
 *
 * @throws BrokenLogError when what stands there is not what was written
 */
export async function redoWishes(redoing: Redoing): Promise<void> {
  const { db, backup, log } = redoing;
  if (redoing.passesOver) return goOnWithout(db, log);
  if (!backup) return leaveUndone(db, log);
  const wishes = await openWishLog(backup, redoing.secrets);
  try {
    while (!(await tryOnce(wishes, redoing))) await sleep(AGAIN_MS);
  } finally {
    wishes.close();
  }
}

/** Sessions send nothing before, wherever the API does it. */
export async function untilWishesHold(db: Database, log: Log): Promise<void> {
  for (let isTold = false; await db.asSystem(repo.isDue); isTold = true) {
    if (!isTold) log.warn('a backup was restored: sessions wait until a server for consoles has started');
    await sleep(AGAIN_MS);
  }
}

async function goOnWithout(db: Database, log: Log): Promise<void> {
  await db.asSystem(async (tx) => {
    await repo.passOver(tx);
    await repo.noteDone(tx);
  });
  log.warn(
    'whoever was erased since the backup is here again, and whoever asked to be left alone may be written to: an operator goes on without',
  );
}

/** Nothing was ever written, so nothing is promised. */
async function leaveUndone(db: Database, log: Log): Promise<void> {
  const [isDue, { line }] = await db.asSystem(
    async (tx) => [await repo.isDue(tx), await repo.readEnd(tx)] as const,
  );
  if (!isDue) return;
  if (line > 0)
    throw new Error(
      'A backup was restored, and BACKUP_TO is missing: it says where the record is of who asked to be erased or left alone since. Or start once with --without-wishes: then these people are here again, and campaigns may write to them.',
    );
  await db.asSystem(repo.noteDone);
  log.warn('a backup was restored: nobody has kept who asked to be erased or left alone since');
}

/** @returns false: its place is away, and a restore is known of */
async function tryOnce(wishes: WishLog, redoing: Redoing): Promise<boolean> {
  const { db, url, log, onWait } = redoing;
  const isDue = await db.asSystem(repo.isDue);
  try {
    if (!isDue && !(await knowsLess(db, wishes))) return true;
    await onWait();
    await alone(url, () => redoAll(wishes, redoing));
    return true;
  } catch (error) {
    if (!(error instanceof PlaceError)) throw error;
    log.error(
      { err: error, place: wishes.place },
      'what people have asked for since a backup cannot be read now',
    );
    if (isDue) await onWait();
    return !isDue;
  }
}

async function knowsLess(db: Database, wishes: WishLog): Promise<boolean> {
  const known = await db.asSystem(repo.readEnd);
  return !known.passesOver && (await wishes.hasMore(known));
}

/** One process does it; the others wait, and find nothing left. */
async function alone(url: string, work: () => Promise<void>): Promise<void> {
  const sql = openPool(url, { max: 1, name: 'balcao-wishes' });
  try {
    while (!(await tryLock(sql))) await sleep(AGAIN_MS);
    await work();
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function tryLock(sql: Sql): Promise<boolean> {
  const [lock] = await sql<{ mine: boolean }[]>`select pg_try_advisory_lock(4215, 3) as mine`;
  return lock?.mine ?? false;
}

async function redoAll(wishes: WishLog, { db, secrets, log }: Redoing): Promise<void> {
  let changed = 0;
  let waiting: Wish[] = [];
  let end: End | undefined;
  const redoThese = async () => {
    if (end) changed += await redo({ db, secrets }, waiting, end);
    waiting = [];
  };
  for await (const part of wishes.after(await db.asSystem(repo.readEnd))) {
    waiting.push(...part.wishes);
    end = part.end;
    if (waiting.length >= AT_ONCE) await redoThese();
  }
  await redoThese();
  await db.asSystem(repo.noteDone);
  log.warn({ contacts: changed }, 'a backup was restored: what people have asked for since holds again');
}

/** @returns how many contacts are otherwise now */
async function redo(
  redoing: Pick<Redoing, 'db' | 'secrets'>,
  wishes: readonly Wish[],
  end: End,
): Promise<number> {
  const { db } = redoing;
  const [here, own] = await db.asSystem(
    async (tx) =>
      [
        await repo.existing(tx, [...new Set(wishes.map(({ company }) => company))]),
        await repo.waitingAmong(tx, wishes),
      ] as const,
  );
  const lost = wishes.filter(({ id, company }) => here.has(company) && !own.has(id));
  let changed = 0;
  for (const [companyId, theirs] of Map.groupBy(lost, ({ company }) => company))
    changed += await db.withCompany(companyId, async (tx) => {
      await repo.mute(tx);
      return repo.redoOptOuts(tx, companyId, lastWords(theirs));
    });
  // Afterwards: what somebody who is erased has said of campaigns outlives the contact.
  for (const { company, kind, at, contacts, hashes } of lost)
    if (kind === 'erasure')
      await erasePerson(redoing, { companyId: company, at, marks: { contacts, hashes } });
  crashAt('wishes.redone');
  await db.asSystem(async (tx) => {
    await repo.forget(tx, wishes);
    await repo.moveEnd(tx, end);
  });
  return changed;
}

/** Lines may stand in another order than people have spoken. */
function lastWords(wishes: readonly Wish[]): repo.OptOut[] {
  const words = new Map<string, repo.OptOut>();
  const said = wishes.filter(({ kind }) => kind !== 'erasure');
  for (const { id, kind, at, saidBy, hashes } of said.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    for (const hash of hashes) words.set(hash, { hash, isOut: kind === 'optOut', at, saidBy, person: id });
  return [...words.values()];
}
