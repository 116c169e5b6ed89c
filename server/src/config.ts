import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { type BackupConfig, backupOf, halfBackup } from './backup/settings.ts';
import { FIRST_DATABASE, type NamedDatabase } from './databases/names.ts';
import { ENVIRONMENT, listOf, type Values } from './environment.ts';

const MEGABYTE = 1024 * 1024;

export interface Config {
  host: string;
  port: number;
  publicUrl: string | null;
  machine: string;
  trustProxy: string[];
  databaseUrl: string | null;
  /** Of the databases that have one. */
  replicas: NamedDatabase[];
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
  /** So many sessions one process holds. */
  sessionsCapacity: number;
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
    replicas: [
      ...(values.DATABASE_REPLICA_URL ? [{ name: FIRST_DATABASE, url: values.DATABASE_REPLICA_URL }] : []),
      ...(values.DATABASES_REPLICAS ?? []),
    ],
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
    metrics: metricsOf(values),
    traces: tracesOf(values),
    logLevel: values.LOG_LEVEL,
    role: values.BALCAO_ROLE,
    sessionsCapacity: values.SESSIONS_CAPACITY,
    demo: values.BALCAO_DEMO,
  };
}

function metricsOf(values: Values): Config['metrics'] {
  const { METRICS_PORT, METRICS_HOST = '127.0.0.1' } = values;
  return METRICS_PORT ? { host: METRICS_HOST, port: METRICS_PORT + portsBefore(values) } : null;
}

/** Those of the API and of other processes with sessions, which read the same variables and have one for each database. */
const portsBefore = ({ BALCAO_ROLE: role, BALCAO_INSTANCE: instance, DATABASES = [] }: Values): number =>
  role === 'sessions' && instance ? 1 + (instance - 1) * (1 + DATABASES.length) : 0;

/** OpenTelemetry's own library reads the address itself. */
function tracesOf(values: Values): Config['traces'] {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: all } = values;
  const endpoint = own ?? all;
  return endpoint ? { endpoint, part: values.OTEL_TRACES_SAMPLER_ARG } : null;
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
  const { METRICS_PORT, METRICS_HOST: host, PORT, BALCAO_ROLE: role, DATABASES = [] } = values;
  if (METRICS_PORT === undefined) return host ? ['METRICS_HOST: only together with METRICS_PORT'] : [];
  const first = METRICS_PORT + portsBefore(values);
  const last = first + (role === 'all' ? 1 : 0) + (role === 'api' ? 0 : DATABASES.length);
  // Alone on a machine, sessions leave PORT to whoever wants it.
  const isOurs = role !== 'sessions' || values.BALCAO_INSTANCE !== undefined;
  const isTaken = isOurs && first <= PORT && PORT <= last;
  return isTaken ? ['METRICS_PORT: it needs another port than PORT'] : [];
}

/** What a request says of its own address may be a lie, and a mailed link must not lead to a liar. */
const linksToNowhere = ({ SMTP_URL, PUBLIC_URL }: Values): string[] =>
  SMTP_URL && !PUBLIC_URL ? ['SMTP_URL: only together with PUBLIC_URL, to which mailed links lead'] : [];

function databasesAlone({ DATABASE_URL, DATABASES = [], DATABASES_REPLICAS = [] }: Values): string[] {
  if (DATABASES.length > 0 && !DATABASE_URL)
    return ['DATABASES: only together with DATABASE_URL, the first one'];
  const twice = DATABASES.find(({ url }) => url === DATABASE_URL);
  const nobodys = DATABASES_REPLICAS.filter(({ name }) => !DATABASES.some((one) => one.name === name));
  return [
    ...(twice ? [`DATABASES: ${twice.name} is the database of DATABASE_URL`] : []),
    ...nobodys.map(({ name }) => `DATABASES_REPLICAS: there is no ${name} in DATABASES`),
  ];
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
