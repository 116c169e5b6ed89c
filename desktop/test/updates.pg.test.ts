import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { AppImageUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startApi, type TestApi } from '../../server/test/api.ts';
import { publish } from '../packaging/publish.ts';
import { createManualClock } from '../src/core/sync/testing/manual-clock.ts';
import { publicKeysOf } from '../src/hosts/electron/updates/signed-manifest.ts';
import { startUpdates } from '../src/hosts/electron/updates/updater.ts';
import { createTempDir } from './temp-dir.ts';

const MANIFEST = 'latest-linux.yml';
const publisher = generateKeyPairSync('ed25519');
/** Consoles also trust the previous key, until it is no longer used. */
const earlier = generateKeyPairSync('ed25519');
const spki = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64');
const stranger = generateKeyPairSync('ed25519');
const feed = createTempDir();
let temp: ReturnType<typeof createTempDir>;
let api: TestApi;
let serverUrl: string;

beforeAll(async () => {
  api = await startApi({ env: { BALCAO_UPDATES_DIR: feed.dir } });
  serverUrl = await api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await api.stop();
  feed.remove();
});
beforeEach(() => {
  temp = createTempDir();
  // An AppImage's own metadata; the updater compares the parts of the two.
  vi.stubEnv('APPIMAGE', join(temp.dir, 'running.AppImage'));
  for (const file of readdirSync(feed.dir)) rmSync(join(feed.dir, file));
});
afterEach(() => {
  vi.unstubAllEnvs();
  temp.remove();
});

const installer = (version: string) => `balcao-${version}-linux-x86_64.AppImage`;

/** A release as electron-builder leaves it, published as `publish-update` does. */
function release(version: string, options: { percentage?: number; key?: KeyObject } = {}): void {
  const built = join(temp.dir, `built-${version}`);
  mkdirSync(built);
  const bytes = Buffer.from(`installer of ${version}`.repeat(1_000));
  writeFileSync(join(built, installer(version)), bytes);
  const sha512 = createHash('sha512').update(bytes).digest('base64');
  const lines = [
    `version: ${version}`,
    'files:',
    `  - url: ${installer(version)}`,
    `    sha512: ${sha512}`,
    `    size: ${bytes.length}`,
    `path: ${installer(version)}`,
    `sha512: ${sha512}`,
    "releaseDate: '2026-11-21T00:00:00.000Z'",
  ];
  writeFileSync(join(built, MANIFEST), `${lines.join('\n')}\n`);
  const { key = publisher.privateKey, ...step } = options;
  publish({ from: built, to: feed.dir, privateKey: key, ...step });
}

/** electron-updater itself, on Node's HTTP in the place of Electron's. */
function startConsole(options: { version?: string; url?: string } = {}) {
  const { version = '1.0.0', url = serverUrl } = options;
  const profile = join(temp.dir, 'profile');
  writeFileSync(join(temp.dir, 'app-update.yml'), 'provider: generic\nurl: http://nobody\n');
  const updater = new AppImageUpdater(null, {
    version,
    name: 'balcao',
    isPackaged: true,
    appUpdateConfigPath: join(temp.dir, 'app-update.yml'),
    userDataPath: profile,
    baseCachePath: join(temp.dir, 'cache'),
    whenReady: async () => {},
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {},
  });
  updater.forceDevUpdateConfig = true;
  Object.assign(updater, { httpExecutor: nodeHttp() });
  const said: string[] = [];
  updater.quitAndInstall = () => void said.push('installed');
  const clock = createManualClock();
  const computer = { idleSeconds: 0, quiet: true };
  const settings = new Map<string, unknown>();
  const updates = startUpdates({
    updater,
    serverUrl: url,
    publicKeys: publicKeysOf([earlier, publisher].map(({ publicKey }) => spki(publicKey))),
    settings: { get: (key) => settings.get(key), set: (key, value) => void settings.set(key, value) },
    clock,
    idleSeconds: () => computer.idleSeconds,
    isQuiet: async () => computer.quiet,
    leave(install) {
      said.push('closed');
      install();
    },
    onChange: () => {},
    warn: (_what, { err }) => said.push((err as { code?: string }).code ?? String(err)),
  });
  const fetched = () => {
    const pending = join(temp.dir, 'cache/balcao/pending');
    return existsSync(pending) ? readdirSync(pending).filter((file) => file.endsWith('.AppImage')) : [];
  };
  return { updates, said, clock, computer, fetched };
}

/** Electron's errors have no codes of the system. */
const nodeHttp = () =>
  Object.assign(new ElectronHttpExecutor(), {
    createRequest: (options: RequestOptions, answer: (response: IncomingMessage) => void) =>
      request({ ...options, agent: false }, answer).on(
        'error',
        (error) => void delete (error as { code?: string }).code,
      ),
  });

it('fetches a signed version and keeps it ready', async () => {
  release('1.1.0', { key: earlier.privateKey });
  const { updates, said, fetched } = startConsole();
  await updates.check();
  expect(updates.state()).toEqual({ phase: 'ready', version: '1.1.0', percent: null });
  expect([said, fetched()]).toEqual([[], [installer('1.1.0')]]);
});

it('looks by itself, soon after the start and every few hours', async () => {
  const { updates, clock } = startConsole();
  release('1.1.0', { percentage: 0 });
  await clock.advance(30_000);
  await expect.poll(() => updates.state().phase).toBe('idle');
  release('1.2.0');
  await clock.advance(4 * 3_600_000);
  await expect.poll(() => updates.state()).toMatchObject({ phase: 'ready', version: '1.2.0' });
});

const published = () => join(feed.dir, MANIFEST);
const change = (from: string | RegExp, to: string) =>
  writeFileSync(published(), readFileSync(published(), 'utf8').replace(from, to));

it.each<[string, () => void]>([
  ['changed by somebody', () => change('version: 1.1.0', 'version: 1.1.1')],
  ['without a signature', () => change(/# balcao-signature.*\n/, '')],
  ['with something after its signature', () => appendFileSync(published(), 'version: 9.9.9\n')],
  ['cut off', () => truncateSync(published(), 100)],
  ['empty', () => truncateSync(published(), 0)],
  ['signed with a key that is not the publisher’s', () => release('1.2.0', { key: stranger.privateKey })],
  [
    'signed for another system',
    () => {
      const from = join(temp.dir, 'built-1.1.0');
      renameSync(join(from, MANIFEST), join(from, 'latest-mac.yml'));
      publish({ from, to: feed.dir, privateKey: publisher.privateKey });
      renameSync(join(feed.dir, 'latest-mac.yml'), published());
    },
  ],
])('refuses a manifest %s, and fetches nothing', async (_, spoil) => {
  release('1.1.0');
  spoil();
  const { updates, said, fetched } = startConsole();
  await updates.check();
  expect([updates.state().phase, said, fetched()]).toEqual(['failed', ['ERR_UPDATE_SIGNATURE'], []]);
});

it.each<[string, string, (file: string) => void]>([
  [
    'changed',
    'ERR_CHECKSUM_MISMATCH',
    (file) => writeFileSync(file, readFileSync(file, 'utf8').replace('1.1.0', '6.6.6')),
  ],
  ['cut off', 'ERR_CHECKSUM_MISMATCH', (file) => truncateSync(file, 100)],
  ['gone', 'status 404', (file) => rmSync(file)],
])('does not keep an installer that is %s', async (_, complaint, spoil) => {
  release('1.1.0');
  spoil(join(feed.dir, installer('1.1.0')));
  const { updates, said, fetched } = startConsole();
  await updates.check();
  expect([updates.state().phase, said, fetched()]).toEqual([
    'failed',
    [expect.stringContaining(complaint)],
    [],
  ]);
});

it('never goes back to an older version, however well it is signed', async () => {
  release('1.1.0');
  const { updates, fetched } = startConsole({ version: '1.2.0' });
  await updates.check(true);
  expect([updates.state().phase, fetched()]).toEqual(['idle', []]);
});

it('reports no error where there are no updates, and reports when the server cannot be reached', async () => {
  const { updates, said } = startConsole();
  await updates.check();
  expect([updates.state().phase, said]).toEqual(['idle', []]);
  const alone = startConsole({ url: 'http://127.0.0.1:9' });
  await alone.updates.check();
  expect([alone.updates.state().phase, alone.said.length]).toEqual(['failed', 1]);
});

it('rolls a version out in steps, and gives it to whoever requests it', async () => {
  release('1.1.0', { percentage: 0 });
  const { updates } = startConsole();
  await updates.check();
  expect(updates.state().phase).toBe('idle');
  await updates.check(true);
  expect(updates.state().phase).toBe('ready');
  // Publishes the same folder with another percentage, signed again.
  publish({ from: feed.dir, to: feed.dir, privateKey: publisher.privateKey, percentage: 100 });
  const next = startConsole();
  await next.updates.check();
  expect(next.updates.state().phase).toBe('ready');
});

it('restarts only when the computer is idle, no agent is writing and no message waits to be sent', async () => {
  release('1.1.0');
  const { updates, said, clock, computer } = startConsole();
  await updates.check();
  const later = () => clock.advance(10 * 60_000);
  await later();
  computer.idleSeconds = 600;
  computer.quiet = false;
  await later();
  expect(said).toEqual([]);
  computer.quiet = true;
  await later();
  expect(said).toEqual(['closed', 'installed']);
  await later();
  expect(said).toHaveLength(2);
});
