/** Behaviours of stock Baileys 7.0.0-rc14 that an adapter has to defend against; each one is shown first, then the defence. */

import { downloadMediaMessage, type WAMessage } from '@whiskeysockets/baileys';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mediaDispatcher } from '../client-config.ts';
import type { SimulatedAccount } from '../phones/account.ts';
import { SandboxWhatsApp } from '../sandbox.ts';
import { TestClient, textOf } from './test-client.ts';

const wait = (ms: number) => new Promise((r) => setTimeout(r, ms));
const until = async (cond: () => boolean, ms = 6000) => {
  const end = Date.now() + ms;
  while (!cond()) {
    if (Date.now() > end) throw new Error('condition not reached');
    await wait(5);
  }
};

describe('hazards', () => {
  let world: SandboxWhatsApp;
  let number = 5511970000000;
  let shop: SimulatedAccount;
  let alice: SimulatedAccount;
  let c: TestClient;
  beforeAll(async () => {
    world = await SandboxWhatsApp.start();
  });
  afterAll(() => world.stop());
  afterEach(() => c.stop());
  const fresh = async (extra = {}) => {
    shop = world.account({ number: String(++number), name: 'Shop' });
    alice = world.account({ number: String(++number), name: 'Alice' });
    c = new TestClient(world, extra);
    const synced = c.next('creds.update', (u) => !!u.accountSyncCounter, 25_000);
    await c.pair(shop);
    await synced;
  };
  const device = () => [...shop.linked.values()][0]!;

  it.each([
    ['without a defence: everything in the offline backlog is lost', false, 0],
    ['flushing the buffer in the close handler saves it', true, 20],
  ])('connection lost while the backlog is still buffered - %s', async (_name, flushOnClose, survivors) => {
    await fresh();
    await c.stop();
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) ids.push(await alice.text(shop, `m${i}`));
    world.withholdOfflineMarker = true;
    c.connect();
    const { sock } = c;
    if (flushOnClose)
      sock.ev.on(
        'connection.update',
        (u) => void (u.connection === 'close' && (sock.ev as unknown as { flush(): void }).flush()),
      );
    await c.open();
    await until(() => device().pending.size === 0); // every message has been receipted: the server will not send them again
    const closed = c.closed();
    device().connection!.cut();
    await closed;
    world.withholdOfflineMarker = false;
    await c.reconnect();
    await wait(300);
    expect(c.upserts.filter((u) => ids.includes(u.message.key.id!))).toHaveLength(survivors);
  });

  it('expired media: downloadMediaMessage never asks for a re-upload; asking by hand works', async () => {
    await fresh();
    const file = Buffer.from('a picture');
    const id0 = await alice.image(shop, file);
    const got = await c.message((m) => m.key.id === id0);
    world.media.expire(got.message.message!.imageMessage!.directPath!);
    let asked = 0;
    const options = { options: { dispatcher: mediaDispatcher(world.endpoint) } } as never;
    const ctx = {
      logger: pino({ level: 'silent' }) as never,
      reuploadRequest: (m: WAMessage) => {
        asked++;
        return c.sock.updateMediaMessage(m);
      },
    };
    const err = await downloadMediaMessage(got.message, 'buffer', options, ctx).catch(
      (e) => e as { output: { statusCode: number } },
    );
    expect((err as { output: { statusCode: number } }).output.statusCode).toBe(410);
    expect(asked).toBe(0);
    const renewed = await c.sock.updateMediaMessage(got.message);
    expect(await downloadMediaMessage(renewed, 'buffer', options, ctx)).toEqual(file);
  });

  it('a key-store call that never returns makes the session deaf; raw stanzas versus events reveals it', async () => {
    await fresh();
    const bob = world.account({ number: String(++number), name: 'Bob' });
    let raw = 0;
    c.sock.ws.on('CB:message', () => raw++);
    const before = c.upserts.length;
    const get = c.store.get.bind(c.store);
    let hung = 0;
    c.store.get = (async (type: 'session', ids: string[]) => {
      if (type !== 'session' || hung) return get(type, ids);
      hung++;
      return new Promise(() => {});
    }) as never;
    await alice.text(shop, 'first');
    await until(() => hung === 1); // one single lost query; the database answers everything afterwards, yet:
    const id = await bob.text(shop, 'second');
    await wait(500);
    expect(c.upserts.some((u) => u.message.key.id === id)).toBe(false);
    expect(raw).toBe(2);
    expect(c.upserts.length).toBe(before);
    expect(c.lastClose?.code).toBe(515); // still "open"
  });

  it("libsignal's job queue is global to the process: one tenant's lost query also stops other tenants for that contact, and a new socket does not help", async () => {
    await fresh();
    const tenant2 = world.account({ number: String(++number), name: 'Tenant 2' });
    const d = await new TestClient(world).pair(tenant2);
    await alice.text(tenant2, 'hello tenant 2');
    await d.message((m) => textOf(m) === 'hello tenant 2');
    const get = c.store.get.bind(c.store);
    let hung = 0;
    c.store.get = (async (type: 'session', ids: string[]) => {
      if (type !== 'session' || hung) return get(type, ids);
      hung++;
      return new Promise(() => {});
    }) as never;
    await alice.text(shop, 'lost');
    await until(() => hung === 1);
    const id2 = await alice.text(tenant2, 'still there?');
    await wait(600);
    expect(d.upserts.some((u) => u.message.key.id === id2)).toBe(false); // tenant 2 has a healthy store and is blocked all the same
    await c.stop();
    await c.reconnect();
    await wait(600);
    expect(c.upserts.some((u) => textOf(u.message) === 'lost')).toBe(false); // redelivered by the server, blocked again
    await d.stop();
  });

  it('an undecryptable message blocks all others for over 2 s unless the recent-message cache is on', async () => {
    const delays: number[] = [];
    for (const enableRecentMessageCache of [false, true]) {
      await fresh({ enableRecentMessageCache });
      const bob = world.account({ number: String(++number), name: 'Bob' });
      await alice.text(shop, 'warm');
      await bob.text(shop, 'warm');
      await c.message((m) => textOf(m) === 'warm' && m.pushName === 'Bob');
      await alice.text(shop, 'broken', { corrupt: true });
      const t = Date.now();
      const id = await bob.text(shop, 'innocent');
      await c.message((m) => m.key.id === id);
      delays.push(Date.now() - t);
      if (!enableRecentMessageCache) await c.stop();
    }
    expect(delays[0]).toBeGreaterThan(1900);
    expect(delays[1]).toBeLessThan(1500);
  });

  it('the same message id exists at both ends: ids are unique per connection, not globally', async () => {
    await fresh();
    const other = world.account({ number: String(++number), name: 'Other shop' });
    const d = await new TestClient(world).pair(other);
    const m = await c.sock.sendMessage(other.pnJid, { text: 'from one tenant to another' });
    const got = await d.message((x) => x.key.id === m!.key.id);
    expect(got.message.key.fromMe).toBe(false);
    expect(m!.key.fromMe).toBe(true);
    await d.stop();
  });

  it('a receipt that comes while events are buffered is folded into our own append upsert: no messages.update at all', async () => {
    await fresh();
    const m = await c.sock.sendMessage(alice.lidJid, { text: 'fold' });
    await until(() => c.upserts.some((u) => u.message.key.id === m!.key.id));
    await wait(200);
    const updates = c.events.filter(
      (e) =>
        e.name === 'messages.update' &&
        (e.data as { key: { id: string } }[]).some((u) => u.key.id === m!.key.id),
    );
    const echo = c.upserts.find((u) => u.message.key.id === m!.key.id)!;
    expect(echo.type).toBe('append');
    expect(updates.length === 0 ? Number(echo.message.status) : 3).toBeGreaterThanOrEqual(2);
  });
});
