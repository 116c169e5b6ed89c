import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/database.ts';
import { eventually } from '../../../test/eventually.ts';
import type { PhoneCompany } from '../../../test/phone-company.ts';
import { type LocalWorld, QUICK, startWorld } from '../../../test/world.ts';
import type { SessionProcess } from '../../sessions.ts';

describe('a WhatsApp session', () => {
  let world: LocalWorld;
  let company: PhoneCompany;
  let process1: SessionProcess;

  beforeAll(async () => {
    world = await startWorld({ database: createTestDatabase() });
    company = await world.addCompany();
    process1 = await world.startSessions();
  });
  afterAll(() => world.stop());

  const count = async (table: string) =>
    Number((await world.database.admin`select count(*)::int as n from ${world.database.admin(table)}`)[0]?.n);
  const companions = async () =>
    (await world.sandbox.commands.phones()).find(({ number }) => number === company.phone)?.devices ?? [];

  it('is linked by its QR code, and its keys are stored encrypted', async () => {
    await company.link();
    expect(await company.connection()).toMatchObject({
      status: 'connected',
      reason: null,
      qrcode: null,
      retries: 0,
      number: company.phone,
    });
    const [credentials] = await world.database.admin`select value from session_credentials`;
    expect(Buffer.from(credentials?.value).includes('noiseKey')).toBe(false);
    expect(await count('session_keys')).toBeGreaterThan(800);
  });

  it('comes back without a QR code after the process was restarted', async () => {
    await process1.stop();
    expect(await company.connection()).toMatchObject({
      status: 'DISCONNECTED',
      reason: 'server_stopped',
      desired: 'running',
    });
    process1 = await world.startSessions();
    await company.connectionWith(({ status, qrcode }) => {
      expect(qrcode).toBeNull();
      return status === 'connected';
    });
    expect(await companions()).toHaveLength(1);
  });

  it('comes back by itself after the network broke, and counts its attempts', async () => {
    await world.sandbox.commands.cutCompanions({ number: company.phone, refuse: true });
    await company.connectionWith(
      (row) => row.status === 'OPENING' && row.reason === 'network' && row.retries > 1,
    );
    await world.sandbox.commands.restoreCompanions({ number: company.phone });
    expect(await company.connectionWith((row) => row.status === 'connected')).toMatchObject({ retries: 0 });
    const events = await world.database.admin`select kind from connection_events order by id`;
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['dropped', 'connected']));
  });

  it('says when it tries again, and does so at once when a person asks', async () => {
    await process1.stop();
    const backoff = { minMs: 100_000, maxMs: 100_000 };
    process1 = await world.startSessions({ session: { ...QUICK.session, backoff } });
    await company.connectionWith((row) => row.status === 'connected');
    await world.sandbox.commands.cutCompanions({ number: company.phone, refuse: true });
    const waiting = await company.connectionWith((row) => row.retries === 1 && row.until !== null);
    expect(waiting).toMatchObject({ status: 'OPENING', number: company.phone });
    const waitMs = (waiting.until?.getTime() ?? 0) - Date.now();
    expect([waitMs > 50_000, waitMs <= 100_000]).toEqual([true, true]);
    await company.request({ nudges: 1 });
    await company.connectionWith((row) => row.retries === 2 && row.until !== null);
    await world.sandbox.commands.restoreCompanions({ number: company.phone });
    await company.request({ nudges: 2 });
    expect(await company.connectionWith((row) => row.status === 'connected')).toMatchObject({ until: null });
  });

  it('is taken over by a second process, and only then, when the first lets its lease go', async () => {
    const process2 = await world.startSessions();
    const owner = async () => (await world.database.admin`select owner, epoch from connection_leases`)[0];
    const before = await owner();
    await process1.stop();
    const after = await eventually(owner, (lease) => lease?.owner && lease.owner !== before?.owner);
    expect(Number(after?.epoch)).toBeGreaterThan(Number(before?.epoch));
    await company.connectionWith((row) => row.status === 'connected');
    expect(await companions()).toMatchObject([{ online: true }]);
    process1 = process2;
  });

  it('stops when asked to and starts again with what it has stored', async () => {
    await company.request({ desired: 'stopped' });
    await company.connectionWith((row) => row.status === 'DISCONNECTED' && row.reason === null);
    await eventually(companions, ([device]) => device?.online === false);
    await company.request({ desired: 'running' });
    await company.connectionWith((row) => row.status === 'connected');
  });

  it('waits longer and longer, and says so, when its stored session cannot be read', async () => {
    const epoch = async () =>
      Number((await world.database.admin`select epoch from connection_leases`)[0]?.epoch);
    await company.request({ desired: 'stopped' });
    await company.connectionWith((row) => row.status === 'DISCONNECTED');
    const before = await epoch();
    const [stored] = await world.database.admin`select value from session_credentials`;
    await world.database.admin`update session_credentials set value = 'sealed with another key'`;
    await company.request({ desired: 'running' });
    await company.connectionWith((row) => row.status === 'OPENING' && row.retries >= 3);
    expect(await epoch()).toBe(before + 1);
    await world.database.admin`update session_credentials set value = ${stored?.value}`;
    await company.connectionWith((row) => row.status === 'connected');
  });

  it('gives up on a ban and keeps its keys; a person may try again', async () => {
    await world.sandbox.commands.restrict({ number: company.phone, how: 'temporary' });
    expect(await company.connectionWith((row) => row.status === 'DISCONNECTED')).toMatchObject({
      reason: 'restricted',
      desired: 'stopped',
      number: company.phone,
      until: expect.any(Date),
    });
    expect(await count('session_credentials')).toBe(1);
    await world.sandbox.commands.restrict({ number: company.phone, how: 'none' });
    await company.request({ desired: 'running' });
    await company.connectionWith((row) => row.status === 'connected');
  });

  it('ends when the phone logs it out: keys deleted, history kept', async () => {
    const customer = '5511988887777';
    await world.sandbox.commands.createPhone({ number: customer, name: 'Maria' });
    await world.sandbox.commands.send({ kind: 'text', from: customer, to: company.phone, text: 'oi' });
    // The message, and that a ticket began with it.
    await eventually(
      () => count('messages'),
      (n) => n === 2,
    );
    await world.sandbox.commands.unlink({ number: company.phone });
    expect(await company.connectionWith((row) => row.status === 'DISCONNECTED')).toMatchObject({
      reason: 'logged_out',
      desired: 'stopped',
      number: null,
    });
    expect(await Promise.all(['session_credentials', 'session_keys', 'messages'].map(count))).toEqual([
      0, 0, 2,
    ]);
  });

  it('is renewed: the old session is logged out at the phone, a new QR code is offered', async () => {
    await company.link();
    await company.request({ desired: 'running', generation: 2 });
    const { qrcode } = await company.connectionWith((row) => row.qrcode !== null, 15_000);
    expect(await companions()).toEqual([]);
    await world.sandbox.commands.scan({ number: company.phone, qr: qrcode ?? '' });
    await company.connectionWith((row) => row.status === 'connected');
  });

  it('logs out when asked to', async () => {
    await company.request({ desired: 'stopped', logout_requested: true });
    const row = await company.connectionWith(({ status }) => status === 'DISCONNECTED');
    expect(row).toMatchObject({ reason: 'disconnected_here', number: null });
    expect(await companions()).toEqual([]);
    expect(await count('session_keys')).toBe(0);
    const [left] = await world.database.admin`select logout_requested from connections`;
    expect(left?.logout_requested).toBe(false);
  });

  it('says that the phone wants a passkey', async () => {
    await world.sandbox.commands.configure({ number: company.phone, requirePasskey: true });
    await company.request({ desired: 'running' });
    const { qrcode } = await company.connectionWith((row) => row.qrcode !== null);
    // The scan ends with the ceremony, which this client cannot take part in.
    void world.sandbox.commands.scan({ number: company.phone, qr: qrcode ?? '' }).catch(() => {});
    await company.connectionWith((row) => row.status === 'DISCONNECTED' && row.reason === 'passkey_required');
    await world.sandbox.commands.configure({ number: company.phone, requirePasskey: false });
  });

  it('offers five QR codes and then waits for a person', async () => {
    await process1.stop();
    process1 = await world.startSessions({ session: { ...QUICK.session, qrTimeoutMs: 60 } });
    const seen = new Set<string>();
    await company.request({ desired: 'running' });
    await company.connectionWith(({ status, qrcode }) => {
      if (qrcode) seen.add(qrcode);
      return status === 'TIMEOUT';
    });
    expect(await company.connection()).toMatchObject({
      reason: 'pairing_expired',
      qrcode: null,
      desired: 'stopped',
    });
    expect(seen.size).toBeLessThanOrEqual(5);
  });
});
