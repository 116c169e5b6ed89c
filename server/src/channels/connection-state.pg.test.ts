import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { claimLease } from '../../test/claim-lease.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { type CompanyFixture, createCompany } from '../../test/fixtures.ts';
import { type Database, openDatabase } from '../platform/db/database.ts';
import { createStateReporter, type Wanted } from './connection-state.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let db: Database;
let company: CompanyFixture;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, name: 'test', poolSize: 2, onCommit: () => {} });
  company = await createCompany(database.admin, 'Padaria');
});
afterAll(async () => {
  await db.close();
  await database.close();
});

const NONE = {
  kind: 'whatsapp' as const,
  channel: 'whatsapp' as const,
  credentials: null,
  nudges: 0,
  pairingNumber: null,
  importSince: null,
};
const LOGOUT: Wanted = { desired: 'stopped', generation: 1, logoutRequested: true, ...NONE };
const RUN: Wanted = { desired: 'running', generation: 1, logoutRequested: false, ...NONE };

it('writes nothing any more when the lease ran out without its owner noticing', async () => {
  const lease = await claimLease({ db, log }, { id: 'frozen' }, company);
  if (!lease) throw new Error('no lease');
  await database.admin`update processes set expires_at = now() - interval '1 second'`;
  await database.admin`update connections set status = 'OPENING', reason = 'unattended'`;
  const reporter = createStateReporter({ db, log, lease });
  reporter.report({ status: 'connected', reason: null, qrcode: null, retries: 0 });
  await reporter.written();
  expect(lease.isHeld()).toBe(true);
  const [found] = await database.admin`select status, reason from connections`;
  expect(found).toEqual({ status: 'OPENING', reason: 'unattended' });
  await lease.release();
});

it('is not held any more once it is lost, though a renewal that was under way succeeds', async () => {
  const lease = await claimLease({ db, log }, { id: 'slow' }, company);
  if (!lease) throw new Error('no lease');
  const renewal = await database.admin.begin(async (tx) => {
    await tx`select from processes for update`;
    const confirmed = lease.confirm();
    await expect
      .poll(
        () =>
          database.admin`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    lease.lose('the socket is gone');
    return { confirmed };
  });
  await renewal.confirmed;
  const [row] =
    await database.admin`select expires_at > now() + interval '9 seconds' as renewed from processes where id = 'slow'`;
  expect([row?.renewed, lease.isHeld()]).toEqual([true, false]);
  await database.admin`update processes set expires_at = '-infinity'`;
});

it.each<[string, Wanted, Wanted, Wanted]>([
  ['what was asked for is done', LOGOUT, LOGOUT, { ...LOGOUT, logoutRequested: false }],
  ['it gave up', RUN, RUN, { ...RUN, desired: 'stopped' }],
  ['somebody starts it again before it has logged out', LOGOUT, RUN, RUN],
  ['somebody wants a new code as it gives up', RUN, { ...RUN, generation: 2 }, { ...RUN, generation: 2 }],
])('the end of a session takes back no newer wish: %s', async (_when, done, row, left) => {
  const { connectionId } = company;
  const write = { desired: row.desired, generation: row.generation, logout_requested: row.logoutRequested };
  await database.admin`update connections set ${database.admin(write)} where id = ${connectionId}`;
  const lease = await claimLease({ db, log }, { id: 'me' }, company);
  if (!lease) throw new Error('no lease');
  const reporter = createStateReporter({ db, log, lease });
  reporter.report({ status: 'DISCONNECTED', reason: null, qrcode: null, retries: 0, settled: done });
  await reporter.written();
  const [found] = await database.admin`
    select desired, generation, logout_requested as "logoutRequested" from connections where id = ${connectionId}`;
  expect(found).toEqual({
    desired: left.desired,
    generation: left.generation,
    logoutRequested: left.logoutRequested,
  });
  await lease.release();
});
