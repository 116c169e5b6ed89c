/** The stand-alone program, driven over HTTP as tests in other processes do. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SandboxInfo } from '../cli.ts';
import { createSandboxClient } from '../client.ts';
import type { SandboxCommands } from '../script/api.ts';
import { TestClient, textOf } from './test-client.ts';

const SHOP = '5511999990001';
const MARIA = '5511988880002';

let child: ChildProcess;
let info: SandboxInfo;
let wa: SandboxCommands;
const output: string[] = [];

beforeAll(async () => {
  const cli = new URL('../cli.ts', import.meta.url).pathname;
  child = spawn(process.execPath, [cli, '--with-parent'], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdout!.setEncoding('utf8').on('data', (text: string) => output.push(text));
  await once(child.stdout!, 'data');
  info = JSON.parse(output.join(''));
  wa = createSandboxClient(info.control);
});
afterAll(() => void child.kill());

it('in its own process, driven over HTTP; the client process changes nothing in Baileys', async () => {
  const [shop, maria] = await wa.phones();
  expect([shop!.number, shop!.company, maria!.number]).toEqual([SHOP, true, MARIA]);
  await wa.configure({ number: MARIA, receipts: 'read' });
  const c = new TestClient({ endpoint: info });
  await c.pair({ scan: (qr) => wa.scan({ number: SHOP, qr }) });
  const { id } = await wa.send({ kind: 'text', from: MARIA, to: SHOP, text: 'oi' });
  expect(textOf((await c.message((m) => m.key.id === id)).message)).toBe('oi');
  const m = await c.sock.sendMessage(maria!.lid, { text: 'olá' });
  const got = await wa.waitForMessage({ number: MARIA, id: m!.key.id!, progress: 'read' });
  expect(got).toMatchObject({ from: SHOP, to: MARIA, kind: 'text', text: 'olá', transmissions: 1 });
  expect(await wa.waitForCompanion({ number: SHOP })).toMatchObject({ devices: [{ online: true }] });
  const closed = c.closed();
  await wa.unlink({ number: SHOP });
  await closed;
  expect(c.lastClose?.code).toBe(401);
  expect(await wa.unhandled()).toEqual([]);
});

it('refuses what it does not understand, in words', async () => {
  await expect(wa.scan({ number: '55119999', qr: 'x' })).rejects.toThrow('no such account: 55119999');
  await expect(wa.scan({ number: SHOP, qr: 'x' })).rejects.toThrow('not a WhatsApp QR code');
  await expect(wa.send({ kind: 'text', from: MARIA, to: SHOP, text: '' })).rejects.toThrow('text');
  const unknown = await fetch(`${info.control}/nonsense`, { method: 'POST', body: '{}' });
  expect(unknown.status).toBe(404);
});

it('turns away pages of other origins and bodies that are no JSON', async () => {
  const json = { 'content-type': 'application/json' };
  const post = (headers: Record<string, string>) =>
    fetch(`${info.control}/phones`, { method: 'POST', headers, body: '{}' }).then((res) => res.status);
  expect(await post({ ...json, origin: 'https://evil.example' })).toBe(403);
  expect(await post({ 'content-type': 'text/plain' })).toBe(400);
  expect(await post({ ...json, origin: info.ui })).toBe(200);
});

it('ends when its parent does', async () => {
  const ended = once(child, 'exit');
  child.stdin!.end();
  expect(await ended).toEqual([0, null]);
  // one line, whatever libsignal printed meanwhile
  expect(output.join('').trimEnd().split('\n')).toHaveLength(1);
});
