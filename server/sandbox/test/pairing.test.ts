import { DisconnectReason } from '@whiskeysockets/baileys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterPairingCode } from '../phones/pairing-code.ts';
import { SandboxWhatsApp } from '../sandbox.ts';
import { trustNoiseRoot } from '../wire/noise-identity.ts';
import { hardenCurve } from '../wire/xeddsa.ts';
import { joinPasskeyCeremony } from './passkey-ceremony.ts';
import { TestClient } from './test-client.ts';

describe('pairing and login', () => {
  let world: SandboxWhatsApp;
  let number = 5511990000000;
  const phone = () => world.account({ number: String(++number), name: 'Shop' });
  beforeAll(async () => {
    world = await SandboxWhatsApp.start();
  });
  afterAll(() => world.stop());

  it('QR -> pair-success -> 515 restart -> open, and uploads 812 one-time pre-keys', async () => {
    const p = phone();
    const c = new TestClient(world);
    await c.pair(p);
    const device = [...p.linked.values()][0]!;
    expect(c.creds.me?.id).toBe(device.pnJid);
    expect(c.creds.me?.lid).toBe(device.lidJid);
    expect(c.creds.me?.name).toBe('Shop');
    expect(c.creds.platform).toBe('android');
    expect(c.creds.account).toBeTruthy();
    expect(device.preKeys.size).toBeGreaterThan(800);
    await c.stop();
  });

  it('shows successive QRs and gives up with timedOut (408) when the refs are used up', async () => {
    world.qrRefs = 3;
    const c = new TestClient(world, { qrTimeout: 80 }).connect();
    const qrs: string[] = [];
    c.sock.ev.on('connection.update', (u) => u.qr && qrs.push(u.qr));
    await c.closed();
    world.qrRefs = 6;
    expect(qrs).toHaveLength(3);
    expect(new Set(qrs).size).toBe(3);
    expect(qrs[0]).toMatch(/^https:\/\/wa\.me\/settings\/linked_devices#2@/);
    expect(qrs[0]!.split(',')).toHaveLength(5);
    expect(c.lastClose?.code).toBe(DisconnectReason.timedOut);
  });

  it('pairs by code (link with phone number)', async () => {
    const p = phone();
    const c = new TestClient(world).connect();
    await c.next('connection.update', (u) => !!u.qr);
    const asked = new Promise((r) => world.once('pairingCodeRequested', r));
    const code = await c.sock.requestPairingCode(p.pnJid.split('@')[0]!);
    await asked;
    const closed = c.closed();
    await enterPairingCode(p, code);
    await closed;
    expect(c.lastClose?.code).toBe(DisconnectReason.restartRequired);
    await c.reconnect();
    expect(c.creds.me?.id).toBe([...p.linked.values()][0]!.pnJid);
    await c.stop();
  });

  it('stock Baileys accepts any well-formed certificate chain; with real signature checks the pinned root matters', async () => {
    const undoRoot = trustNoiseRoot(Buffer.alloc(32, 7));
    const stock = new TestClient(world).connect();
    await stock.next('connection.update', (u) => !!u.qr);
    await stock.stop();

    const undoHarden = hardenCurve();
    const hardened = new TestClient(world).connect();
    await hardened.closed();
    expect(hardened.lastClose).toMatchObject({
      code: 400,
      message: 'noise intermediate certificate signature invalid',
    });

    undoRoot();
    const trusted = new TestClient(world);
    await trusted.pair(phone());
    await trusted.stop();
    undoHarden();
  });

  it('an account that requires a passkey: stock Baileys hangs on the QR, and says nothing', async () => {
    const p = phone();
    p.requirePasskey = true;
    const c = new TestClient(world).connect();
    const { qr } = await c.next('connection.update', (u) => !!u.qr);
    const asked = new Promise((r) => c.sock.ws.on('CB:notification,type:passkey_prologue_request', r));
    void p.scan(qr!).catch(() => {});
    await asked; // the only sign: a raw stanza that no Baileys event reports
    await new Promise((r) => setTimeout(r, 300));
    expect(c.lastClose).toBeUndefined();
    expect(c.creds.me).toBeUndefined();
    await c.stop();
  });

  it('the passkey ceremony can be completed on top of the public API', async () => {
    const p = phone();
    p.requirePasskey = true;
    const c = new TestClient(world).connect();
    const errors = joinPasskeyCeremony(c.sock, c.creds, async () => ({
      rawId: Buffer.from('cred-1'),
      json: { id: 'cred-1', type: 'public-key', response: {} },
    }));
    const { qr } = await c.next('connection.update', (u) => !!u.qr);
    const closed = c.closed();
    const device = await p.scan(qr!);
    await closed;
    expect(errors).toEqual([]);
    expect(c.lastClose?.code).toBe(DisconnectReason.restartRequired);
    await c.reconnect();
    expect(c.creds.me?.id).toBe(device.pnJid);
    await c.stop();
  });

  it('restores a session from persisted credentials', async () => {
    const p = phone();
    const c = new TestClient(world);
    const synced = c.next('creds.update', (u) => !!u.accountSyncCounter);
    await c.pair(p);
    await synced;
    await c.stop();
    await c.reconnect();
    expect(c.creds.accountSyncCounter).toBeGreaterThan(0);
    await c.stop();
  });

  it('remote logout: 401 now, and 401 again at the next login', async () => {
    const p = phone();
    const c = new TestClient(world);
    await c.pair(p);
    const closed = c.closed();
    await p.unlink([...p.linked.values()][0]!);
    await closed;
    expect(c.lastClose?.code).toBe(DisconnectReason.loggedOut);
    c.connect();
    await c.closed();
    expect(c.lastClose).toMatchObject({ code: 401, message: 'Connection Failure' });
  });

  it('local logout tells the server', async () => {
    const p = phone();
    const c = new TestClient(world);
    await c.pair(p);
    const gone = new Promise((r) => world.once('unlinkedByClient', r));
    const closed = c.closed();
    await c.sock.logout();
    await Promise.all([gone, closed]);
    expect(p.linked.size).toBe(0);
    expect(c.lastClose?.code).toBe(401);
  });

  it('a second login with the same credentials replaces the first (440)', async () => {
    const p = phone();
    const a = new TestClient(world);
    await a.pair(p);
    const b = new TestClient(world);
    b.creds = a.creds;
    const closed = a.closed();
    await b.reconnect();
    await closed;
    expect(a.lastClose?.code).toBe(DisconnectReason.connectionReplaced);
    await b.stop();
  });

  it.each([
    [403, 'banned'],
    [405, 'client outdated'],
    [503, 'service unavailable'],
    [402, 'temporarily banned'],
  ])('login failure %i (%s) surfaces as the close code', async (reason) => {
    const p = phone();
    const c = new TestClient(world);
    await c.pair(p);
    await c.stop();
    p.refuseLogin = { reason, attrs: reason === 402 ? { code: '101', expire: '3600' } : undefined };
    c.connect();
    await c.closed();
    expect(c.lastClose?.code).toBe(reason);
  });

  it('a cut TCP connection is 428; a silent network is 408 after the keep-alive interval', async () => {
    const p = phone();
    const c = new TestClient(world, { keepAliveIntervalMs: 400 });
    await c.pair(p);
    let closed = c.closed();
    [...p.linked.values()][0]!.connection!.cut();
    await closed;
    expect(c.lastClose?.code).toBe(DisconnectReason.connectionClosed);
    await c.reconnect();
    closed = c.closed(12_000);
    [...p.linked.values()][0]!.connection!.frozen = true;
    await closed;
    expect(c.lastClose?.code).toBe(DisconnectReason.connectionLost);
  });
});
