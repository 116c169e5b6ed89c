import { relative, resolve } from 'node:path';
import { z } from 'zod';
import { FIRST_DATABASE } from '../databases/names.ts';

/** A backup is kept no longer. */
export const MOST_KEPT_DAYS = 3_650;

/** What the environment says of backups; a part of `config.ts`. */
export const BACKUP_ENVIRONMENT = {
  BACKUP_TO: z
    .string()
    .regex(/^(\/|s3:https?:\/\/[^/]+\/[^/])/, 'neither a folder like /backup nor s3:https://host/bucket')
    .optional()
    .describe(
      'Where backups go: a folder on another disk, or a bucket like `s3:https://s3.example.com/balcao-backups`. Absent: none are made.',
    ),
  BACKUP_PASSWORD_FILE: z
    .string()
    .optional()
    .describe(
      'File with the words that encrypt backups, together with `BACKUP_TO`. Keep them in another place, too: nobody reads a backup without them.',
    ),
  BACKUP_S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Key that may list, read, write and remove in the bucket of `BACKUP_TO`.'),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional().describe('The secret of this key.'),
  BACKUP_KEEP_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(MOST_KEPT_DAYS)
    .default(30)
    .describe('Days to whose moments one can go back.'),
  BACKUP_MAX_AGE_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(720)
    .default(26)
    .describe('Age of the last good backup from which on operators are told.'),
  BACKUP_STANZA: z
    .string()
    .regex(/^[\w-]+$/, 'not the name of a stanza')
    .optional()
    .describe(
      "pgBackRest's name of the database of `DATABASE_URL`, or of the one that `--database` names. Absent: whoever runs that database copies it, backups hold the files alone.",
    ),
};

const environment = z.object(BACKUP_ENVIRONMENT);
type Values = z.output<typeof environment> & { DATABASE_URL?: string | undefined; DATA_DIR: string };

export interface BackupConfig {
  /** As restic names its repositories: a folder, or `s3:` with an address. */
  place: string;
  passwordFile: string;
  /** Of a bucket. */
  accessKeyId: string | null;
  secretAccessKey: string | null;
  keepDays: number;
  maxAgeHours: number;
  /** The name of the database among several; the first one's backups have files and key. */
  database: string;
  /** What pgBackRest calls the database; null: somebody else copies it, or it is an embedded one. */
  stanza: string | null;
}

export function backupOf(values: Values): BackupConfig | null {
  if (!values.BACKUP_TO || !values.BACKUP_PASSWORD_FILE) return null;
  return {
    place: values.BACKUP_TO,
    passwordFile: resolve(values.BACKUP_PASSWORD_FILE),
    accessKeyId: values.BACKUP_S3_ACCESS_KEY_ID ?? null,
    secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY ?? null,
    keepDays: values.BACKUP_KEEP_DAYS,
    maxAgeHours: values.BACKUP_MAX_AGE_HOURS,
    database: FIRST_DATABASE,
    stanza: values.BACKUP_STANZA ?? null,
  };
}

/** Whoever believes that backups are made must not learn otherwise on the day that they are needed. */
export function halfBackup(values: Values): string[] {
  const { BACKUP_TO, BACKUP_PASSWORD_FILE, BACKUP_STANZA, DATABASE_URL, DATA_DIR } = values;
  const isBucket = BACKUP_TO?.startsWith('s3:') ?? false;
  const needed = {
    BACKUP_TO: BACKUP_PASSWORD_FILE || BACKUP_STANZA ? BACKUP_TO : '-',
    BACKUP_PASSWORD_FILE: BACKUP_TO ? BACKUP_PASSWORD_FILE : '-',
    BACKUP_S3_ACCESS_KEY_ID: isBucket ? values.BACKUP_S3_ACCESS_KEY_ID : '-',
    BACKUP_S3_SECRET_ACCESS_KEY: isBucket ? values.BACKUP_S3_SECRET_ACCESS_KEY : '-',
  };
  const isInside = BACKUP_TO?.startsWith('/') && !relative(resolve(DATA_DIR), BACKUP_TO).startsWith('..');
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : name));
  return [
    ...missing.map((name) => `${name}: missing beside the other variables of backups`),
    ...(isInside ? ['BACKUP_TO: lies in DATA_DIR, and would be lost with it'] : []),
    ...(BACKUP_STANZA && !DATABASE_URL ? ['BACKUP_STANZA: only together with DATABASE_URL'] : []),
  ];
}
