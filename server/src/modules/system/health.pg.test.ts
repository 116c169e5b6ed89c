import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  getConsoleVersions,
  getHealth,
  getHealthHistory,
  listHeldConnections,
  listProcesses,
} from '@balcao/shared/features/system/calls.ts';
import { checkOf, FINDINGS, type FindingName, stateOf } from '@balcao/shared/features/system/findings.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { startBucketServer } from '../../../test/bucket/server.ts';
import { type CompanyFixture, createTicket } from '../../../test/fixtures.ts';

const updates = mkdtempSync(join(tmpdir(), 'balcao-health-'));
let api: TestApi;
let shop: CompanyFixture;
let token: string;

beforeAll(async () => {
  api = await startApi({ env: { BALCAO_UPDATES_DIR: updates, PUBLIC_URL: 'https://127.0.0.1:1' } });
  shop = await api.company('Padaria');
  await api.admin`update users set super = true where id = ${shop.admin.id}`;
  token = await api.signIn(shop.admin);
});
afterAll(async () => {
  await api.stop();
  rmSync(updates, { recursive: true });
});

beforeEach(async () => {
  await api.admin`delete from processes`;
  await api.admin`update connections set desired = 'stopped', status = 'DISCONNECTED'`;
  await api.admin`delete from messages`;
  await api.admin`delete from inbound_journal`;
});

const say = (name: string, kind: 'api' | 'sessions', more: Record<string, unknown> = {}) =>
  api.admin`insert into processes ${api.admin({
    id: name,
    kind,
    machine: name,
    version: '1.0.0',
    capacity: 50,
    expires_at: new Date('2099-01-01'),
    consoles: 2,
    memory: 1e8,
    disk: 1e12,
    disk_free: 6e11,
    ...more,
  })}`;

const health = () => api.call(getHealth, { token });
const factsOf = async (name: FindingName) =>
  (await health()).findings.find((finding) => finding.name === name)?.facts;

it('says of everything that it is in order, and is the operator’s alone', async () => {
  await say('one', 'api');
  await say('two', 'sessions');
  await api.admin`insert into health_looks ${api.admin({
    name: 'certificate',
    found: { host: '127.0.0.1:1', until: '2099-01-01T00:00:00.000Z' } as never,
  })} on conflict (name) do update set found = excluded.found`;
  const { findings, down } = await health();
  // Nobody has said where backups go.
  expect(findings.filter((finding) => stateOf(finding) !== 'good')).toEqual([
    { name: 'backupsNone', facts: {} },
  ]);
  expect(new Set(findings.map(checkOf))).toEqual(new Set(Object.values(FINDINGS).map(([check]) => check)));
  expect(down).toEqual([]);
  for (const contract of [getHealth, getHealthHistory, getConsoleVersions])
    await api.refused('ERR_NO_PERMISSION', contract, { token: await api.signIn(shop.ana) });
});

it('tells of numbers that are down since they broke, and not of those that wait for a camera', async () => {
  await say('one', 'sessions');
  const { companyId, connectionId } = shop;
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (const [kind, minutes] of [
    ['connected', 300],
    ['dropped', 90],
    ['dropped', 5],
  ] as const)
    await api.admin`insert into connection_events ${api.admin({
      company_id: companyId,
      connection_id: connectionId,
      kind,
      at: at(minutes),
    })}`;
  await api.admin`update connections set desired = 'running', status = 'OPENING', reason = 'network'
    where id = ${connectionId}`;
  const { findings, down } = await health();
  expect(findings[0]).toMatchObject({ name: 'numbersDown', facts: { count: 1, most: 1 } });
  expect(down).toMatchObject([
    { companyName: 'Padaria', connectionId, channel: 'whatsapp', reason: 'network' },
  ]);
  expect(Math.abs(Date.parse(down[0]?.since ?? '') - at(90).getTime())).toBeLessThan(60_000);
  await api.admin`update connections set status = 'qrcode' where id = ${connectionId}`;
  expect((await health()).down).toEqual([]);
});

it('tells of messages that wait to go out, whether the number is connected or not, and of those that wait to be stored', async () => {
  await say('one', 'sessions');
  const { companyId, connectionId } = shop;
  const ticket = await createTicket(api.admin, shop);
  const old = new Date(Date.now() - 600_000);
  await api.admin`insert into messages ${api.admin({
    company_id: companyId,
    id: crypto.randomUUID(),
    ticket_id: ticket.id,
    contact_id: ticket.contactId,
    connection_id: connectionId,
    from_me: true,
    read: true,
    state: 'queued',
    created_at: old,
    stored_at: old,
  })}`;
  await api.admin`insert into inbound_journal (company_id, connection_id, chat, wa_id, stanza, received_at)
    values (${companyId}, ${connectionId}, 'chat', 'A', 'sealed', ${old})`;
  for (const status of ['DISCONNECTED', 'qrcode', 'OPENING']) {
    await api.admin`update connections set status = ${status} where id = ${connectionId}`;
    expect(await factsOf('outboxUnconnected')).toEqual({ count: 1, since: old.toISOString() });
    expect(await factsOf('outboxEmpty')).toBeUndefined();
  }
  await api.admin`update connections set desired = 'running', status = 'connected' where id = ${connectionId}`;
  expect(await factsOf('outboxWaits')).toMatchObject({ count: 1, since: old.toISOString() });
  expect(await factsOf('outboxUnconnected')).toBeUndefined();
  expect(await factsOf('intakeWaits')).toMatchObject({ count: 1, since: old.toISOString() });
});

it('tells of machines that have no room, differ, or have a full disk, and of work that fails', async () => {
  await api.admin`update connections set desired = 'running', status = 'connected' where id = ${shop.connectionId}`;
  expect(await factsOf('sessionsNowhere')).toEqual({ count: 1 });
  await say('one', 'api', { version: '1.1.0', disk_free: 1e9 });
  await say('two', 'sessions', { capacity: 0, disk_free: null });
  expect(await factsOf('sessionsNowhere')).toEqual({ count: 1 });
  expect(await factsOf('versionsDiffer')).toEqual({ name: '1.1.0, 1.0.0' });
  expect(await factsOf('diskFull')).toEqual({ name: 'one', bytes: 1e9 });
  await api.admin`insert into jobs (name, started_at, duration_ms, outcome, reason) values ('bills', now(), 1, 'failed', 'x')`;
  await api.admin`insert into job_setbacks (job, company_id, item, tries, reason, retry_at)
    values ('reminders', ${shop.companyId}, '7', 9, 'no', now())`;
  expect(await factsOf('jobsFailed')).toEqual({ name: 'bills' });
  expect(await factsOf('jobsSetBack')).toEqual({ name: 'reminders', count: 1 });
  await api.admin`delete from jobs where name = 'bills'`;
  await api.admin`delete from job_setbacks`;
});

it('tells of a later version that apt has, until one program of it is at work', async () => {
  await say('one', 'api');
  await say('two', 'sessions');
  const offer = (version: string | null) =>
    api.admin`insert into health_looks ${api.admin({ name: 'package', found: { version } as never })}
      on conflict (name) do update set found = excluded.found`;
  for (const known of [null, '0.9.0', '1.0.0']) {
    await offer(known);
    expect(await factsOf('machinesWork')).toEqual({ count: 2 });
  }
  await offer('1.1.0');
  expect(await factsOf('versionNewer')).toEqual({ name: '1.1.0' });
  await say('three', 'api', { version: '1.1.0' });
  expect(await factsOf('versionNewer')).toBeUndefined();
  await offer(null);
});

it('tells of backups that nobody has tried out, and of a trial that failed', async () => {
  const env = { BACKUP_TO: '/backup', BACKUP_PASSWORD_FILE: '/words' };
  const own = await startApi({ beside: api, env });
  const said = async () =>
    (await own.call(getHealth, { token })).findings.filter((finding) => checkOf(finding) === 'backups');
  const add = async (kind: 'backup' | 'trial', outcome: 'done' | 'failed' | null, days = 0) => {
    const at = new Date(Date.now() - days * 86_400_000);
    const ended_at = outcome && at;
    await api.admin`insert into backups ${api.admin({ kind, began_at: at, at, ended_at, outcome })}`;
    return at.toISOString();
  };
  expect(await said()).toEqual([{ name: 'backupsMissing', facts: {} }]);
  const saved = await add('backup', 'done');
  expect(await said()).toEqual([{ name: 'backupsUntried', facts: {} }]);
  const old = await add('trial', 'done', 16);
  expect(await said()).toEqual([{ name: 'backupsTrialLate', facts: { since: old } }]);
  await add('trial', 'done', 1);
  expect(await said()).toEqual([{ name: 'backupsGood', facts: { since: saved } }]);
  const failed = await add('trial', 'failed');
  // Another one is under way.
  await add('trial', null);
  expect(await said()).toEqual([{ name: 'backupsTrialFailed', facts: { since: failed } }]);
  // Somebody else copies this database, whatever is said of another one.
  await api.admin`update backups set has_database = false`;
  expect(await said()).toEqual([{ name: 'backupsWithoutDatabase', facts: { since: saved } }]);
  await api.admin`delete from backups`;
  await own.stop();
});

it('tells of files that no backup has and whose bucket does not keep what is removed', async () => {
  const bucket = await startBucketServer();
  const own = await startApi({
    beside: api,
    env: { ...bucket.env, BACKUP_TO: '/backup', BACKUP_PASSWORD_FILE: '/words', BACKUP_STANZA: 'balcao' },
  });
  const at = new Date();
  for (const kind of ['backup', 'trial'])
    await api.admin`insert into backups ${api.admin({ kind, at, ended_at: at, outcome: 'done' })}`;
  await api.admin`delete from health_looks where name = 'bucket'`;
  await own.run('health looks', at);
  const { findings } = await own.call(getHealth, { token });
  expect(findings.filter((finding) => checkOf(finding) === 'backups')).toEqual([
    { name: 'backupsWithoutFiles', facts: { name: bucket.env.S3_BUCKET } },
  ]);
  await api.admin`update health_looks set found = ${{ name: bucket.env.S3_BUCKET, keepsVersions: true } as never}
    where name = 'bucket'`;
  expect((await own.call(getHealth, { token })).findings).toContainEqual({
    name: 'backupsGood',
    facts: { since: at.toISOString() },
  });
  for (const table of ['backups', 'health_moments']) await api.admin`delete from ${api.admin(table)}`;
  await own.stop();
  await bucket.stop();
});

it('tells of a certificate that ends, and of an address that nobody has reached', async () => {
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString();
  await api.admin`update health_looks set found = ${{ host: '127.0.0.1:1', until } as never}
    where name = 'certificate'`;
  expect(await factsOf('certificateEnds')).toEqual({ name: '127.0.0.1:1', until });
  const good = { host: '127.0.0.1:1', until: '2099-01-01T00:00:00.000Z' };
  await api.admin`update health_looks set found = ${{ ...good, refused: 'DEPTH_ZERO_SELF_SIGNED_CERT' } as never}
    where name = 'certificate'`;
  expect(await factsOf('certificateRefused')).toEqual({ name: '127.0.0.1:1 (DEPTH_ZERO_SELF_SIGNED_CERT)' });
  await api.admin`update health_looks set found = ${{ host: 'old.example.com', until } as never}
    where name = 'certificate'`;
  expect(await factsOf('certificateUnseen')).toEqual({ name: '127.0.0.1:1' });
});

it('tells of the certificate by which companies pay, while Efí takes the money', async () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);
  const { admin } = api;
  await admin`insert into payment_gateway (gateway, certificate_until) values ('efi', ${days(31)})`;
  for (const [until, name] of [
    [days(31), 'paymentCertificateValid'],
    [days(29), 'paymentCertificateEnds'],
    [days(-1), 'paymentCertificateEnded'],
  ] as const) {
    await admin`update payment_gateway set certificate_until = ${until}`;
    expect(await factsOf(name)).toEqual({ until: until.toISOString() });
  }
  await admin`update payment_gateway set gateway = 'static'`;
  expect(await factsOf('paymentCertificateEnded')).toBeUndefined();
  await admin`delete from payment_gateway`;
});

it('knows the versions of consoles, and which are behind the published one', async () => {
  const { companyId } = shop;
  for (const [app_version, last_seen_at] of [
    ['0.9.0', new Date()],
    ['0.10.0', new Date()],
    ['0.8.0', new Date(Date.now() - 40 * 86_400_000)],
  ] as const)
    await api.admin`insert into sync_clients ${api.admin({
      company_id: companyId,
      id: crypto.randomUUID(),
      user_id: shop.ana.id,
      schema: 1,
      app_version,
      last_seen_at,
    })}`;
  expect(await api.call(getConsoleVersions, { token })).toMatchObject({
    published: null,
    least: null,
    versions: [
      { version: '0.10.0', count: 1 },
      { version: '0.9.0', count: 1 },
    ],
  });
  writeFileSync(join(updates, 'latest-linux.yml'), 'version: 0.10.0\nfiles: []\n');
  writeFileSync(join(updates, 'latest.yml'), 'version: 0.9.0\n');
  expect(await factsOf('consolesOld')).toEqual({ count: 1, most: 2, name: '0.10.0' });
});

it('writes a row each minute, once, and shows of each five minutes the worst', async () => {
  await say('one', 'api');
  await api.admin`update connections set desired = 'running', status = 'connected' where id = ${shop.connectionId}`;
  const now = new Date();
  await api.admin`delete from health_looks`;
  await api.run('health looks', now);
  await api.run('health looks', now);
  const rows = await api.admin`select * from health_moments`;
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ wanted: 1, connected: 1, consoles: 2 });
  await api.admin`delete from health_moments`;
  const start = Math.floor(Date.now() / 300_000) * 300_000 - 600_000;
  for (const [offset, unsent] of [
    [0, 3],
    [60_000, 90],
    [300_000, 0],
  ] as const)
    await api.admin`insert into health_moments values (${new Date(start + offset)}, 4, 5, ${unsent}, 0, 7)`;
  await api.admin`insert into health_moments values (now() - interval '25 hours', 0, 0, 0, 0, 0)`;
  expect(await api.call(getHealthHistory, { token })).toMatchObject([
    { at: new Date(start).toISOString(), unsentSeconds: 90, connected: 4, wanted: 5 },
    { unsentSeconds: 0, consoles: 7 },
  ]);
});

it('shows which machine holds what', async () => {
  await say('one', 'sessions');
  const { companyId, connectionId } = shop;
  await api.admin`insert into connection_leases (company_id, connection_id, owner)
    values (${companyId}, ${connectionId}, 'one') on conflict (company_id, connection_id) do update set owner = 'one'`;
  expect(await api.call(listProcesses, { token })).toMatchObject([
    { id: 'one', machine: 'one', held: 1, consoles: 2, memory: 1e8, disk: 1e12, diskFree: 6e11 },
  ]);
  expect(await api.call(listHeldConnections, { token, query: { process: 'one' } })).toMatchObject({
    list: [{ machine: 'one', companyName: 'Padaria', connectionId }],
    hasMore: false,
    next: null,
  });
});
