import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWhatsAppWorld, eventually, QUICK, type WhatsAppWorld, wish } from '../../../test/world.ts';
import type { SessionProcess } from '../../sessions.ts';

describe('a WhatsApp session', () => {
  let world: WhatsAppWorld;
  let process1: SessionProcess;

  beforeAll(async () => {
    world = await createWhatsAppWorld();
    process1 = await world.start();
  });
  afterAll(() => world.stop());

  const count = async (table: string) =>
    Number((await world.database.admin`select count(*)::int as n from ${world.database.admin(table)}`)[0]?.n);
  const companions = async () =>
    (await world.sandbox.commands.phones()).find(({ number }) => number === world.shop)?.devices ?? [];

  it('is linked by its QR code, and its keys are stored encrypted', async () => {
    await world.link();
    expect(await world.connection()).toMatchObject({
      status: 'connected',
      reason: null,
      qrcode: null,
      retries: 0,
      number: world.shop,
    });
    const [credentials] = await world.database.admin`select value from session_credentials`;
    expect(Buffer.from(credentials?.value).includes('noiseKey')).toBe(false);
    expect(await count('session_keys')).toBeGreaterThan(800);
  });

  it('comes back without a QR code after the process was restarted', async () => {
    await process1.stop();
    expect(await world.connection()).toMatchObject({
      status: 'DISCONNECTED',
      reason: 'server_stopped',
      desired: 'running',
    });
    process1 = await world.start();
    await world.connectionWith(({ status, qrcode }) => {
      expect(qrcode).toBeNull();
      return status === 'connected';
    });
    expect(await companions()).toHaveLength(1);
  });

  it('comes back by itself after the network broke, and counts its attempts', async () => {
    await world.sandbox.commands.cutCompanions({ number: world.shop, refuse: true });
    await world.connectionWith(
      (row) => row.status === 'OPENING' && row.reason === 'network' && row.retries > 1,
    );
    await world.sandbox.commands.restoreCompanions({ number: world.shop });
    expect(await world.connectionWith((row) => row.status === 'connected')).toMatchObject({ retries: 0 });
    const events = await world.database.admin`select kind from connection_events order by id`;
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['dropped', 'connected']));
  });

  it('says when it tries again, and does so at once when a person asks', async () => {
    await process1.stop();
    const backoff = { minMs: 100_000, maxMs: 100_000 };
    process1 = await world.start({ session: { ...QUICK.session, backoff } });
    await world.connectionWith((row) => row.status === 'connected');
    await world.sandbox.commands.cutCompanions({ number: world.shop, refuse: true });
    const waiting = await world.connectionWith((row) => row.retries === 1 && row.until !== null);
    expect(waiting).toMatchObject({ status: 'OPENING', number: world.shop });
    const waitMs = (waiting.until?.getTime() ?? 0) - Date.now();
    expect([waitMs > 50_000, waitMs <= 100_000]).toEqual([true, true]);
    await wish(world.database, world.company, { nudges: 1 });
    await world.connectionWith((row) => row.retries === 2 && row.until !== null);
    await world.sandbox.commands.restoreCompanions({ number: world.shop });
    await wish(world.database, world.company, { nudges: 2 });
    expect(await world.connectionWith((row) => row.status === 'connected')).toMatchObject({ until: null });
  });

  it('is taken over by a second process, and only then, when the first lets its lease go', async () => {
    const process2 = await world.start();
    const owner = async () => (await world.database.admin`select owner, epoch from connection_leases`)[0];
    const before = await owner();
    await process1.stop();
    const after = await eventually(owner, (lease) => lease?.owner !== before?.owner && lease?.owner !== '');
    expect(Number(after?.epoch)).toBeGreaterThan(Number(before?.epoch));
    await world.connectionWith((row) => row.status === 'connected');
    expect(await companions()).toMatchObject([{ online: true }]);
    process1 = process2;
  });

  it('stops when asked to and starts again with what it has stored', async () => {
    await wish(world.database, world.company, { desired: 'stopped' });
    await world.connectionWith((row) => row.status === 'DISCONNECTED' && row.reason === null);
    await eventually(companions, ([device]) => device?.online === false);
    await wish(world.database, world.company, { desired: 'running' });
    await world.connectionWith((row) => row.status === 'connected');
  });

  it('waits longer and longer, and says so, when its stored session cannot be read', async () => {
    const epoch = async () =>
      Number((await world.database.admin`select epoch from connection_leases`)[0]?.epoch);
    await wish(world.database, world.company, { desired: 'stopped' });
    await world.connectionWith((row) => row.status === 'DISCONNECTED');
    const before = await epoch();
    const [stored] = await world.database.admin`select value from session_credentials`;
    await world.database.admin`update session_credentials set value = 'sealed with another key'`;
    await wish(world.database, world.company, { desired: 'running' });
    await world.connectionWith((row) => row.status === 'OPENING' && row.retries >= 3);
    expect(await epoch()).toBe(before + 1);
    await world.database.admin`update session_credentials set value = ${stored?.value}`;
    await world.connectionWith((row) => row.status === 'connected');
  });

  it('gives up on a ban and keeps its keys; a person may try again', async () => {
    await world.sandbox.commands.restrict({ number: world.shop, how: 'temporary' });
    expect(await world.connectionWith((row) => row.status === 'DISCONNECTED')).toMatchObject({
      reason: 'restricted',
      desired: 'stopped',
      number: world.shop,
      until: expect.any(Date),
    });
    expect(await count('session_credentials')).toBe(1);
    await world.sandbox.commands.restrict({ number: world.shop, how: 'none' });
    await wish(world.database, world.company, { desired: 'running' });
    await world.connectionWith((row) => row.status === 'connected');
  });

  it('ends when the phone logs it out: keys deleted, history kept', async () => {
    const customer = '5511988887777';
    await world.sandbox.commands.createPhone({ number: customer, name: 'Maria' });
    await world.sandbox.commands.send({ kind: 'text', from: customer, to: world.shop, text: 'oi' });
    // The message, and that a ticket began with it.
    await eventually(
      () => count('messages'),
      (n) => n === 2,
    );
    await world.sandbox.commands.unlink({ number: world.shop });
    expect(await world.connectionWith((row) => row.status === 'DISCONNECTED')).toMatchObject({
      reason: 'logged_out',
      desired: 'stopped',
      number: null,
    });
    expect(await Promise.all(['session_credentials', 'session_keys', 'messages'].map(count))).toEqual([
      0, 0, 2,
    ]);
  });

  it('is renewed: the old session is logged out at the phone, a new QR code is offered', async () => {
    await world.link();
    await wish(world.database, world.company, { desired: 'running', generation: 2 });
    const { qrcode } = await world.connectionWith((row) => row.qrcode !== null, 15_000);
    expect(await companions()).toEqual([]);
    await world.sandbox.commands.scan({ number: world.shop, qr: qrcode ?? '' });
    await world.connectionWith((row) => row.status === 'connected');
  });

  it('logs out when asked to', async () => {
    await wish(world.database, world.company, { desired: 'stopped', logout_requested: true });
    const row = await world.connectionWith(({ status }) => status === 'DISCONNECTED');
    expect(row).toMatchObject({ reason: 'disconnected_here', number: null });
    expect(await companions()).toEqual([]);
    expect(await count('session_keys')).toBe(0);
    const [left] = await world.database.admin`select logout_requested from connections`;
    expect(left?.logout_requested).toBe(false);
  });

  it('says that the phone wants a passkey', async () => {
    await world.sandbox.commands.configure({ number: world.shop, requirePasskey: true });
    await wish(world.database, world.company, { desired: 'running' });
    const { qrcode } = await world.connectionWith((row) => row.qrcode !== null);
    // The scan ends with the ceremony, which this client cannot take part in.
    void world.sandbox.commands.scan({ number: world.shop, qr: qrcode ?? '' }).catch(() => {});
    await world.connectionWith((row) => row.status === 'DISCONNECTED' && row.reason === 'passkey_required');
    await world.sandbox.commands.configure({ number: world.shop, requirePasskey: false });
  });

  it('offers five QR codes and then waits for a person', async () => {
    await process1.stop();
    process1 = await world.start({ session: { ...QUICK.session, qrTimeoutMs: 60 } });
    const seen = new Set<string>();
    await wish(world.database, world.company, { desired: 'running' });
    await world.connectionWith(({ status, qrcode }) => {
      if (qrcode) seen.add(qrcode);
      return status === 'TIMEOUT';
    });
    expect(await world.connection()).toMatchObject({
      reason: 'pairing_expired',
      qrcode: null,
      desired: 'stopped',
    });
    expect(seen.size).toBeLessThanOrEqual(5);
  });
});
