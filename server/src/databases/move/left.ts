import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/log.ts';
import type { NamedDatabase } from '../names.ts';
import { type Owner, openOwner } from '../owner.ts';
import { takeLeft } from './hold.ts';
import { arrive, stay } from './move.ts';

const LOOK_MS = 1_000;

/**
 * Ends the quiet of companies whose command is gone: before the directory says that they are elsewhere they go on where
 * they were, afterwards there. The command does the rest when it is run again.
 *
 * @param databases all, the first one first @returns what ends it
 */
export function endQuietsThatAreLeft(deps: {
  first: Database;
  databases: readonly NamedDatabase[];
  log: Log;
}): () => void {
  const { first, databases, log } = deps;
  let looking = false;

  async function look(): Promise<void> {
    const left = await first.asSystem(
      (tx) => tx<{ company: number }[]>`
        select company from company_places where quiet and held_until < now() order by held_until limit 100`,
    );
    if (left.length === 0) return;
    const owners = databases.map(openOwner);
    try {
      for (const { company } of left)
        await endQuiet(owners, company, log).catch((err: unknown) =>
          log.error({ err, company }, 'the quiet of a company that was moving could not be ended'),
        );
    } finally {
      await Promise.all(owners.map(({ sql }) => sql.end({ timeout: 5 })));
    }
  }

  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void look()
      // The database that has the directory is away: nobody is told by this one that it is.
      .catch(() => {})
      .finally(() => {
        looking = false;
      });
  }, LOOK_MS);
  return () => clearInterval(timer);
}

async function endQuiet(owners: Owner[], companyId: number, log: Log): Promise<void> {
  const [first] = owners;
  const hold = first && (await takeLeft(first, companyId));
  if (!hold) return;
  try {
    const [place] = await first.sql<{ database: string; movingTo: string | null }[]>`
      select database, moving_to from company_places where company = ${companyId}`;
    const home = owners.find(({ name }) => name === place?.database);
    if (!place || !home) throw new Error(`no database ${place?.database} is known here`);
    const say = (line: string) => log.warn({ company: companyId }, line);
    say('the command that moved this company is gone: its quiet ends');
    if (place.movingTo === null) await arrive({ companyId, first, to: home, hold, say });
    else await stay({ companyId, from: home, hold });
  } finally {
    await hold.end();
  }
}
