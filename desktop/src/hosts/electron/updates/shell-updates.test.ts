import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createManualClock } from '../../../core/sync/testing/manual-clock.ts';
import { createFakeElectron } from '../recording-fake.ts';
import { declareShell, startShell } from '../shell.ts';
import { shellTexts } from '../texts.ts';
import type { UpdaterApi } from './updater.ts';

const rendererDir = mkdtempSync(join(tmpdir(), 'balcao-renderer-'));
writeFileSync(join(rendererDir, 'index.html'), '');
afterAll(() => rmSync(rendererDir, { recursive: true }));

/** The desktop program with an updater that finds what the test configures. */
async function start(serverUrl: string | null = 'http://server') {
  const stored = new Map<string, unknown>();
  const fake = createFakeElectron();
  const clock = createManualClock();
  const updater = Object.assign(new EventEmitter(), {
    checks: 0,
    installed: false,
    setFeedURL: () => {},
    async checkForUpdates() {
      updater.checks += 1;
      return null;
    },
    quitAndInstall() {
      updater.installed = true;
    },
  });
  declareShell(fake.api);
  await startShell({
    electron: fake.api,
    settings: {
      get: (key) => stored.get(key),
      set: (key, value) => void stored.set(key, value),
      all: () => Object.fromEntries(stored),
    },
    distDir: '/dist',
    rendererDir,
    iconsDir: '/icons',
    serverUrl,
    argv: [],
    accounts: { root: rendererDir, own: '' },
    startProgram: () => {},
    clock: { after: () => () => {} },
    platform: 'linux',
    showsTray: () => true,
    program: '/opt/Balcao/balcao',
    configDir: '/nowhere',
    language: 'pt',
    texts: shellTexts,
    updates: { updater: updater as unknown as UpdaterApi, publicKeys: [], clock },
    warn: () => {},
    now: () => 0,
  });
  const core = fake.processes[0]!;
  core.emit('message', { kind: 'ready' });
  const ready = () => updater.emit('update-downloaded', { version: '2.0.0' });
  const heard = () => core.posted.filter((message) => (message as { kind: string }).kind === 'update').at(-1);
  return { fake, clock, updater, core, ready, heard };
}

it('starts the newer version when the person wants it, after the core has closed', async () => {
  const { fake, updater, core, ready, heard } = await start();
  expect(heard()).toMatchObject({ state: { phase: 'idle' } });
  core.emit('message', { kind: 'installUpdate' });
  expect(core.posted).not.toContainEqual({ kind: 'stop' });
  ready();
  expect(heard()).toEqual({ kind: 'update', state: { phase: 'ready', version: '2.0.0', percent: null } });
  core.emit('message', { kind: 'installUpdate' });
  await expect.poll(() => updater.installed).toBe(true);
  expect(core.posted.at(-1)).toEqual({ kind: 'stop' });
  // The installer may end the program.
  let prevented = false;
  fake.app.emit('before-quit', { preventDefault: () => (prevented = true) });
  expect(prevented).toBe(false);
});

it('starts it by itself in a pause in which the core is quiet', async () => {
  const { fake, clock, updater, core, ready } = await start();
  ready();
  await clock.advance(10 * 60_000);
  expect(core.posted).not.toContainEqual(expect.objectContaining({ kind: 'askQuiet' }));
  fake.app.idleSeconds = 600;
  await clock.advance(60_000);
  const { requestId } = core.posted.at(-1) as { requestId: number };
  core.emit('message', { kind: 'quiet', requestId, quiet: true });
  await expect.poll(() => updater.installed).toBe(true);
});

it('comes back as it was when the installer does not start', async () => {
  const { fake, clock, updater, core, ready } = await start();
  ready();
  core.emit('message', { kind: 'installUpdate' });
  await expect.poll(() => updater.installed).toBe(true);
  const ended = new Promise((resolve) => fake.app.once('exited', resolve));
  await clock.advance(30_000);
  await ended;
  expect(fake.app.relaunched).toBe(true);
});

it('looks on request, and reports where nothing can be updated', async () => {
  const { updater, core, heard } = await start();
  core.emit('message', { kind: 'checkUpdate' });
  await expect.poll(heard).toMatchObject({ state: { phase: 'off' } });
  expect(updater.checks).toBe(1);
});

it('looks from the first day on, once the person has chosen a server', async () => {
  const { updater, core, clock, heard } = await start(null);
  await clock.advance(60_000);
  expect([heard(), updater.checks]).toEqual([undefined, 0]);
  core.emit('message', { kind: 'setSetting', key: 'serverUrl', value: 'https://server' });
  expect(heard()).toMatchObject({ state: { phase: 'idle' } });
  await clock.advance(60_000);
  expect(updater.checks).toBe(1);
});
