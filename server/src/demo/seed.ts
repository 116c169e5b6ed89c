import type { Config } from '../config.ts';
import { claimInstallation, needsSetUp } from '../modules/companies/set-up.ts';
import { createPasswords } from '../modules/sessions/passwords.ts';
import { OPERATOR } from '../modules/subscription/subscription.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { PASSWORD } from './accounts.ts';
import { type Demo, foundShop, TIMEZONE } from './company.ts';
import { putFiles, settleAll } from './files.ts';
import { writeLastDay } from './last-day.ts';
import { MORNING } from './morning.ts';
import { beginBilling, letTenants } from './tenants.ts';
import { filesIn, writeShop } from './write-shop.ts';

interface SeedDeps {
  db: Database;
  storage: Storage;
  secrets: Secrets;
  clock: () => Date;
  /** Where services outside are played: only then any answers for the shop. Null: nowhere. */
  standIn: string | null;
  /** Where those who call us find this server; null: nowhere. */
  publicUrl: string | null;
  /** Where the operator's bank is played; null: companies cannot pay. */
  efi: Config['outgoing']['efi'];
}

/**
 * A small shop to try everything with, made once in an empty database. Its connection already wants to run, so that
 * the QR code waits when the first person looks. False when there is a company already.
 */
export async function seedDemo(deps: SeedDeps, demo: Demo): Promise<boolean> {
  const { db, storage, secrets, clock, standIn, publicUrl, efi } = deps;
  if (!(await db.asSystem(needsSetUp))) return false;
  const passwordHash = await createPasswords().hash(PASSWORD);
  const make = (work: (tx: Tx) => Promise<void>) =>
    db.asSystem(async (tx) => {
      if (!(await claimInstallation(tx))) return false;
      await work(tx);
      return true;
    });
  if (demo === 'empty') return make(async (tx) => void (await foundShop(tx, 'empty', passwordHash)));

  const wanted = filesIn(MORNING);
  const files = await putFiles(storage, OPERATOR, wanted);
  const isMade = await settleAll(files, (paths) =>
    make(async (tx) => {
      const { queueIds, ...shop } = await foundShop(tx, 'shop', passwordHash);
      const [sales = 0, support = 0, questions = 0, orders = 0] = queueIds;
      const queues = { sales, support, questions, orders };
      const outside = standIn === null ? null : { secrets, standIn, isReached: publicUrl !== null };
      const bank = efi && { efi, secrets, clock };
      await writeShop(tx, { ...shop, queues, now: clock() }, { stored: files, paths, outside, bank });
      await beginBilling(tx, shop.companyId, { timezone: shop.timezone, now: clock() });
      await writeLastDay(tx, { timezone: shop.timezone, now: clock() });
    }),
  );
  if (isMade) await letTenants(db, { timezone: TIMEZONE, now: clock() }, passwordHash);
  return isMade;
}
