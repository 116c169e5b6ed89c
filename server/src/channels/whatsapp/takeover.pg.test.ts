import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import { holdLease } from '../../../test/hold-lease.ts';
import { newNumber, type PhoneCompany } from '../../../test/phone-company.ts';
import { type LocalWorld, QUICK, startWorld } from '../../../test/world.ts';
import type { SessionProcess } from '../../sessions.ts';

describe('a session between two processes', () => {
  let world: LocalWorld;
  let company: PhoneCompany;
  let sessions: SessionProcess;

  beforeAll(async () => {
    world = await startWorld({ database: createTestDatabase() });
    company = await world.addCompany();
  });
  afterAll(() => world.stop());

  it('M1, H18: goes to another process when its owner stands still, and stays there when that one wakes up', async () => {
    const frozen = world.startWorker();
    await frozen.ready;
    await company.link();
    const maria = newNumber();
    await world.sandbox.commands.createPhone({ number: maria, name: 'Maria' });
    const texts: string[] = [];
    const write = (text: string) => {
      texts.push(text);
      return world.sandbox.commands.send({ kind: 'text', from: maria, to: company.phone, text });
    };
    const stored = async () =>
      (
        await world.database.admin`select body from messages where state <> 'local' order by created_at, id`
      ).map(({ body }) => body);
    const all = () => eventually(stored, (bodies) => bodies.length >= texts.length);
    const lease = async () =>
      (await world.database.admin`select owner, epoch::int from connection_leases`)[0];
    await write('antes');
    await all();
    const before = await lease();

    frozen.signal('SIGSTOP');
    // Into the sleeper's own socket: it reads them when it wakes up, and must not confirm them then.
    for (const index of [1, 2, 3]) await write(`no sono ${index}`);
    sessions = await world.startSessions();
    const after = await eventually(lease, (now) => now?.epoch === before?.epoch + 1);
    await company.connectionWith(({ status }) => status === 'connected');
    await all();
    for (const index of [1, 2, 3]) await write(`depois ${index}`);
    await all();

    const logins: number[] = [];
    world.sandbox.world.on('online', () => logins.push(performance.now()));
    frozen.signal('SIGCONT');
    await write('de volta');
    await all();
    // Longer than the sleeper needs to look for work, to renew, and for its lease to run out.
    await new Promise((resolve) => setTimeout(resolve, QUICK.lease.ttlMs));
    await write('no fim');
    expect(await all()).toEqual(texts);
    expect(logins).toEqual([]);
    expect(await lease()).toEqual(after);
    expect(await company.connection()).toMatchObject({ status: 'connected', reason: null });
    await world.killWorker(frozen);
  });

  it('does not log out because it lost its lease while it was about to connect', async () => {
    const { admin } = world.database;
    const logouts: unknown[] = [];
    world.sandbox.world.on('unlinkedByClient', (device) => logouts.push(device.id));
    await admin.begin(async (tx) => {
      await tx`lock table inbound_journal in access exclusive mode`;
      await world.sandbox.commands.cutCompanions({ number: company.phone });
      await eventually(
        () =>
          admin`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        (waiting) => waiting.count > 0,
      );
      const until = new Date(Date.now() + 1_000);
      await holdLease(admin, company, { owner: 'another', until });
      await eventually(
        async () => world.logged().filter((line) => line.includes('lease lost')),
        (lines) => lines.length > 0,
      );
    });
    await company.connectionWith(({ status, retries }) => status === 'connected' && retries === 0);
    expect(logouts).toEqual([]);
  });

  it('holds as many sessions as a process may, says so once, and leaves the others to another process', async () => {
    const said = () => world.logged().filter((line) => line.includes('no room for more sessions'));
    await sessions.stop();
    sessions = await world.startSessions({}, 1);
    await company.connectionWith(({ status }) => status === 'connected');
    const other = await world.addCompany();
    await other.request({ desired: 'running' });
    await eventually(
      async () => said(),
      (lines) => lines.length > 0,
    );
    expect(await other.connection()).toMatchObject({ status: 'DISCONNECTED' });
    const second = await world.startSessions();
    await other.connectionWith(({ qrcode }) => qrcode !== null);
    expect(said()).toHaveLength(1);
    await other.request({ desired: 'stopped' });
    await other.connectionWith(({ status }) => status === 'DISCONNECTED');
    await second.stop();
  });

  it('H14: refuses a network whose root key is not WhatsApp’s', async () => {
    const { whatsapp } = world.config;
    const stranger = await world.addCompany();
    await sessions.stop();
    await stranger.request({ desired: 'running' });
    const deceived = world.startWorker({ config: { whatsapp: { ...whatsapp, noiseRoot: 'ab'.repeat(32) } } });
    await deceived.ready;
    await stranger.connectionWith(({ reason }) => reason === 'handshake_refused');
    expect(await stranger.connection()).toMatchObject({
      status: 'DISCONNECTED',
      desired: 'stopped',
      qrcode: null,
    });
    await world.killWorker(deceived);
  });
});
