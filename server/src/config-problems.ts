import { isIP } from 'node:net';
import { halfBackup } from './backup/settings.ts';
import type { Values } from './config.ts';

/** What no variable of the configuration says alone: each check names those that do not fit together. */
export const problemsOf = (values: Values): string[] => CHECKS.flatMap((check) => check(values));

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

const CHECKS: readonly ((values: Values) => string[])[] = [
  foreignTrust,
  foreignStandIn,
  linksToNowhere,
  halfBucket,
  halfBackup,
  portTwice,
  databasesAlone,
];
