import * as repo from '../modules/audit/audit.repo.ts';
import type { Database } from '../platform/db/database.ts';
import { type Command, withSharedDatabases } from './command.ts';

const SEAL = /^[\da-f]{64}$/;

type Say = (line: string) => void;

export const audit: Command = {
  usage: 'verify [COMPANY SEAL]',
  purpose:
    'checks the audit log of every company, and says which entry somebody changed, removed or slipped in; with a seal that you noted once, whether it is still in the log of that company',
  async run([verb, company, seal, ...others], { config, say }) {
    if (verb !== 'verify' || others.length > 0) return false;
    if (company !== undefined && !(/^[1-9]\d{0,15}$/.test(company) && seal && SEAL.test(seal))) return false;
    await withSharedDatabases(config, (all) =>
      company === undefined || seal === undefined
        ? verify(all, say)
        : lookForSeal(all, Number(company), seal, say),
    );
    return true;
  },
};

async function verify(all: Database[], say: Say): Promise<void> {
  let broken = 0;
  for (const db of all)
    for (const { companyId, name } of await db.asSystem(repo.listCompanies)) {
      const found = await db.asSystem((tx) => repo.findBreak(tx, companyId));
      if (found) broken++;
      const { entries, since, seal } = await db.asSystem((tx) => repo.chainOf(tx, companyId));
      const from = since ? ` since ${since.toISOString()}` : '';
      const title = `${name} (${companyId}): ${entries} entries${from}`;
      say(
        found ? `BROKEN  ${title}\n        ${described(found)}` : `ok      ${title}, seal ${seal || 'none'}`,
      );
    }
  if (broken > 0) throw new Error(broken === 1 ? 'One log is broken.' : `${broken} logs are broken.`);
}

function described({ id, at, what }: repo.Break): string {
  if (!at) return `entry ${id}, the newest, is gone`;
  return `entry ${id} of ${at.toISOString()} (${what}) was changed or slipped in, or one before it is gone`;
}

async function lookForSeal(all: Database[], companyId: number, seal: string, say: Say): Promise<void> {
  const found = await Promise.all(all.map((db) => db.asSystem((tx) => repo.hasSeal(tx, companyId, seal))));
  if (!found.includes(true))
    throw new Error(
      'No entry has this seal: it was so old that it went, or somebody has written the log anew.',
    );
  say('the entry with this seal is there');
}
