import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
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
  /** The oldest first. */
  list(): Promise<Snapshot[]>;
  /** Writes all of it under `folder`, where it has the paths that it had. */
  load(snapshot: Snapshot, folder: string): Promise<void>;
  /** Takes these away, and what only they had. */
  forget(ids: readonly string[]): Promise<void>;
}

/** Too few letters to be a secret are a mistake, like an empty file. */
const MIN_PASSWORD_CHARS = 12;
/** The same on every machine: whoever restores an installation goes on with its backups. */
const HOST = 'balcao';
/** Restic's word for a snapshot that lacks files which went while it looked. */
const INCOMPLETE = 3;

const summary = z.object({ message_type: z.literal('summary'), data_added: z.number() });
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
  async function restic(args: readonly string[], accepts?: (said: string) => boolean): Promise<string> {
    let { code, out, said } = await attempt(args);
    const remedy = remedyFor(said, mayCreate && args[0] === 'backup');
    if (code !== 0 && remedy) {
      await attempt([remedy]);
      ({ code, out, said } = await attempt(args));
    }
    if (code === 0 || (code === INCOMPLETE && accepts?.(said))) return out;
    throw new Error(explain(said, config));
  }

  return {
    async save(paths, { since, at }) {
      const tags = [`since=${since.toISOString()}`, `at=${at.toISOString()}`];
      const args = ['--host', HOST, '--exclude', 'archtemp.*', ...tags.flatMap((tag) => ['--tag', tag])];
      const out = await restic(['backup', '--json', ...args, ...paths], onlyWent);
      return { bytes: added(out) };
    },
    async list() {
      const found = listed.parse(JSON.parse(await restic(['snapshots', '--json', '--host', HOST])) ?? []);
      return found
        .flatMap(({ id, paths, tags }) => {
          const [since, at] = ['since=', 'at='].map((name) => momentOf(tags ?? [], name));
          return since && at ? { id, paths, since, at } : [];
        })
        .sort((a, b) => a.at.getTime() - b.at.getTime());
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

function momentOf(tags: string[], name: string): Date | null {
  const tag = tags.find((one) => one.startsWith(name));
  return tag ? new Date(tag.slice(name.length)) : null;
}

function added(out: string): number {
  for (const line of out.trim().split('\n').toReversed()) {
    const parsed = summary.safeParse(JSON.parse(line));
    if (parsed.success) return parsed.data.data_added;
  }
  return 0;
}

const MISSING = /unable to open config file|repository does not exist|NoSuchBucket/i;
const LOCKED = /already locked/i;

function remedyFor(said: string, mayCreate: boolean): string | null {
  if (LOCKED.test(said)) return 'unlock';
  return mayCreate && MISSING.test(said) ? 'init' : null;
}

/** Small pictures and files that nobody wants any more may go while restic looks. */
const onlyWent = (said: string) =>
  said
    .split('\n')
    .filter((line) => /^(error|.*"message_type":"error")/.test(line))
    .every((line) => /no such file or directory/.test(line));

/** Restic's words, and what to do about them. */
const PROBLEMS: readonly [RegExp, (config: BackupConfig) => string][] = [
  [
    /wrong password|no key found/i,
    ({ place, passwordFile }) =>
      `The password in ${passwordFile} is not the one of the backups at ${place}. Use the file that they were made with, or another BACKUP_TO.`,
  ],
  [
    /no space left|disk quota/i,
    ({ place }) =>
      `No room is left at ${place}, or on the disk of DATA_DIR: make room, and start this again.`,
  ],
  [
    /permission denied|access ?denied|SignatureDoesNotMatch|InvalidAccessKeyId|read-only file system/i,
    ({ place }) =>
      `${place} or a file to save may not be used by this account: give it the right to, and start this again.`,
  ],
  [
    MISSING,
    ({ place }) =>
      `There are no backups at ${place}: is BACKUP_TO right, and its disk there? "balcao backup --anew" begins there.`,
  ],
  [
    LOCKED,
    ({ place }) => `Another program works on the backups at ${place}: start this again when it has ended.`,
  ],
  [
    /ciphertext verification failed|does not match|invalid (data|id)|unexpected EOF|not found in (repository|index)|load\(<.*no such file|blob .* not found/i,
    ({ place }) =>
      `The backups at ${place} are damaged: "restic check --read-data" says where. Make new ones in another BACKUP_TO.`,
  ],
];

function explain(said: string, config: BackupConfig): string {
  const known = PROBLEMS.find(([words]) => words.test(said));
  const lines = said.trim().split('\n').slice(-3).join(' ');
  return known ? `${known[1](config)} (${lines})` : `restic failed at ${config.place}: ${lines}`;
}
