import { generateKeyPairSync } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { faultsOfPackage } from '../../../packaging/check-package.ts';
import { extract, fusesOf, pack } from '../../../test/packed/pack.ts';
import { startPacked } from '../../../test/packed/start-packed.ts';
import { PASSWORD, startStubServer, stubUser } from '../../../test/stub-server.ts';
import { createTempDir } from '../../../test/temp-dir.ts';
import { FROM_CORE, TO_CORE } from './channels.ts';
import { signManifest } from './updates/signed-manifest.ts';

const DESKTOP = join(import.meta.dirname, '../../..');
const TARGET = `${process.platform}-${process.arch}`;
const temp = createTempDir();
/** A key in place of the one with which a publisher builds consoles. */
const publisher = generateKeyPairSync('ed25519');
const updateKey = {
  name: 'update-key',
  load: (id: string) =>
    id.endsWith('/update-keys.json')
      ? JSON.stringify([publisher.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')])
      : undefined,
};
let program: string;
let resources: string;

beforeAll(async () => {
  const configs = [
    { configFile: 'vite.config.ts', mode: 'production', root: join(DESKTOP, 'src/renderer') },
    { configFile: 'vite.electron.config.ts', mode: 'production', root: DESKTOP },
    { configFile: 'vite.electron.config.ts', mode: 'preload', root: DESKTOP },
  ];
  for (const { configFile, ...config } of configs)
    await build({
      ...config,
      configFile: join(DESKTOP, configFile),
      plugins: [updateKey],
      logLevel: 'error',
    });
  program = await pack(temp.dir);
  resources = join(temp.dir, 'whole');
  extract(join(program, 'resources/app.asar'), resources);
}, 180_000);
afterAll(() => temp.remove());

/** Signs an agent in through the packed page, main program and core, and shows the screen. */
async function signIn(folder: string) {
  const server = await startStubServer();
  const profile = createTempDir();
  const packed = startPacked(folder, profile.dir, server.url);
  onTestFinished(async () => {
    await packed.quit();
    await server.close();
    profile.remove();
  });
  const answer = await packed.call('session.login', { email: stubUser.email, password: PASSWORD });
  return { packed, answer, server };
}

test('the packed console starts, signs an agent in and shows its screen', async () => {
  const { packed, answer } = await signIn(resources);
  expect(answer).toMatchObject({ ok: true, value: { user: { id: stubUser.id } } });
  const page = await packed.fetch('app://balcao/');
  expect(page).toMatchObject({ status: 200, missing: [], text: expect.stringContaining('<div id="root">') });
  const script = /src="\.\/(assets\/[^"]+\.js)"/.exec(page.text)?.[1];
  expect(await packed.fetch(`app://balcao/${script}`)).toMatchObject({ status: 200 });
  expect(await packed.quit()).toBe(0);
});

test('it looks for a newer version with the updater and the key that are packed', async () => {
  const { packed, server } = await signIn(resources);
  const phase = async () => {
    await packed.call('updates.check', null);
    await expect.poll(state).not.toBe('checking');
    return state();
  };
  const state = async () => {
    const answer = await packed.call('updates.get', null);
    return answer.ok ? (answer.value as { phase: string }).phase : answer.error.code;
  };
  let manifest = signManifest('latest-linux.yml', 'version: 0.0.1\nfiles: []\n', publisher.privateKey);
  server.answerWith((_request, response) => response.end(manifest));
  expect(await phase()).toBe('idle');
  manifest = manifest.replace('0.0.1', '9.9.9');
  expect(await phase()).toBe('failed');
});

test.each([
  ['dist/electron/core.js', 'dist/electron/core.js'],
  ['dist/renderer/index.html', 'dist/renderer/index.html'],
  // The core runs, and cannot open the agent's data.
  ['migrations/cache/0010_rows.sql', 'ERR_INTERNAL'],
  [`node_modules/better-sqlite3/prebuilds/${TARGET}.node`, 'ERR_INTERNAL'],
])('without %s nobody signs in', async (file, complaint) => {
  const folder = join(temp.dir, 'broken');
  cpSync(resources, folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  rmSync(join(folder, 'app.asar', file));
  const { answer } = await signIn(folder).catch((error: Error) => ({ answer: error.message }));
  expect(JSON.stringify(answer)).toContain(complaint);
});

test('the package holds what it needs, one native library beside it, and a hash of every file', () => {
  expect(faultsOfPackage(join(program, 'resources'), TARGET)).toEqual([]);
});

test('a package for another system than its library is refused', () => {
  expect(faultsOfPackage(join(program, 'resources'), 'win32-x64')).toEqual([
    expect.stringContaining('wanted node_modules/better-sqlite3/prebuilds/win32-x64.node alone'),
  ]);
});

test('the packed program is no Node, takes no options of Node, and loads nothing but its archive', () => {
  // Run as Node, cookie encryption, NODE_OPTIONS, inspect, archive integrity, archive only, V8 snapshot, file privileges.
  expect(fusesOf(readFileSync(join(program, 'balcao')))).toBe('01001100');
});

test('the package says what installers for Linux are not made without, and whose windows these are', () => {
  const metadata = JSON.parse(readFileSync(join(resources, 'app.asar/package.json'), 'utf8'));
  expect(metadata).toMatchObject({
    desktopName: 'balcao.desktop',
    homepage: expect.stringContaining('https://'),
    description: expect.any(String),
  });
});

test('on macOS every process of the program may hear the microphone, once the person has agreed', () => {
  const config = readFileSync(join(DESKTOP, '../electron-builder.yml'), 'utf8');
  for (const option of ['entitlements', 'entitlementsInherit']) {
    const [, file = ''] = new RegExp(`^  ${option}: (.+)$`, 'm').exec(config) ?? [];
    expect(readFileSync(join(DESKTOP, file), 'utf8')).toContain('com.apple.security.device.audio-input');
  }
  expect(config).toMatch(/^ {4}NSMicrophoneUsageDescription: \S/m);
});

test('the built preload gives the page one line, without events, channels or anything else of Electron', () => {
  const code = readFileSync(join(resources, 'app.asar/dist/electron/preload.cjs'), 'utf8');
  const ipcRenderer = Object.assign(new EventEmitter(), { send: vi.fn() });
  const exposed = new Map<string, Line>();
  const contextBridge = { exposeInMainWorld: (name: string, api: Line) => exposed.set(name, api) };
  // A sandboxed preload may require nothing but Electron.
  const need = (name: string) => (name === 'electron' ? { contextBridge, ipcRenderer } : expect.fail(name));
  new Function('require', 'exports', code)(need, {});
  expect([...exposed.keys()]).toEqual(['balcao']);
  const line = exposed.get('balcao') as Line;
  expect(Object.keys(line).toSorted()).toEqual(['close', 'onClose', 'onMessage', 'postMessage']);

  const heard: unknown[] = [];
  const stop = line.onMessage((...all) => heard.push(all));
  ipcRenderer.emit(FROM_CORE, { sender: 'Electron’s event' }, 'hello');
  stop();
  ipcRenderer.emit(FROM_CORE, {}, 'too late');
  line.postMessage('call');
  expect([heard, ipcRenderer.send.mock.calls]).toEqual([[['hello']], [[TO_CORE, 'call']]]);
});

/** The object at `window.balcao`. */
interface Line {
  postMessage(message: unknown): void;
  onMessage(listener: (...all: unknown[]) => void): () => void;
}
