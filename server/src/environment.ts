import { isVersion } from '@balcao/shared/features/updates/version.ts';
import { z } from 'zod';
import { BACKUP_ENVIRONMENT } from './backup/settings.ts';
import { type NamedDatabase, parseDatabases } from './databases/names.ts';
import { createAddressRule } from './platform/outgoing/address-rule.ts';

const databases = z
  .string()
  .transform((text, context): NamedDatabase[] => {
    const named = parseDatabases(text);
    if (named) return named;
    context.addIssue({ code: 'custom', message: 'not a list like `db2=postgres://… db3=postgres://…`' });
    return z.NEVER;
  })
  .optional();

const NO_INSTANCE =
  'not a number from 1 to 99: the package has it from the name, like 1 of `balcao-sessions@1`';

/**
 * Everything the environment may say, once. The list in `server/OPERATING.md` is compared with it by a test, and the
 * start lists every problem at once. Documented by `describe`; an empty variable counts as absent.
 */
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
  DATABASES: databases.describe(
    'More databases beside `DATABASE_URL`, which is `db1`: `db2=postgres://… db3=postgres://…`. Absent: none.',
  ),
  DATABASES_REPLICAS: databases.describe(
    'What `DATABASE_REPLICA_URL` is to the first one, for those of `DATABASES` that have a replica. Absent: none.',
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
      'Mail server for links to new passwords, invitations, reminders of invoices and reports, like `smtps://user:password@mail.example.com`; needs `PUBLIC_URL`. Absent: operators hand them out.',
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
      'Addresses of your own network that integrations, AIs, billing systems and mailboxes may be at, like `10.0.0.7:443, 192.168.1.0/24`. Absent: none.',
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
  SESSIONS_CAPACITY: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(200)
    .describe('WhatsApp sessions that a process has room for; processes share all sessions by their room.'),
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
    .max(65_000)
    .optional()
    .describe(
      'Port of `/metrics` for Prometheus; with `BALCAO_ROLE=all` that of the sessions is the next one, and so on for each of `DATABASES`. Absent: nothing is measured.',
    ),
  BALCAO_INSTANCE: z.coerce
    .number(NO_INSTANCE)
    .int(NO_INSTANCE)
    .min(1, NO_INSTANCE)
    .max(99, NO_INSTANCE)
    .optional()
    .describe(
      'Which of the processes with `BALCAO_ROLE=sessions` this is, from 1 to 99, where all of a machine read the same variables: its `/metrics` is so many ports behind `METRICS_PORT`, times the databases there are. The package says it: 1 in `balcao-sessions@1`. Absent: it has `METRICS_PORT` itself.',
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
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'The same for traces alone, with the whole path, like `http://127.0.0.1:4318/v1/traces`. Absent: that of `OTEL_EXPORTER_OTLP_ENDPOINT`.',
    ),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/json'])
    .optional()
    .describe(
      'No other than `http/json`, which collectors take at their port 4318: `grpc` and `http/protobuf` are refused.',
    ),
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

export type Values = z.output<typeof ENVIRONMENT>;

/** What stands between the commas. */
export const listOf = (text: string | undefined): string[] =>
  (text ?? '').split(',').flatMap((entry) => entry.trim() || []);

function isAllowList(text: string | undefined): boolean {
  try {
    createAddressRule(listOf(text));
    return true;
  } catch {
    return false;
  }
}
