import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { databaseAccount } from '../platform/db/postgres-programs.ts';
import { recoveryTarget } from './database-copy.ts';
import { runProgram } from './run-program.ts';

/** How it ends when another one is at work: for 15 s and its last file, the helper of one that was killed. */
const LOCKED = 50;
const WAIT_MS = 1_000;
const MAX_WAITS = 60;

/** Its words, and what to do about them. */
const ADVICE: readonly [words: RegExp, advice: string][] = [
  [
    // Of what was written by half it says a reason that is none.
    /no space left|unable to write/i,
    'No room is left where pgBackRest keeps its copies (repo1-path), or where it restores them, or it may not write there: make room, and start this again.',
  ],
  [
    /was not archived before/,
    "PostgreSQL's log does not reach pgBackRest: is there room at repo1-path, and is archive_command right? PostgreSQL's own log says why.",
  ],
  [
    /unable to load info file/,
    'pgBackRest reads nothing of its copies: are the words in repo1-cipher-pass of its configuration those with which they were made? If they are, its file backup.info is damaged: bring it back from a copy of repo1-path, or begin in another one. Where there are none yet, "pgbackrest stanza-create" comes first.',
  ],
  [
    // Of what is encrypted and cut it says no more than that it is "unable to flush".
    /unable to flush|checksum|unexpected eof|data error|unable to open missing file|unable to load backup manifest/i,
    'What pgBackRest keeps at repo1-path is damaged: "pgbackrest verify" says what. Moments of the copies before can still be restored (--to); "balcao backup --anew" makes another copy.',
  ],
];

const information = z.array(
  z.object({
    /** The oldest and the newest piece of the log of each version of the database, which is the last one. */
    archive: z.array(z.object({ id: z.string(), max: z.string().nullable() })),
    backup: z.array(
      z.object({
        label: z.string(),
        type: z.enum(['full', 'diff', 'incr']),
        timestamp: z.object({ stop: z.int() }),
        /** Bytes of the whole database. */
        info: z.object({ size: z.int() }),
        /** Of what lies outside the data folder it tells when it is asked for one copy. */
        tablespace: z.unknown().optional(),
        link: z.unknown().optional(),
      }),
    ),
  }),
);
const files = z.record(z.string(), z.object({ time: z.int().optional() }));
/** Of the name of a piece of the log so much names its folder. */
const FOLDER_LETTERS = 16;
export type Copies = z.output<typeof information>[number]['backup'];

/**
 * Drives pgBackRest, whose configuration says where the database and its backups are. It works as the database's account
 * when root calls it.
 */
export function openPgBackRest(stanza: string) {
  async function run(args: readonly string[]): Promise<string> {
    const attempt = () =>
      runProgram('pgbackrest', [`--stanza=${stanza}`, ...args], {
        ...databaseAccount(),
        cwd: '/',
        from: 'pgbackrest',
      });
    let { code, out, said } = await attempt();
    for (let waits = MAX_WAITS; code === LOCKED && waits > 0; waits -= 1) {
      await sleep(WAIT_MS);
      ({ code, out, said } = await attempt());
    }
    if (code === 0) return out;
    const lines = `${out}\n${said}`.split('\n').filter((line) => /ERROR|HINT|WARN/.test(line));
    const words = lines.map((line) => line.trim()).join(' ') || said.trim();
    const advice = ADVICE.find(([known]) => known.test(words))?.[1];
    throw new Error(`${advice ? `${advice} ` : ''}pgBackRest failed with ${args.at(-1)}: ${words}`);
  }
  async function inform(...options: readonly string[]) {
    // It writes the lines of a message, and whatever else stands in it, as they are.
    const out = (await run([...options, '--output=json', 'info'])).replaceAll(/\p{Cc}/gu, ' ');
    const [found] = information.parse(JSON.parse(out));
    return { copies: found?.backup ?? [], log: found?.archive.at(-1) };
  }
  const list = async (): Promise<Copies> => (await inform()).copies;
  return {
    /** The oldest first; none as well where it cannot look, which whatever is done next tells. */
    list,
    copy: (type: 'full' | 'diff') => run([`--type=${type}`, 'backup']),
    /**
     * When the newest piece of the log came where copies are: nothing later stands in it. Null: there is none, or it is
     * not told, as where copies go to several places.
     */
    async archivedAt(): Promise<Date | null> {
      const { log } = await inform();
      if (!log?.max) return null;
      const folder = `archive/${stanza}/${log.id}/${log.max.slice(0, FOLDER_LETTERS)}`;
      const told = await run(['--output=json', 'repo-ls', folder]).catch(() => '{}');
      const pieces = Object.entries(files.parse(JSON.parse(told)));
      const [, newest] = pieces.find(([name]) => name.startsWith(`${log.max}-`)) ?? [];
      return newest?.time === undefined ? null : endOfSecond(newest.time);
    },
    /** How many bytes the data folder has after a restore to a moment; null: some lie elsewhere, or it is not told. */
    async sizeAt(to: Date): Promise<number | null> {
      const label = (await list()).findLast((copy) => endOf(copy) <= to)?.label;
      if (!label) return null;
      const [copy] = await inform(`--set=${label}`).then(
        ({ copies }) => copies,
        () => [],
      );
      return copy && !copy.tablespace && !copy.link ? copy.info.size : null;
    },
    /** Has PostgreSQL end the piece of its log, and waits until it is archived. */
    finishLog: () => run(['check']),
    /** @param options as pgBackRest calls them */
    async restore(to: Date, options: readonly string[]): Promise<void> {
      const [oldest] = (await list()).map(endOf);
      if (oldest && oldest > to)
        throw new Error(
          `pgBackRest keeps nothing from before ${oldest.toISOString()} any more: go back to a later moment. How many full copies it keeps is repo1-retention-full in its configuration.`,
        );
      const target = ['--type=time', `--target=${recoveryTarget(to)}`, '--target-action=promote'];
      const attempt = () => run([...options, ...target, 'restore']);
      await attempt().catch(async (error: Error) => {
        const [, place] =
          /unable to restore to path '([^']+)' because it contains files/.exec(error.message) ?? [];
        if (place === undefined || !(await hasOnlyFolders(place))) throw error;
        for (const name of await readdir(place)) await rm(join(place, name), { recursive: true });
        await attempt();
      });
    },
  };
}

/** It tells whole seconds, which are over in the next one. */
const endOfSecond = (second: number): Date => new Date((second + 1) * 1_000);

/** When a copy is over. */
export const endOf = ({ timestamp }: Copies[number]): Date => endOfSecond(timestamp.stop);

/**
 * One that was killed before its first file leaves folders, and perhaps the beginning of that file: pgBackRest does not
 * restore over them, because it cannot tell whose they are. Nobody loses anything by their end.
 */
async function hasOnlyFolders(place: string): Promise<boolean> {
  const found = await readdir(place, { recursive: true, withFileTypes: true });
  return found.every((one) => one.isDirectory() || one.name.endsWith('.pgbackrest.tmp'));
}
