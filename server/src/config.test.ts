import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';
import { ENVIRONMENT } from './environment.ts';

it('has a default for everything, and takes an empty variable for none', () => {
  const config = loadConfig({ PORT: '', DATABASE_URL: '', DATA_DIR: '/srv/balcao' });
  expect(config).toEqual({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: null,
    machine: hostname(),
    trustProxy: [],
    databaseUrl: null,
    replicas: [],
    otherDatabases: [],
    databasePool: 16,
    dataDir: '/srv/balcao',
    bucket: null,
    secretKeyFile: join('/srv/balcao', 'secret.key'),
    backup: null,
    whatsapp: { url: null, caFile: null, noiseRoot: null, version: null },
    mail: null,
    outgoing: { allow: [], standIn: null, efi: null },
    campaignPaceMs: 1_000,
    mediaLimitBytes: 64 * 1024 * 1024,
    mediaQuotaBytes: 50 * 1024 ** 3,
    updatesDir: join('/srv/balcao', 'updates'),
    minConsole: null,
    metrics: null,
    traces: null,
    logLevel: 'info',
    role: 'all',
    sessionsCapacity: 200,
    demo: undefined,
  });
});

it('lists every problem at once', () => {
  const wrong = {
    PORT: 'many',
    DATABASE_URL: 'mysql://x',
    BALCAO_MIN_CONSOLE: 'latest',
    BALCAO_ROLE: 'boss',
    BALCAO_DEMO: 'yes',
    LOG_LEVEL: 'loud',
  };
  let message = '';
  try {
    loadConfig(wrong);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    message = (error as Error).message;
  }
  for (const name of Object.keys(wrong)) expect(message).toContain(`  ${name}: `);
});

it('has a bucket for media, or none, but no half of one', () => {
  const whole = {
    S3_ENDPOINT: 'https://s3.example.com',
    S3_BUCKET: 'desk',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(loadConfig(whole).bucket).toEqual({
    endpoint: 'https://s3.example.com',
    name: 'desk',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    publicUrl: null,
  });
  expect(() => loadConfig({ ...whole, S3_BUCKET: '' })).toThrow(
    /^.*\n {2}S3_BUCKET: missing beside S3_ENDPOINT/,
  );
  const S3_PUBLIC = 'https://files.example.com';
  expect(loadConfig({ ...whole, S3_PUBLIC }).bucket).toMatchObject({ publicUrl: S3_PUBLIC });
  expect(() => loadConfig({ S3_PUBLIC })).toThrow('S3_ENDPOINT: missing beside S3_PUBLIC');
});

it('makes backups to a place that is not lost with the server, or none', () => {
  const whole = { BACKUP_TO: '/backup', BACKUP_PASSWORD_FILE: '/etc/words', DATA_DIR: '/srv/balcao' };
  expect(loadConfig(whole).backup).toEqual({
    database: 'db1',
    place: '/backup',
    passwordFile: '/etc/words',
    accessKeyId: null,
    secretAccessKey: null,
    keepDays: 30,
    maxAgeHours: 26,
    stanza: null,
  });
  const problems = [
    [{ BACKUP_PASSWORD_FILE: '' }, 'BACKUP_PASSWORD_FILE: missing'],
    [{ BACKUP_TO: '' }, 'BACKUP_TO: missing'],
    [{ BACKUP_TO: 'backup' }, 'BACKUP_TO: neither a folder'],
    [{ BACKUP_TO: '/srv/balcao/backup' }, 'BACKUP_TO: lies in DATA_DIR'],
    [{ BACKUP_TO: 's3:https://s3.example.com/desk' }, 'BACKUP_S3_ACCESS_KEY_ID: missing'],
    [{ BACKUP_STANZA: 'balcao' }, 'BACKUP_STANZA: only together with DATABASE_URL'],
  ] as const;
  for (const [change, words] of problems) expect(() => loadConfig({ ...whole, ...change })).toThrow(words);
});

it('serves figures on a port of their own, to this machine unless told otherwise', () => {
  expect(loadConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  expect(loadConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.5' }).metrics?.host).toBe('10.0.0.5');
  expect(() => loadConfig({ METRICS_HOST: '10.0.0.5' })).toThrow(
    'METRICS_HOST: only together with METRICS_PORT',
  );
  for (const METRICS_PORT of ['8080', '8079'])
    expect(() => loadConfig({ METRICS_PORT })).toThrow('METRICS_PORT: it needs another port than PORT');
  expect(loadConfig({ METRICS_PORT: '8079', BALCAO_ROLE: 'api' }).metrics?.port).toBe(8079);
  const second = { BALCAO_ROLE: 'sessions', BALCAO_INSTANCE: '2' };
  expect(loadConfig({ ...second, METRICS_PORT: '9464' }).metrics?.port).toBe(9466);
  expect(() => loadConfig({ ...second, METRICS_PORT: '8078' })).toThrow(
    'METRICS_PORT: it needs another port',
  );
  const beside = { ...second, DATABASE_URL: 'postgres://one/balcao', DATABASES: 'db2=postgres://two/balcao' };
  expect(loadConfig({ ...beside, METRICS_PORT: '9464' }).metrics?.port).toBe(9467);
  expect(() => loadConfig({ ...beside, METRICS_PORT: '8076' })).toThrow(
    'METRICS_PORT: it needs another port',
  );
  for (const BALCAO_INSTANCE of ['main', '0', '1.5', '100'])
    expect(() => loadConfig({ BALCAO_ROLE: 'sessions', BALCAO_INSTANCE })).toThrow(
      /BALCAO_INSTANCE: not a number from 1 to 99.*`balcao-sessions@1`/,
    );
  for (const METRICS_PORT of ['0', '65001', 'many'])
    expect(() => loadConfig({ METRICS_PORT })).toThrow('METRICS_PORT: ');
});

it('traces all messages or a part of them, by the one protocol that it speaks', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318';
  expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT }).traces).toEqual({
    endpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
    part: 1,
  });
  expect(loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.01' }).traces?.part).toBe(
    0.01,
  );
  const OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = 'http://127.0.0.1:4318/v1/traces';
  expect(loadConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT }).traces).toEqual({
    endpoint: OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    part: 1,
  });
  expect(() => loadConfig({ OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow('OTEL_TRACES_SAMPLER_ARG: ');
  expect(() => loadConfig({ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('OTEL_EXPORTER_OTLP_PROTOCOL: ');
});

it('has more databases beside a first one, each with a name and an address of its own', () => {
  const DATABASE_URL = 'postgres://one/balcao';
  const [db2, db3] = ['db2=postgres://two/balcao?sslmode=require', 'db3=postgres://three/balcao'];
  expect(loadConfig({ DATABASE_URL, DATABASES: `${db2}\n ${db3} ` }).otherDatabases).toEqual([
    { name: 'db2', url: 'postgres://two/balcao?sslmode=require' },
    { name: 'db3', url: 'postgres://three/balcao' },
  ]);
  expect(() => loadConfig({ DATABASES: db2 })).toThrow('DATABASES: only together with DATABASE_URL');
  for (const wrong of [
    'db1=postgres://two/balcao',
    'db2',
    'db02=postgres://a/b',
    'db2=mysql://a/b',
    `${db2} ${db2}`,
  ])
    expect(() => loadConfig({ DATABASE_URL, DATABASES: wrong })).toThrow('DATABASES: not a list like');
  expect(() => loadConfig({ DATABASE_URL, DATABASES: `db2=${DATABASE_URL}` })).toThrow(
    'db2 is the database of',
  );
});

it('reads figures from replicas of the databases that have one', () => {
  const [DATABASE_URL, DATABASE_REPLICA_URL] = ['postgres://one/balcao', 'postgres://one-more/balcao'];
  const of2 = { name: 'db2', url: 'postgres://two-more/balcao' };
  const two = { DATABASE_URL, DATABASES: 'db2=postgres://two/balcao', DATABASES_REPLICAS: `db2=${of2.url}` };
  expect(loadConfig(two).replicas).toEqual([of2]);
  expect(loadConfig({ ...two, DATABASE_REPLICA_URL }).replicas).toEqual([
    { name: 'db1', url: DATABASE_REPLICA_URL },
    of2,
  ]);
  expect(() => loadConfig({ ...two, DATABASES_REPLICAS: 'db3=postgres://three/balcao' })).toThrow(
    'there is no db3 in DATABASES',
  );
});

it('sends mail only with an address that its links can lead to', () => {
  const SMTP_URL = 'smtps://user:secret@mail.example.com';
  expect(() => loadConfig({ SMTP_URL })).toThrow('SMTP_URL: only together with PUBLIC_URL');
  expect(loadConfig({ SMTP_URL, PUBLIC_URL: 'https://desk.example.com' }).mail).toEqual({
    url: SMTP_URL,
    from: 'Balcão <no-reply@desk.example.com>',
  });
});

it('accepts foreign trust anchors only for a loopback or private address', () => {
  const anchors = { WHATSAPP_CA_FILE: '/ca.pem', WHATSAPP_NOISE_ROOT: 'ab'.repeat(32) };
  const problems = (url?: string) => {
    try {
      loadConfig({ ...anchors, ...(url ? { WHATSAPP_URL: url } : {}) });
      return 0;
    } catch (error) {
      return (error as Error).message.split('\n').length - 1;
    }
  };
  const trusted = [
    'wss://127.0.0.1:1',
    'wss://localhost:1',
    'wss://[::1]:1',
    'wss://10.0.0.5',
    'wss://192.168.1.9',
    'wss://172.20.0.2',
    'wss://[fd00::1]',
  ];
  expect(trusted.map(problems)).toEqual(trusted.map(() => 0));
  const foreign = [
    undefined,
    'wss://web.whatsapp.com/ws',
    'wss://172.32.0.1',
    'wss://127.0.0.1.evil.test',
    'wss://10.evil.test',
    'wss://8.8.8.8',
    'wss://[2001:db8::1]',
  ];
  expect(foreign.map(problems)).toEqual(foreign.map(() => 2));
});

it('opens the own network to integrations address by address, and refuses what is none', () => {
  const OUTGOING_ALLOW = '10.0.0.7:443, 192.168.1.0/24,[fd00::1]:8080 ';
  expect(loadConfig({ OUTGOING_ALLOW }).outgoing.allow).toEqual([
    '10.0.0.7:443',
    '192.168.1.0/24',
    '[fd00::1]:8080',
  ]);
  for (const wrong of [
    'localhost',
    '10.0.0',
    '8080',
    '10.0.0.0/33',
    '10.0.0.7:70000',
    'http://10.0.0.7',
    '*',
  ])
    expect(() => loadConfig({ OUTGOING_ALLOW: `10.0.0.7, ${wrong}` })).toThrow('OUTGOING_ALLOW: not a list');
});

it('hands the keys of services to a stand-in of the own network alone', () => {
  for (const url of ['http://127.0.0.1:4600', 'http://localhost:4600', 'http://10.0.0.5'])
    expect(loadConfig({ OUTGOING_STAND_IN: `${url}/` }).outgoing.standIn).toBe(url);
  for (const OUTGOING_STAND_IN of ['https://api.example.com', 'http://8.8.8.8', 'http://127.0.0.1.evil.test'])
    expect(() => loadConfig({ OUTGOING_STAND_IN })).toThrow('OUTGOING_STAND_IN: only a loopback');
  const EFI_CA_FILE = '/tmp/ca.pem';
  expect(loadConfig({ EFI_URL: 'https://127.0.0.1:1/efi', EFI_CA_FILE }).outgoing.efi).toEqual({
    url: 'https://127.0.0.1:1/efi',
    caFile: EFI_CA_FILE,
  });
  expect(() => loadConfig({ EFI_URL: 'https://pix.example.com', EFI_CA_FILE })).toThrow(
    'EFI_URL: only a loopback',
  );
  expect(() => loadConfig({ EFI_CA_FILE })).toThrow('EFI_CA_FILE: only together');
});

it('is documented for operators, variable by variable', () => {
  const documentation = readFileSync(new URL('../OPERATING.md', import.meta.url), 'utf8');
  const [, section = ''] = documentation.split('## Configuration');
  const wanted = Object.entries(ENVIRONMENT.shape).map(([name, schema]) => {
    const fallback = ENVIRONMENT.parse({})[name as keyof typeof ENVIRONMENT.shape];
    const shown =
      fallback === undefined ? '' : ` (\`${typeof fallback === 'boolean' ? Number(fallback) : fallback}\`)`;
    return `\`${name}\`${shown}: ${schema.description}`;
  });
  const items = [...section.matchAll(/^- (`[A-Z\d_]+`.*(?:\n {2}.*)*)/gm)];
  expect(items.map(([, item = '']) => item.replaceAll(/\n +/g, ' '))).toEqual(wanted);
});
