/** A sandbox that keeps its state: a restart is a network failure for its clients, nothing more. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningSandbox, startSandbox } from '../cli.ts';
import { TestClient, textOf } from './test-client.ts';

const SHOP = '5511999990001';
const MARIA = '5511988880002';

let dir: string;
let sandbox: RunningSandbox;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sandbox-state-'));
  sandbox = await startSandbox({ dir });
});
afterEach(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true });
});

it('a restart keeps linked companions, sessions in both directions, waiting messages, ledger and files', async () => {
  const c = await new TestClient({ endpoint: sandbox.info }).pair({
    scan: (qr) => sandbox.commands.scan({ number: SHOP, qr }),
  });
  const [, maria] = await sandbox.commands.phones();
  const picture = Buffer.from('a picture').toString('base64');
  const first = await sandbox.commands.send({ kind: 'image', from: MARIA, to: SHOP, fileBase64: picture });
  await c.message((m) => m.key.id === first.id);
  const { key } = (await c.sock.sendMessage(maria!.lid, { text: 'before' }))!;
  await sandbox.commands.waitForMessage({ number: MARIA, id: key.id!, progress: 'delivered' });
  await c.stop();
  await sandbox.commands.waitForCompanion({ number: SHOP, online: false });
  await sandbox.commands.goOffline({ number: MARIA });
  const waiting = await sandbox.commands.send({ kind: 'text', from: MARIA, to: SHOP, text: 'in the tunnel' });
  const { port } = new URL(sandbox.info.url);
  const before = { info: sandbox.info, ledger: await sandbox.commands.ledger() };
  await sandbox.stop();

  sandbox = await startSandbox({ dir, port: Number(port) });
  expect(sandbox.info).toMatchObject({
    url: before.info.url,
    ca: before.info.ca,
    noiseRoot: before.info.noiseRoot,
  });
  expect(await sandbox.commands.ledger()).toEqual(before.ledger);
  await c.reconnect();
  await sandbox.commands.comeBack({ number: MARIA });
  expect(textOf((await c.message((m) => m.key.id === waiting.id)).message)).toBe('in the tunnel');
  const after = (await c.sock.sendMessage(maria!.lid, { text: 'after' }))!;
  const got = await sandbox.commands.waitForMessage({ number: MARIA, id: after.key.id!, text: 'after' });
  expect(got.retries).toBe(0);
  const file = await fetch(`${sandbox.info.ui}/file?from=${MARIA}&id=${first.id}`);
  expect(await file.text()).toBe('a picture');
  expect(c.events.filter((event) => event.name === 'messages.upsert').length).toBeGreaterThan(2);
  await c.stop();
});

it('the page and the script API answer loopback names only', async () => {
  const foreign = await fetch(sandbox.info.ui, { headers: { origin: 'https://evil.example' } });
  expect(foreign.status).toBe(403);
  const page = await fetch(sandbox.info.ui);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect((await fetch(`${sandbox.info.ui}/..%2fcli.ts`)).status).toBe(404);
});
