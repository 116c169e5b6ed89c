import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../test/api.ts';
import { createTicket } from '../../test/fixtures.ts';

let api: TestApi;
let dir: string;
/** Answers as somebody else would: with the date of its clock. */
let others: Server;
let hoursAhead = 0;
let good: Record<string, string>;

async function serve(answer: RequestListener): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
const portOf = (server: Server) => String((server.address() as AddressInfo).port);

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'balcao-doctor-'));
  await writeFile(join(dir, 'secret.key'), Buffer.alloc(32, 7).toString('base64'));
  api = await startApi();
  const url = new URL(await api.app.listen({ host: '127.0.0.1', port: 0 }));
  others = await serve((_request, response) => {
    response.setHeader('date', new Date(Date.now() + hoursAhead * 3_600_000).toUTCString());
    response.end('other');
  });
  good = {
    DATABASE_URL: api.database.url,
    DATA_DIR: dir,
    PORT: url.port,
    PUBLIC_URL: url.origin,
    WHATSAPP_URL: `ws://127.0.0.1:${portOf(others)}`,
    OUTGOING_STAND_IN: `http://127.0.0.1:${portOf(others)}`,
  };
});
afterAll(async () => {
  await api.stop();
  others.close();
  await rm(dir, { recursive: true });
});

/** As an operator types it. */
async function doctor(env: Record<string, string> = {}, args: string[] = []) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../balcao.ts'), 'doctor', ...args], {
    env: { PATH: process.env.PATH, ...good, ...env },
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  return { code, said: (await said).join('') };
}

/** But for the room on the disk of whoever runs this. */
const faultsIn = (said: string) => said.match(/^BAD(?! +Disk:).*$/gm);

it('says of each thing how it is, in the words of the operator’s page too', async () => {
  const { said } = await doctor();
  // The one thing that is bad about the PostgreSQL of tests.
  expect(faultsIn(said)).toEqual(['BAD      PostgreSQL: fsync is off']);
  for (const line of [
    'ok       Configuration: all variables can be read',
    /^ok {7}Node: v\d+/m,
    'ok       Secret key:',
    `ok       Data folder: ${dir}`,
    /^(ok {5}|WARNING) {2}Disk speed: [\d.]+ ms/m,
    `ok       Port: the server answers at 127.0.0.1:${good.PORT}`,
    `ok       Address: the server answers at ${good.PUBLIC_URL}`,
    /^ok {7}WhatsApp: 127\.0\.0\.1:\d+ is reached$/m,
    /^ok {7}PostgreSQL: \d+/m,
    'ok       Messages to send: None waits to go out.',
    'ok       Numbers: 0 numbers are connected.',
    'WARNING  Certificate: This server has no address with TLS.\n         Put a proxy with TLS before it',
  ])
    expect(said).toEqual(
      typeof line === 'string' ? expect.stringContaining(line) : expect.stringMatching(line),
    );
}, 60_000);

it('names the numbers that are down, since when, how long messages wait for them, and the work that fails', async () => {
  const shop = await api.company('Padaria');
  const { companyId, connectionId } = shop;
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
  await api.admin`update connections set desired = 'running', status = 'OPENING', reason = 'network',
    created_at = ${hours(2)}, name = 'Balcão da frente' where id = ${connectionId}`;
  const ticket = await createTicket(api.admin, shop);
  await api.admin`insert into messages ${api.admin({
    company_id: companyId,
    id: crypto.randomUUID(),
    ticket_id: ticket.id,
    contact_id: ticket.contactId,
    connection_id: connectionId,
    from_me: true,
    read: true,
    state: 'queued',
    created_at: hours(1),
    stored_at: hours(1),
  })}`;
  await api.admin`insert into jobs (name, started_at, duration_ms, outcome, reason)
    values ('bills', now(), 1, 'failed', 'no room'), ('reminders', now(), 1, 'setBack', 'refused')`;
  await api.admin`insert into job_setbacks (job, company_id, item, tries, reason, retry_at)
    values ('reminders', ${companyId}, '7', 9, 'connect ECONNREFUSED', now())`;
  const { code, said } = await doctor();
  await api.admin`update connections set desired = 'stopped' where id = ${connectionId}`;
  for (const table of ['messages', 'jobs', 'job_setbacks']) await api.admin`delete from ${api.admin(table)}`;
  expect(code).toBe(1);
  expect(said).toMatch(/^BAD {6}Numbers: 1 of 1 has been without a connection for 2 hours\.$/m);
  expect(said).toMatch(
    /^WARNING {2}Messages to send: 1 has waited for 1 hour for a number that is not connected\.$/m,
  );
  expect(said).toContain(`
Without a connection:
         Padaria – Balcão da frente, for 2 hours: WhatsApp cannot be reached. A new attempt starts by itself.
Work by the clock:
         bills: no room
         reminders: connect ECONNREFUSED (1 item waits for its next try)
`);
}, 60_000);

it('says what is bad and what to do, and ends with 1', async () => {
  hoursAhead = 1;
  const database = new URL(good.DATABASE_URL ?? '');
  database.username = 'nobody';
  const another = await serve((_request, response) => response.end('other'));
  const { code, said } = await doctor({
    DATABASE_URL: database.href,
    DATA_DIR: join(dir, 'secret.key', 'below-a-file'),
    SECRET_KEY_FILE: join(import.meta.dirname, '../../package.json'),
    PORT: portOf(others),
    PUBLIC_URL: 'https://nobody.invalid',
    WHATSAPP_URL: 'ws://127.0.0.1:1',
    METRICS_PORT: portOf(another),
    BACKUP_TO: 's3:http://127.0.0.1:1/backups',
    BACKUP_PASSWORD_FILE: '/words',
    BACKUP_S3_ACCESS_KEY_ID: 'id',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  });
  hoursAhead = 0;
  another.close();
  expect(code).toBe(1);
  for (const line of [
    /^BAD {6}Secret key: .*package\.json is none\n {9}Bring the right file back/m,
    /^BAD {6}Data folder: .* cannot be written to: /m,
    /^BAD {6}Port: another program listens at 127\.0\.0\.1:\d+\n {9}End it, or choose another PORT/m,
    'DNS: nobody.invalid has no address\n         Make an A or AAAA record',
    'WhatsApp: 127.0.0.1:1 is not reached\n         Let this machine out to it',
    'Bucket of backups: 127.0.0.1:1 is not reached\n         Let this machine out to it',
    /^BAD {6}Metrics: another program listens at 127\.0\.0\.1:\d+\n {9}End it, or choose another METRICS_PORT/m,
    /^BAD {6}Clock: it is 3[56]\d\d s away from that of others\n {9}Set it/m,
    /^BAD {6}Database: .*"nobody".*\n {9}Look at user and password in DATABASE_URL\./m,
    /things are bad\.\n$/,
  ])
    expect(said).toEqual(
      typeof line === 'string' ? expect.stringContaining(line) : expect.stringMatching(line),
    );
}, 60_000);

it('looks at each of several databases', async () => {
  const away = new URL(good.DATABASE_URL ?? '');
  away.pathname = '/nowhere';
  const username = `poor_${away.port}_${process.pid}`;
  await api.admin.unsafe(`create role ${username} login password 'poor'`);
  const poor = Object.assign(new URL(good.DATABASE_URL ?? ''), { username, password: 'poor' });
  await api.admin`insert into backups (kind, at, ended_at, outcome)
    values ('backup', now(), now(), 'done'), ('trial', null, now(), 'failed')`;
  const backups = { BACKUP_TO: '/backup', BACKUP_PASSWORD_FILE: '/words', BACKUP_STANZA: 'balcao' };
  const { code, said } = await doctor({ ...backups, DATABASES: `db2=${away.href} db3=${poor.href}` });
  await api.admin`delete from backups`;
  expect(code).toBe(1);
  expect(said).toMatch(
    /^BAD {6}Backups \(db1\): The last one that was tried out failed, \d+ s ago\.\n {9}Run “balcao backup verify --database db1”/m,
  );
  expect(said).toMatch(
    /^BAD {6}Log archive \(db1\): archive_mode is off.*\n {9}Write archive_mode and archive_command/m,
  );
  expect(said).toMatch(/^ok {7}PostgreSQL \(db1\): \d+/m);
  expect(said).toMatch(
    /^BAD {6}Database \(db2\): .*\n {9}Make the database, or look at its name in DATABASES\./m,
  );
  expect(said).toMatch(
    /^BAD {6}Database \(db3\): .*\n {9}The user of DATABASES needs the right to make roles/m,
  );
  expect(said).toContain('Messages to send: None waits to go out.');
}, 60_000);

it('says of a server that is not running that it is not, and how it is called', async () => {
  const { DATABASE_URL: _, ...rest } = good;
  const OUTGOING_STAND_IN = 'http://127.0.0.1:1';
  const away = await doctor({
    ...rest,
    DATABASE_URL: '',
    PORT: '1',
    METRICS_PORT: '2',
    // Of this machine, and of no proxy.
    PUBLIC_URL: 'https://127.0.0.77',
    OUTGOING_STAND_IN,
  });
  expect(faultsIn(away.said)).toEqual([expect.stringContaining('Certificate: none is shown at')]);
  expect(away.said).toContain(`WARNING  Database: that of ${dir} is not running`);
  expect(away.said).toMatch(/^(ok|WARNING|BAD) +Disk: .*\d (MB|GB) free/m);
  expect(away.said).toContain('WARNING  Port: nobody listens at 127.0.0.1:1');
  expect(away.said).toContain('WARNING  Metrics: nobody listens at 127.0.0.1:2');
  expect(away.said).toMatch(/^(ok {7}|WARNING {2})Port 80: .*127\.0\.0\.77/m);
  expect(away.said).toContain(
    'WARNING  Clock: nobody was reached who says what time it is\n         Compare',
  );
  const wrong = await Promise.all([doctor({}, ['--all']), doctor({ PORT: 'many', METRICS_HOST: '::1' })]);
  expect(wrong).toMatchObject([
    { code: 2, said: expect.stringContaining('balcao doctor') },
    { code: 1, said: expect.stringMatching(/Wrong configuration:\n {2}PORT: /) },
  ]);
}, 60_000);
