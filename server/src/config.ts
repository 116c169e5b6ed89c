import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { isVersion } from '@balcao/shared/features/updates/version.ts';
import { z } from 'zod';
import { BACKUP_ENVIRONMENT, type BackupConfig, backupOf, halfBackup } from './backup/settings.ts';
import { type NamedDatabase, parseDatabases } from './databases/names.ts';
import { createAddressRule } from './platform/outgoing/address-rule.ts';

/**
 * Everything the environment may say, once. The list in `server/OPERATING.md` is compared with it by a test, and the
 * start lists every problem at once.
 */
const MEGABYTE = 1024 * 1024;

/** Documented by `describe`; an empty variable counts as absent. */
export const ENVIRONMENT = z.object({
  HOST: z.string().default('127.0.0.1').describe('Address to listen on. `0.0.0.0` behind a TLS proxy.'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080).describe('Port; 0 takes a free one.'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Where consoles and other programs reach this server. With `https` browsers are told to come by TLS alone.',
    ),
  TRUST_PROXY: z
    .string()
    .optional()
    .describe(
      "Addresses of proxies whose `X-Forwarded-For` is believed, separated by commas. Absent: nobody's.",
    ),
  MACHINE_NAME: z
    .string()
    .max(60)
    .optional()
    .describe("What operators call this machine. Absent: its host's name."),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('PostgreSQL 15 or newer. Absent: an embedded one under `DATA_DIR`.'),
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('A replica that answers figures, searches and exports. Absent: the leader answers all.'),
  DATABASES: z
    .string()
    .transform((text, context): NamedDatabase[] => {
      const databases = parseDatabases(text);
      if (databases) return databases;
      context.addIssue({ code: 'custom', message: 'not a list like `db2=postgres://… db3=postgres://…`' });
      return z.NEVER;
    })
    .optional()
    .describe(
      'More databases beside `DATABASE_URL`, which is `db1`: `db2=postgres://… db3=postgres://…`. Absent: none.',
    ),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(16)
    .describe('Database connections of one process.'),
  DATA_DIR: z.string().default('data').describe('Media, the embedded database and the secret key.'),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'S3 or a store that speaks like it, like `https://s3.sa-east-1.amazonaws.com`: media lie there. Absent: under `DATA_DIR`.',
    ),
  S3_BUCKET: z.string().optional().describe('The bucket for media, of this installation alone.'),
  S3_REGION: z.string().default('us-east-1').describe('Where the bucket is, if the store knows regions.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Key that may list, read, write and remove objects of the bucket.'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('The secret of this key.'),
  S3_PUBLIC: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'The address of the store for consoles and programs, which then fetch files there by links of five minutes. Absent: files come through the server.',
    ),
  SECRET_KEY_FILE: z
    .string()
    .optional()
    .describe(
      '32 bytes as base64 that encrypt secrets and sign tokens. Made on the first start, `secret.key` in `DATA_DIR`.',
    ),
  ...BACKUP_ENVIRONMENT,
  WHATSAPP_URL: z
    .url({ protocol: /^wss?$/ })
    .optional()
    .describe("WhatsApp's websocket. Absent: WhatsApp's own."),
  WHATSAPP_CA_FILE: z
    .string()
    .optional()
    .describe('TLS authority in PEM, only together with a loopback or private `WHATSAPP_URL`.'),
  WHATSAPP_NOISE_ROOT: z
    .hex()
    .length(64)
    .optional()
    .describe('Public key in hex that signs the handshake, under the same condition.'),
  WHATSAPP_VERSION: z
    .string()
    .regex(/^\d+\.\d+\.\d+$/)
    .optional()
    .describe("Version of WhatsApp Web to name, like `2.3000.1`. Absent: the library's."),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'Mail server for links to new passwords and reminders of invoices, like `smtps://user:password@mail.example.com`; needs `PUBLIC_URL`. Absent: operators hand them out.',
    ),
  SMTP_FROM: z
    .string()
    .optional()
    .describe(
      "Sender of mails, like `Balcão <desk@example.com>`. Absent: `no-reply` at `PUBLIC_URL`'s host.",
    ),
  OUTGOING_ALLOW: z
    .string()
    .optional()
    .refine((text) => isAllowList(text), 'not a list of addresses')
    .describe(
      'Addresses of your own network that integrations, AIs and billing systems may be at, like `10.0.0.7:443, 192.168.1.0/24`. Absent: none.',
    ),
  OUTGOING_STAND_IN: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'For tests: a loopback or private address that stands for every service with an address of its own.',
    ),
  EFI_URL: z
    .url({ protocol: /^https$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe('For tests: a loopback or private address that stands for Efí. Absent: Efí itself.'),
  EFI_CA_FILE: z.string().optional().describe('TLS authority of `EFI_URL` in PEM, together with it.'),
  BALCAO_CAMPAIGN_PACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(1_000)
    .describe(
      'For tests, only together with a loopback or private `WHATSAPP_URL`: milliseconds that a second of the pace of campaigns lasts.',
    ),
  BALCAO_MEDIA_LIMIT_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(2048)
    .default(64)
    .describe('Largest file that is taken in or sent.'),
  BALCAO_MEDIA_QUOTA_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(51_200)
    .describe('Files that one company may upload, all together; 0: as many as the disk has.'),
  BALCAO_UPDATES_DIR: z
    .string()
    .optional()
    .describe(
      'Installers and signed manifests of newer consoles, which consoles fetch. Absent: `updates` in `DATA_DIR`.',
    ),
  BALCAO_MIN_CONSOLE: z
    .string()
    .refine(isVersion, 'not a version')
    .optional()
    .describe('Oldest console that is served, like `1.4.0`; older ones ask to be updated. Absent: no limit.'),
  BALCAO_ROLE: z
    .enum(['all', 'api', 'sessions'])
    .default('all')
    .describe('What this process does: the API, the WhatsApp sessions, or both.'),
  BALCAO_DEMO: z
    .enum(['shop', 'empty'])
    .optional()
    .describe(
      'Make a company with demo accounts on the first start: `shop` at work, `empty` before its first day.',
    ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_534)
    .optional()
    .describe(
      'Port of `/metrics` for Prometheus; with `BALCAO_ROLE=all` that of the sessions is the next one, and so on for each of `DATABASES`. Absent: nothing is measured.',
    ),
  METRICS_HOST: z
    .string()
    .optional()
    .describe('Address of `/metrics`, which asks for no password. Absent: `127.0.0.1`.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Collector of traces, like `http://127.0.0.1:4318`; it is told by OTLP over HTTP with JSON. Absent: nothing is traced.',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/json'])
    .optional()
    .describe('For programs beside this one: no other than `http/json`.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Part of all messages that is traced, like `0.01`.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('How much is logged, as JSON on stderr.'),
});

type Values = z.output<typeof ENVIRONMENT>;

export interface Config {
  host: string;
  port: number;
  publicUrl: string | null;
  machine: string;
  trustProxy: string[];
  databaseUrl: string | null;
  databaseReplicaUrl: string | null;
  /** Beside the first one. */
  otherDatabases: NamedDatabase[];
  databasePool: number;
  /** Absolute. */
  dataDir: string;
  /** Null: files lie under `dataDir`. */
  bucket: {
    endpoint: string;
    name: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
    /** Where others reach it themselves; null: files come through the server. */
    publicUrl: string | null;
  } | null;
  secretKeyFile: string;
  /** Null: no backups are made. */
  backup: BackupConfig | null;
  whatsapp: { url: string | null; caFile: string | null; noiseRoot: string | null; version: string | null };
  /** Null: no mail is sent. */
  mail: { url: string; from: string } | null;
  outgoing: {
    /** Addresses that are no public ones, and may be called all the same. */
    allow: string[];
    /** Null: the services themselves. */
    standIn: string | null;
    /** Where Efí is played, and who vouches for that; null: Efí itself. */
    efi: { url: string; caFile: string } | null;
  };
  /** Milliseconds. */
  campaignPaceMs: number;
  mediaLimitBytes: number;
  /** Null: none. */
  mediaQuotaBytes: number | null;
  updatesDir: string;
  minConsole: string | null;
  /** Null: nobody wants figures. */
  metrics: { host: string; port: number } | null;
  /** Where traces go, and of which part of the messages; null: nothing is traced. */
  traces: { endpoint: string; part: number } | null;
  logLevel: Values['LOG_LEVEL'];
  role: 'all' | 'api' | 'sessions';
  demo: Values['BALCAO_DEMO'];
}

/** Of an installation of which backups are made. */
export type ConfigWithBackup = Config & { backup: BackupConfig };

/** Names every variable that is wrong, one per line. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Wrong configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = ENVIRONMENT.safeParse(given);
  const problems = parsed.success
    ? CHECKS.flatMap((check) => check(parsed.data))
    : parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);

  const values = parsed.data;
  const dataDir = resolve(values.DATA_DIR);
  return {
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL ?? null,
    machine: values.MACHINE_NAME ?? hostname(),
    trustProxy: listOf(values.TRUST_PROXY),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseReplicaUrl: values.DATABASE_REPLICA_URL ?? null,
    otherDatabases: values.DATABASES ?? [],
    databasePool: values.DATABASE_POOL,
    dataDir,
    bucket: bucketOf(values),
    secretKeyFile: resolve(values.SECRET_KEY_FILE ?? join(dataDir, 'secret.key')),
    backup: backupOf(values),
    whatsapp: {
      url: values.WHATSAPP_URL ?? null,
      caFile: values.WHATSAPP_CA_FILE ?? null,
      noiseRoot: values.WHATSAPP_NOISE_ROOT ?? null,
      version: values.WHATSAPP_VERSION ?? null,
    },
    mail: mailOf(values),
    outgoing: {
      allow: listOf(values.OUTGOING_ALLOW),
      standIn: values.OUTGOING_STAND_IN ?? null,
      efi: efiOf(values),
    },
    campaignPaceMs: values.BALCAO_CAMPAIGN_PACE_MS,
    mediaLimitBytes: values.BALCAO_MEDIA_LIMIT_MB * MEGABYTE,
    mediaQuotaBytes: values.BALCAO_MEDIA_QUOTA_MB * MEGABYTE || null,
    updatesDir: resolve(values.BALCAO_UPDATES_DIR ?? join(dataDir, 'updates')),
    minConsole: values.BALCAO_MIN_CONSOLE ?? null,
    metrics: values.METRICS_PORT
      ? { host: values.METRICS_HOST ?? '127.0.0.1', port: values.METRICS_PORT }
      : null,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, part: values.OTEL_TRACES_SAMPLER_ARG }
      : null,
    logLevel: values.LOG_LEVEL,
    role: values.BALCAO_ROLE,
    demo: values.BALCAO_DEMO,
  };
}

const listOf = (text: string | undefined): string[] =>
  (text ?? '').split(',').flatMap((entry) => entry.trim() || []);

function isAllowList(text: string | undefined): boolean {
  try {
    createAddressRule(listOf(text));
    return true;
  } catch {
    return false;
  }
}

function bucketOf(values: Values): Config['bucket'] {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PUBLIC } = values;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null;
  return {
    endpoint: S3_ENDPOINT,
    name: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    publicUrl: S3_PUBLIC ?? null,
  };
}

function mailOf({ SMTP_URL, SMTP_FROM, PUBLIC_URL }: Values): Config['mail'] {
  if (!SMTP_URL || !PUBLIC_URL) return null;
  return { url: SMTP_URL, from: SMTP_FROM ?? `Balcão <no-reply@${new URL(PUBLIC_URL).hostname}>` };
}

const efiOf = ({ EFI_URL: url, EFI_CA_FILE: caFile }: Values): Config['outgoing']['efi'] =>
  url && caFile ? { url, caFile } : null;

const BUCKET = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Files that would lie on the disk after all are noticed late. */
function halfBucket(values: Values): string[] {
  const missing = BUCKET.filter((name) => !values[name]);
  const given = ([...BUCKET, 'S3_PUBLIC'] as const).filter((name) => values[name]);
  return given.length === 0 ? [] : missing.map((name) => `${name}: missing beside ${given.join(', ')}`);
}

/** The API and the sessions of each database have figures of their own, at ports behind each other. */
function portTwice(values: Values): string[] {
  const { METRICS_PORT: port, METRICS_HOST: host, PORT, BALCAO_ROLE: role, DATABASES = [] } = values;
  if (port === undefined) return host ? ['METRICS_HOST: only together with METRICS_PORT'] : [];
  const last = port + (role === 'all' ? 1 + DATABASES.length : 0);
  const isTaken = role !== 'sessions' && port <= PORT && PORT <= last;
  return isTaken ? ['METRICS_PORT: it needs another port than PORT'] : [];
}

/** What a request says of its own address may be a lie, and a mailed link must not lead to a liar. */
const linksToNowhere = ({ SMTP_URL, PUBLIC_URL }: Values): string[] =>
  SMTP_URL && !PUBLIC_URL ? ['SMTP_URL: only together with PUBLIC_URL, to which mailed links lead'] : [];

function databasesAlone({ DATABASE_URL, DATABASES = [] }: Values): string[] {
  if (DATABASES.length > 0 && !DATABASE_URL)
    return ['DATABASES: only together with DATABASE_URL, the first one'];
  const twice = DATABASES.find(({ url }) => url === DATABASE_URL);
  return twice ? [`DATABASES: ${twice.name} is the database of DATABASE_URL`] : [];
}

/**
 * Other trust anchors than WhatsApp's own would let whoever sits on the path read everything; a faster pace would get
 * the number banned.
 */
function foreignTrust(values: Values): string[] {
  const names = (['WHATSAPP_CA_FILE', 'WHATSAPP_NOISE_ROOT'] as const).filter((name) => values[name]);
  const fast = values.BALCAO_CAMPAIGN_PACE_MS < 1_000 ? ['BALCAO_CAMPAIGN_PACE_MS'] : [];
  if (values.WHATSAPP_URL && isPrivateHost(new URL(values.WHATSAPP_URL).hostname)) return [];
  return [...names, ...fast].map((name) => `${name}: only together with a loopback or private WHATSAPP_URL`);
}

/** Whoever stands for the services is told every key. */
const foreignStandIn = (values: Values): string[] => [
  ...(['OUTGOING_STAND_IN', 'EFI_URL'] as const).flatMap((name) =>
    values[name] && !isPrivateHost(new URL(values[name]).hostname)
      ? [`${name}: only a loopback or private address`]
      : [],
  ),
  ...(Boolean(values.EFI_URL) === Boolean(values.EFI_CA_FILE)
    ? []
    : ['EFI_CA_FILE: only together with EFI_URL']),
];

function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host === 'localhost' || host === '::1') return true;
  if (isIP(host) === 6) return /^f[cd]/i.test(host);
  return isIP(host) === 4 && /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host);
}

/** What no variable says alone: each names those that do not fit together. */
const CHECKS: readonly ((values: Values) => string[])[] = [
  foreignTrust,
  foreignStandIn,
  linksToNowhere,
  halfBucket,
  halfBackup,
  portTwice,
  databasesAlone,
];
