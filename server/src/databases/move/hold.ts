import { setTimeout as sleep } from 'node:timers/promises';
import type { Owner } from '../owner.ts';

/**
 * The right to change where a company is: of one command, or of a process that ends what a command has left. It is kept
 * by saying so again and again; what comes late from whoever has lost it changes nothing.
 */
export interface Hold {
  /** @throws when somebody else has it */
  assertMine(): Promise<void>;
  /** Writes into the directory. @throws when somebody else has it */
  write(change: { database?: string; movingTo?: string | null; quiet?: boolean }): Promise<void>;
  /** Somebody else may have it. */
  end(): Promise<void>;
}

/** Longer than the pauses of a busy machine. */
const HOLD_S = 5;
const RENEW_MS = 1_000;
const LOOK_MS = 100;

/** @param from where the company is, if the directory does not know of it @returns null when somebody else has it */
export async function takeHold(first: Owner, companyId: number, from: string): Promise<Hold | null> {
  await first.sql`
    insert into company_places (company, database) values (${companyId}, ${from}) on conflict do nothing`;
  for (const end = performance.now() + 2_000 * HOLD_S; performance.now() < end; await sleep(LOOK_MS)) {
    const hold = await take(first, companyId);
    if (hold) return hold;
  }
  return null;
}

/** A company that is quiet, and which nobody holds any more. @returns null when somebody else was faster */
export const takeLeft = (first: Owner, companyId: number): Promise<Hold | null> =>
  take(first, companyId, first.sql`quiet and held_until < now()`);

async function take(
  { sql }: Owner,
  companyId: number,
  when = sql`held_until is null or held_until < now()`,
): Promise<Hold | null> {
  const holder = crypto.randomUUID();
  const until = sql`now() + make_interval(secs => ${HOLD_S})`;
  const { count } = await sql`
    update company_places set holder = ${holder}, held_until = ${until} where company = ${companyId} and (${when})`;
  if (count === 0) return null;

  const mine = sql`where company = ${companyId} and holder = ${holder}`;
  const assertOne = ({ count }: { count: number }) => {
    if (count === 0) throw new Error(`Company ${companyId} was held for too long. Start this again.`);
  };
  const assertMine = async () =>
    assertOne(await sql`update company_places set held_until = ${until} ${mine}`);
  // What cannot be written is noticed by the step under way.
  const timer = setInterval(() => void assertMine().catch(() => {}), RENEW_MS);
  return {
    assertMine,
    async write(change) {
      assertOne(await sql`update company_places set ${sql(change)}, held_until = ${until} ${mine}`);
    },
    async end() {
      clearInterval(timer);
      await sql`update company_places set holder = null, held_until = null ${mine}`;
    },
  };
}
