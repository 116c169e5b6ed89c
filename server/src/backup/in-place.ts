import { readFile } from 'node:fs/promises';
import { openPgBackRest } from './pgbackrest.ts';
import { expectRoom } from './room.ts';
import { runProgram } from './run-program.ts';

/** Where pgBackRest looks for its configuration. */
const CONFIGURATIONS = ['/etc/pgbackrest/pgbackrest.conf', '/etc/pgbackrest.conf'];

/**
 * Looks whether a database of one's own can be written over by what it was at a moment, before that is begun: afterwards
 * there is neither the one nor the other.
 *
 * @param way.newest the moment to which the newest backup leads: its log was archived with it
 * @throws Error when what can be known stands in the way
 */
export async function expectWayInPlace(
  stanza: string,
  { moment, newest, replace }: { moment: Date; newest: Date; replace: boolean },
): Promise<void> {
  const pgbackrest = openPgBackRest(stanza);
  const archived = moment > newest ? await pgbackrest.archivedAt() : null;
  if (archived && moment > archived)
    throw new Error(
      `The log that pgBackRest has of PostgreSQL ends before ${archived.toISOString()}, and what came after it is in no backup. Go back to an earlier moment than ${moment.toISOString()} by --to, or without --to to that of the newest backup. Nothing was touched.`,
    );
  const [size, place] = [await pgbackrest.sizeAt(moment), await dataFolder(stanza)];
  // Without a folder pgBackRest says what is missing.
  const used = place === null ? null : await sizeOf(place);
  if (size !== null && place !== null && used !== null)
    await expectRoom('The database of this backup', Math.max(0, size - (replace ? used : 0)), place);
}

/** Writes a database of one's own where it lies; what is the same there is left as it is. */
export async function recoverInPlace(
  stanza: string,
  moment: Date,
  { replace, say }: { replace: boolean; say(line: string): void },
): Promise<void> {
  await openPgBackRest(stanza)
    .restore(moment, replace ? ['--delta'] : [])
    .catch((error: Error) => {
      if (replace || !error.message.includes('because it contains files')) throw error;
      throw new Error(
        'There is a database already where this one belongs. With --replace it is written over.',
      );
    });
  say('The database is restored: start PostgreSQL, which goes through its log.');
}

/** As pgBackRest's configuration says; null: that lies elsewhere, or is written in another way than our example. */
async function dataFolder(stanza: string): Promise<string | null> {
  const { PGBACKREST_CONFIG: own, PGBACKREST_PG1_PATH: said } = process.env;
  if (said) return said;
  for (const file of own ? [own] : CONFIGURATIONS) {
    const text = await readFile(file, 'utf8').catch(() => '');
    const sections = text.split(/^\[/m).filter((section) => section.startsWith(`${stanza}]`));
    const found = sections.flatMap((section) => /^pg1-path\s*=\s*(.+?)\s*$/m.exec(section)?.[1] ?? []);
    if (found[0] !== undefined) return found[0];
  }
  return null;
}

/** Bytes on its own disk; null: there is no such folder. */
async function sizeOf(folder: string): Promise<number | null> {
  const args = ['--summarize', '--one-file-system', '--block-size=1', folder];
  const { code, out } = await runProgram('du', args, { from: 'coreutils' });
  return code === 0 ? Number.parseInt(out, 10) : null;
}
