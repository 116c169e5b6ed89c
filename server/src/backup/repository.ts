import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { FIRST_DATABASE } from '../databases/names.ts';
import { pathExists } from '../platform/path-exists.ts';
import { runProgram } from './run-program.ts';
import type { BackupConfig } from './settings.ts';

/** What one backup has put into the repository. */
export interface Snapshot {
  id: string;
  /** To which moment it leads, in the database's clock. */
  at: Date;
  /** When the copy of the database was finished on which its log builds: one can go back to any moment between the two. */
  since: Date;
  /** Where its files and folders lay. */
  paths: string[];
}

/** Where backups are kept, encrypted and each piece of content once: restic's work. */
export interface Repository {
  /** @returns how many bytes were new */
  save(paths: readonly string[], span: { since: Date; at: Date }): Promise<{ bytes: number }>;
  /**
   * Of this database, the oldest first.
   *
   * @param tell hears of those that cannot be read, which are passed over
   * @throws Error when one cannot be read and nobody hears of it
   */
  list(tell?: (words: string) => void): Promise<Snapshot[]>;
  /** How many bytes `load` writes. */
  sizeOf(snapshot: Snapshot): Promise<number>;
  /** Writes all of it under `folder`, where it has the paths that it had. */
  load(snapshot: Snapshot, folder: string): Promise<void>;
  /** Takes these away, and what only they had. */
  forget(ids: readonly string[]): Promise<void>;
}

/** Too few letters to be a secret are a mistake, like an empty file. */
const MIN_PASSWORD_CHARS = 12;
/** The same on every machine: whoever restores an installation goes on with its backups. */
const HOST = 'balcao';
/** How restic passes over a snapshot of which it reads nothing, without failing. */
const UNREAD = /load snapshot (\w+)/g;
/** Restic's word for a snapshot that lacks files which went while it looked. */
const INCOMPLETE = 3;

const summary = z.object({ message_type: z.literal('summary'), data_added: z.number() });
const fault = z.object({ message_type: z.literal('error'), item: z.string() });
const counted = z.object({ total_size: z.int() });
const listed = z.array(
  z.object({
    id: z.string(),
    paths: z.array(z.string()),
    tags: z.array(z.string()).nullish(),
  }),
);

/**
 * @param options.mayCreate whether the first backup may make it; else a disk that is not there would go unnoticed
 * @throws Error that says what is wrong with the file of the password
 */
export async function openRepository(config: BackupConfig, { mayCreate = false } = {}): Promise<Repository> {
  await checkPassword(config.passwordFile);
  const env = {
    ...process.env,
    RESTIC_REPOSITORY: config.place,
    RESTIC_PASSWORD_FILE: config.passwordFile,
    ...(config.accessKeyId && { AWS_ACCESS_KEY_ID: config.accessKeyId }),
    ...(config.secretAccessKey && { AWS_SECRET_ACCESS_KEY: config.secretAccessKey }),
  };
  const attempt = (args: readonly string[]) => runProgram('restic', args, { env, from: 'restic' });
  /** What somebody who died has locked is freed. */
  async function restic(args: readonly string[], accepts?: (said: string) => Promise<boolean>) {
    let { code, out, said } = await attempt(args);
    const remedy = remedyFor(said, mayCreate && args[0] === 'backup');
    if (code !== 0 && remedy) {
      await attempt([remedy]);
      ({ code, out, said } = await attempt(args));
    }
    if (code === 0 || (code === INCOMPLETE && (await accepts?.(said)))) return { out, said };
    throw new Error(explain(said, config));
  }

  return {
    async save(paths, { since, at }) {
      const tags = [`since=${since.toISOString()}`, `at=${at.toISOString()}`, `db=${config.database}`];
      const args = ['--host', HOST, '--exclude', 'archtemp.*', ...tags.flatMap((tag) => ['--tag', tag])];
      const { out } = await restic(['backup', '--json', ...args, ...paths], onlyWent);
      return { bytes: added(out) };
    },
    async list(tell) {
      const { out, said } = await restic(['snapshots', '--json', '--host', HOST]);
      const unread = new Set([...said.matchAll(UNREAD)].map(([, id]) => id));
      if (unread.size > 0) {
        const words = `${explain(said, config)} Not read: ${[...unread].join(', ')}.`;
        if (!tell) throw new Error(words);
        tell(words);
      }
      const found = listed.parse(JSON.parse(out) ?? []);
      return found
        .flatMap(({ id, paths, tags }) => {
          const [since, at] = ['since=', 'at='].map((name) => momentOf(tags ?? [], name));
          const isOurs = (tagOf(tags ?? [], 'db=') ?? FIRST_DATABASE) === config.database;
          return isOurs && since && at ? { id, paths, since, at } : [];
        })
        .sort((a, b) => a.at.getTime() - b.at.getTime());
    },
    async sizeOf({ id }) {
      const { out } = await restic(['stats', '--json', '--mode', 'restore-size', id]);
      return counted.parse(JSON.parse(out)).total_size;
    },
    async load({ id }, folder) {
      await restic(['restore', id, '--target', folder]);
    },
    async forget(ids) {
      if (ids.length > 0) await restic(['forget', '--prune', ...ids]);
    },
  };
}

/** Where the part of a snapshot is that had this name; undefined: it has none. */
export const partOf = ({ paths }: Snapshot, name: string): string | undefined =>
  paths.find((path) => basename(path) === name);

async function checkPassword(file: string): Promise<void> {
  const password = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`BACKUP_PASSWORD_FILE cannot be read (${error.code}): ${file}`);
  });
  if (password.trim().length < MIN_PASSWORD_CHARS)
    throw new Error(
      `${file} has fewer than ${MIN_PASSWORD_CHARS} letters. Write a password there, and keep it in another place, too: "openssl rand -base64 24" makes one.`,
    );
}

const tagOf = (tags: string[], name: string): string | undefined =>
  tags.find((one) => one.startsWith(name))?.slice(name.length);

function momentOf(tags: string[], name: string): Date | null {
  const tag = tagOf(tags, name);
  return tag ? new Date(tag) : null;
}

function added(out: string): number {
  for (const line of out.trim().split('\n').toReversed()) {
    const parsed = summary.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data.data_added;
  }
  return 0;
}

/** What a second attempt needs before it. */
function remedyFor(said: string, mayCreate: boolean): string | null {
  const what = PROBLEMS.find(({ words }) => words.test(said))?.what;
  if (what === 'locked') return 'unlock';
  return mayCreate && what === 'missing' ? 'init' : null;
}

/** Small pictures and files that nobody wants any more may go while restic looks: it names them, not always why. */
async function onlyWent(said: string): Promise<boolean> {
  const faults = said
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => fault.safeParse(JSON.parse(line)).data)
    .filter((one) => one !== undefined);
  const there = await Promise.all(faults.map(({ item }) => pathExists(item)));
  return faults.length > 0 && !there.some(Boolean);
}

interface Problem {
  what: 'clock' | 'key' | 'away' | 'password' | 'full' | 'refused' | 'missing' | 'locked' | 'damaged';
  words: RegExp;
  advice(config: BackupConfig): string;
}

/** Restic's words, and what to do about them. The first that fits counts: those of buckets end like a missing one's. */
const PROBLEMS: readonly Problem[] = [
  {
    what: 'clock',
    words: /RequestTimeTooSkewed|request time and the server's time/,
    advice: ({ place }) =>
      `The clock of this machine is another one than that of ${place}: set it ("timedatectl set-ntp true"), and start this again.`,
  },
  {
    what: 'key',
    words:
      /InvalidAccessKeyId|access key ID you provided|SignatureDoesNotMatch|request signature we calculated/i,
    advice: ({ place }) =>
      `${place} does not take the key: correct BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.`,
  },
  {
    what: 'away',
    words:
      /connection refused|connection reset|no such host|i\/o timeout|no route to host|SlowDown|ServiceUnavailable|InternalError/,
    advice: ({ place }) =>
      `${place} does not answer now: is its address right, and is it up? Start this again when it does.`,
  },
  {
    what: 'password',
    words: /wrong password|no key found/i,
    advice: ({ place, passwordFile }) =>
      `The password in ${passwordFile} is not the one of the backups at ${place}. Use the file that they were made with, or another BACKUP_TO.`,
  },
  {
    what: 'full',
    words: /no space left|disk quota/i,
    advice: ({ place }) =>
      `No room is left at ${place}, or on the disk of DATA_DIR or of temporary files (TMPDIR): make room, and start this again.`,
  },
  {
    what: 'refused',
    words: /permission denied|access ?denied|read-only file system/i,
    advice: ({ place }) =>
      `${place} or a file to save may not be used by this account: give it the right to, and start this again.`,
  },
  {
    what: 'missing',
    words: /unable to open config file|repository does not exist|NoSuchBucket/i,
    advice: ({ place }) =>
      `There are no backups at ${place}: is BACKUP_TO right, and its disk there? "balcao backup --anew" begins there.`,
  },
  {
    what: 'locked',
    words: /already locked/i,
    advice: ({ place }) =>
      `Another program works on the backups at ${place}: start this again when it has ended.`,
  },
  {
    what: 'damaged',
    words:
      /ciphertext (verification failed|too small)|does not match|StreamPack|ReadFull|Unmarshal|invalid (data|id)|unexpected EOF|not found in (repository|index)|load\(<.*no such file|blob .* not found/i,
    advice: ({ place }) =>
      `The backups at ${place} are damaged: "restic check --read-data" says where. Make new ones in another BACKUP_TO.`,
  },
];

/** Below some words restic shows where in its program it was. */
const isSaid = (line: string): boolean => !/^\s|^[\w./()*-]+$/.test(line);

function explain(said: string, config: BackupConfig): string {
  const known = PROBLEMS.find(({ words }) => words.test(said));
  const lines = said.split('\n').filter(isSaid).slice(-3).join(' ').trim();
  return known ? `${known.advice(config)} (${lines})` : `restic failed at ${config.place}: ${lines}`;
}
