import { setTimeout as pause } from 'node:timers/promises';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import { forgetAnswers } from '../../platform/http/idempotency.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { count } from './data-subjects.repo.ts';
import * as erase from './erase.repo.ts';
import { type DueErasure, findOpen, findRunning, insertAgain } from './erasures.repo.ts';
import { takeSealed } from './sealed.repo.ts';
import { findMarked, type PersonMarks } from './targets.repo.ts';

/** So long others have the database, after each turn. */
const REST_MS = 20;

/** In this order: what is found by conversations goes before them. Each takes some, and says how many. */
const STEPS = [
  erase.takeDeliveries,
  erase.takeAddresses,
  erase.takeCampaigns,
  erase.takeGroupMessages,
  erase.takeGroupMarks,
  erase.takeTicket,
  erase.takeContacts,
] as const;

/** Takes all that there is, but the files' bytes: they go by jobs of their own. It can be done again at any time. */
export async function takeAll(db: Database, secrets: Secrets, erasure: DueErasure): Promise<void> {
  // First: it learns by which other addresses the rest is found.
  await db.withCompany(erasure.companyId, (tx) => takeSealed(tx, secrets, erasure));
  crashAt('erasure.opened');
  for (const step of STEPS)
    while ((await db.withCompany(erasure.companyId, (tx) => step(tx, erasure))) > 0) {
      crashAt('erasure.taken');
      await pause(REST_MS);
    }
  await db.withCompany(erasure.companyId, (tx) => takeAnswers(tx, secrets, erasure));
  crashAt('erasure.emptied');
}

/** What programs and consoles would be told again. */
async function takeAnswers(tx: Tx, secrets: Secrets, erasure: DueErasure): Promise<void> {
  const { contacts, addresses, before } = await erase.named(tx, erasure);
  const ofContact = new RegExp(`"contact(?:Id":|":\\{"id":)(?:${contacts.join('|')})(?![0-9])`);
  const says = (answer: string) => {
    const written = answer.replaceAll(/\\[nrt]|\\u[\da-f]{4}/gi, ' ');
    const words = new Set([...written.matchAll(/([\w.%+-]+)@[\w.-]*\w|[\w.-]+/g)].flat());
    return addresses.some((address) => words.has(address)) || (contacts.length > 0 && ofContact.test(answer));
  };
  await forgetAnswers(tx, secrets, erasure.companyId, { says, before });
}

/** An erasure that had begun, of whose doing this copy of the database knows nothing. */
export interface ErasedPerson {
  companyId: number;
  /** When it began: whoever came since is somebody else. */
  at: Date;
  /** `erasures.marks` of that time. */
  marks: PersonMarks;
}

/**
 * Does an erasure again in a database that was brought back from before it. When it returns only the bytes of files are
 * left, which the job `erasures` waits for. Nothing happens when nobody of the marks is there.
 *
 * @returns whether there was anything
 */
export async function erasePerson(
  { db, secrets }: { db: Database; secrets: Secrets },
  { companyId, at, marks }: ErasedPerson,
): Promise<boolean> {
  const begun = await db.withCompany(companyId, async (tx) => {
    // A process that died over it had begun.
    const running = await findRunning(tx, companyId, at);
    if (running) return running;
    const whom = await findMarked(tx, companyId, marks, at);
    if (whom.ids.length === 0 && whom.numbers.length === 0) return;
    const { counts } = await count(tx, companyId, whom.ids, whom.numbers);
    const open = await findOpen(tx, companyId, whom.ids, whom.numbers);
    const erasure = { companyId, id: open?.id ?? (await insertAgain(tx, companyId, at)) };
    await erase.begin(tx, erasure, whom, counts, at);
    return erasure;
  });
  if (begun) await takeAll(db, secrets, begun);
  return begun !== undefined;
}
