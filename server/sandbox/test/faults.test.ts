/** The script API: offline and back, disturbed deliveries, restrictions, and the ledger over all of it. */
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { SandboxWhatsApp } from '../sandbox.ts';
import type { LedgerView, SandboxCommands } from '../script/api.ts';
import { createCommands } from '../script/commands.ts';
import { TestClient, textOf } from './test-client.ts';

let world: SandboxWhatsApp;
let wa: SandboxCommands;
let next = 5511970000000;
let shop: string;
let alice: string;
let aliceJid: string;
let c: TestClient;

beforeAll(async () => {
  world = await SandboxWhatsApp.start();
  wa = createCommands(world);
});
afterAll(() => world.stop());
beforeEach(async () => {
  shop = (await wa.createPhone({ number: String(++next), name: 'Shop', company: true })).number;
  const phone = await wa.createPhone({ number: String(++next), name: 'Alice' });
  alice = phone.number;
  aliceJid = phone.lid;
  c = new TestClient(world);
  // until then the client buffers what arrives
  const synced = c.next('creds.update', (update) => !!update.accountSyncCounter);
  await c.pair({ scan: (qr) => wa.scan({ number: shop, qr }) });
  await synced;
});
afterEach(async () => {
  expect(await wa.unhandled()).toEqual([]);
  await c.stop();
});

const toShop = (text: string) => wa.send({ kind: 'text', from: alice, to: shop, text });
const toAlice = async (text: string) => (await c.sock.sendMessage(aliceJid, { text }))!.key.id!;
const received = (id: string) => c.upserts.filter((upsert) => upsert.message.key.id === id);
const brief = (entry: LedgerView) => [entry.from === shop ? 'out' : 'in', entry.text, entry.progress];
const reconnect = async () => {
  await c.stop();
  await c.reconnect();
};

it('a customer offline: nothing is delivered, what was written waits; back: all of it, once, in order', async () => {
  await wa.goOffline({ number: alice });
  const out = [await toAlice('one'), await toAlice('two')];
  await wa.waitForMessage({ number: shop, id: out[1]!, text: 'two' });
  const { id } = await toShop('written in a tunnel');
  expect((await wa.ledger({ number: alice })).map(brief)).toEqual([
    ['out', 'one', 'sent'],
    ['out', 'two', 'sent'],
    ['in', 'written in a tunnel', 'queued'],
  ]);
  expect(await wa.phones()).toContainEqual(expect.objectContaining({ number: alice, online: false }));

  expect(await wa.comeBack({ number: alice })).toMatchObject({ online: true, waiting: 0 });
  await c.message((m) => m.key.id === id);
  await wa.waitForMessage({ number: alice, id, progress: 'delivered' });
  expect((await wa.ledger({ number: alice })).map(brief)).toEqual([
    ['out', 'one', 'delivered'],
    ['out', 'two', 'delivered'],
    ['in', 'written in a tunnel', 'delivered'],
  ]);
});

it("receipts wait for a customer's phone that is offline", async () => {
  const { id } = await toShop('are you there?');
  const { message } = await c.message((m) => m.key.id === id);
  await wa.waitForMessage({ number: alice, id, progress: 'delivered' });
  await wa.goOffline({ number: alice });
  const acked = c.sock.waitForMessage(id);
  await c.sock.readMessages([message.key]);
  await acked;
  expect((await wa.ledger({ number: alice }))[0]!.progress).toBe('delivered');
  await wa.comeBack({ number: alice });
  await wa.waitForMessage({ number: alice, id, progress: 'read' });
});

it('reading on the phone gives READ, and answers with what became read', async () => {
  const id = await toAlice('read me');
  await wa.waitForMessage({ number: alice, id, progress: 'delivered' });
  const read = once(c.sock.ws, 'CB:receipt,type:read');
  expect(await wa.read({ number: alice })).toEqual({ ids: [id] });
  expect(await read).toMatchObject([{ attrs: { id } }]);
  expect(await wa.read({ number: alice })).toEqual({ ids: [] });
});

it('companions cut and refused, then let back: the message waits and arrives once', async () => {
  const closed = c.closed();
  await wa.cutCompanions({ number: shop, refuse: true });
  await closed;
  expect(c.lastClose?.code).toBe(428);
  const { id } = await toShop('while you were out');
  expect((await wa.ledger({ number: shop }))[0]!.waitingAt).toHaveLength(1);
  c.connect();
  await c.closed();
  await wa.restoreCompanions({ number: shop });
  await c.reconnect();
  await c.message((m) => m.key.id === id);
  await wa.waitForMessage({ number: shop, id, progress: 'delivered' });
  expect(received(id)).toHaveLength(1);
  expect((await wa.ledger({ number: shop }))[0]!.waitingAt).toEqual([]);
});

it('a dropped delivery comes with the next login; a duplicated one is one message; a delayed one comes late', async () => {
  await wa.disturbDeliveries({ number: shop, drop: 1 });
  const dropped = (await toShop('dropped')).id;
  await wa.disturbDeliveries({ number: shop, duplicate: 1 });
  const doubled = (await toShop('doubled')).id;
  await c.message((m) => m.key.id === doubled);
  expect(received(dropped)).toEqual([]);

  await wa.disturbDeliveries({ number: shop, delayMs: 150 });
  const before = Date.now();
  const delayed = (await toShop('delayed')).id;
  await c.message((m) => m.key.id === delayed);
  expect(Date.now() - before).toBeGreaterThanOrEqual(145);

  await wa.disturbDeliveries({ number: shop });
  await reconnect();
  await c.message((m) => m.key.id === dropped);
  await wa.redeliver({ number: shop, id: doubled });
  await c.message((m) => textOf(m) === 'dropped');
  expect([dropped, doubled, delayed].map((id) => received(id).length)).toEqual([1, 1, 1]);
});

it('restricted: sends are refused with 463, logins with 402 and 403, until it is lifted', async () => {
  await wa.restrict({ number: shop, how: 'sending' });
  const id = await toAlice('refused');
  const refused = await wa.waitForMessage({ number: shop, id, progress: 'refused' });
  expect(refused).toMatchObject({ error: '463', server: 'refused' });

  for (const [how, code] of [
    ['temporary', 402],
    ['banned', 403],
  ] as const) {
    const cut = c.closed();
    await wa.restrict({ number: shop, how });
    await cut;
    c.connect();
    await c.closed();
    expect(c.lastClose?.code).toBe(code);
    await wa.restrict({ number: shop, how: 'none' });
    await c.reconnect();
  }
  const fine = await toAlice('fine again');
  await wa.waitForMessage({ number: alice, id: fine, text: 'fine again', progress: 'delivered' });
});

it('a message sent again with the same id is shown once; the ledger counts both', async () => {
  await wa.configureWorld({ withholdAcks: true });
  const id = await toAlice('no ack came');
  await wa.waitForMessage({ number: alice, id, progress: 'delivered' });
  await wa.configureWorld({ withholdAcks: false });
  const acked = c.sock.waitForMessage(id);
  await c.sock.sendMessage(aliceJid, { text: 'no ack came' }, { messageId: id });
  await acked;
  const again = world.ledger.get(shop, id)!;
  expect(again.transmissions).toBe(2);
  expect(world.numbered(alice).received.filter((message) => message.id === id)).toHaveLength(1);
});

it('every kind of message, in, as the ledger and the client see it', async () => {
  const fileBase64 = Buffer.from('some bytes').toString('base64');
  const to = { from: alice, to: shop };
  const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bob\nEND:VCARD';
  const first = await wa.send({ ...to, kind: 'text', text: 'a question' });
  await wa.send({ ...to, kind: 'text', text: 'about that', quote: first.id });
  await wa.send({ ...to, kind: 'image', fileBase64, text: 'a picture' });
  await wa.send({ ...to, kind: 'video', fileBase64 });
  await wa.send({ ...to, kind: 'voice', fileBase64, seconds: 2 });
  await wa.send({ ...to, kind: 'audio', fileBase64 });
  await wa.send({ ...to, kind: 'document', fileBase64, fileName: 'bill.pdf', mimetype: 'application/pdf' });
  await wa.send({ ...to, kind: 'location', latitude: -23.5, longitude: -46.6, text: 'São Paulo' });
  await wa.send({ ...to, kind: 'contact', name: 'Bob', vcard });
  const { id } = await wa.send({ ...to, kind: 'poll', text: 'Which?', options: ['a', 'b'] });
  await c.message((m) => m.key.id === id);
  await wa.waitForMessage({ number: shop, id, progress: 'delivered' });

  const ledger = await wa.ledger({ number: shop });
  expect(ledger.map(({ kind, text, progress }) => [kind, text, progress])).toEqual(
    [
      ['text', 'a question'],
      ['text', 'about that'],
      ['image', 'a picture'],
      ['video', undefined],
      ['voice', undefined],
      ['audio', undefined],
      ['document', undefined],
      ['location', 'São Paulo'],
      ['contact', vcard],
      ['poll', 'Which?'],
    ].map((row) => [...row, 'delivered']),
  );
  expect(ledger[6]!.media).toMatchObject({ fileName: 'bill.pdf', bytes: 10 });
  const seen = c.upserts
    .filter((upsert) => !upsert.message.key.fromMe)
    .map((upsert) => upsert.message.key.id);
  expect(seen).toEqual(ledger.map((entry) => entry.id));
});

it('an edit, a reaction and a deletion name the message they are about', async () => {
  const theirs = await toAlice('hello');
  await wa.waitForMessage({ number: alice, id: theirs, progress: 'delivered' });
  const { id } = await toShop('teh');
  await c.message((m) => m.key.id === id);
  const reaction = c.next('messages.reaction');
  await wa.send({ kind: 'reaction', from: alice, to: shop, target: theirs, text: '❤️' });
  expect((await reaction)[0]).toMatchObject({ key: { id: theirs, fromMe: true }, reaction: { text: '❤️' } });
  await wa.send({ kind: 'edit', from: alice, to: shop, target: id, text: 'the' });
  await wa.send({ kind: 'revoke', from: alice, to: shop, target: id });
  await c.next('messages.update', (updates) =>
    updates.some((it) => it.key.id === id && it.update.message === null),
  );
  const kinds = (await wa.ledger({ number: alice })).map(({ kind, target, text }) => [kind, target, text]);
  expect(kinds.slice(2)).toEqual([
    ['reaction', theirs, '❤️'],
    ['edit', id, 'the'],
    ['revoke', id, undefined],
  ]);
});

it("the owner answers on the company's phone: the customer gets it and the companion sees it", async () => {
  const { id } = await wa.send({ kind: 'text', from: shop, to: alice, text: 'from the phone itself' });
  const { message } = await c.message((m) => m.key.id === id);
  expect(message.key.fromMe).toBe(true);
  expect((await wa.ledger({ number: alice })).map(brief)).toEqual([
    ['out', 'from the phone itself', 'delivered'],
  ]);
});

it('an offer is scanned without its text once it was shown', async () => {
  const other = (await wa.createPhone({ number: String(++next), name: 'Other shop' })).number;
  const d = new TestClient(world).connect();
  const { qr } = await d.next('connection.update', (update) => !!update.qr);
  await expect(wa.scan({ number: other })).rejects.toThrow('no computer shows');
  expect(await wa.offers()).toMatchObject([{ name: 'Ubuntu', shown: false }]);
  expect(await wa.showQr({ qr: qr! })).toMatchObject({ shown: true });
  const closed = d.closed();
  await wa.scan({ number: other });
  await closed;
  await d.reconnect();
  expect(await wa.waitForCompanion({ number: other })).toMatchObject({ devices: [{ name: 'Ubuntu' }] });
  await d.stop();
  await wa.waitForCompanion({ number: other, online: false });
});
