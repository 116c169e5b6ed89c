// Loaded before the packed main program: `electron` is the recording fake, whose utility processes are real ones.
import { fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { callFrame } from '@balcao/shared/bridge/wire.ts';
import { FROM_CORE, TO_CORE } from '../../src/hosts/electron/channels.ts';
import { createFakeElectron } from '../../src/hosts/electron/recording-fake.ts';
import type { FromPacked, ToPacked } from './messages.ts';

const [resources = '', profile = ''] = [process.env.PACKED_RESOURCES, process.env.PACKED_PROFILE];
const say = (message: FromPacked) => process.send?.(message);
const fake = createFakeElectron();

/** Every path that the program hands to Electron, which would show nothing instead of complaining. */
const named = new Set<string>();

fake.app.getPath = (name) => join(profile, name);
fake.app.once('exited', () => process.exit(fake.questions.length));
const { nativeImage } = fake.api;
const createFromPath = nativeImage.createFromPath;
nativeImage.createFromPath = (path) => {
  named.add(path);
  return createFromPath(path);
};
Object.assign(fake.app, { isPackaged: true });
// The updater uses Electron's network, with its own session.
Object.assign(fake.api, { utilityProcess: { fork: startCore }, net: { request } });
Object.assign(fake.api.session, { fromPartition: () => ({}) });
Object.assign(process, { resourcesPath: resources });
Object.assign(globalThis, { electronStandIn: fake.api });

const names = Object.keys(fake.api);
const source = `const electron = globalThis.electronStandIn;
export default electron;
export const { ${names.join(', ')} } = electron;`;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: 'stand-in:electron', shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === 'stand-in:electron' ? { format: 'module', source, shortCircuit: true } : next(url, context),
});

process.on('message', (message: ToPacked) => {
  if (message.kind === 'call') call(message.frame);
  if (message.kind === 'fetch') void fetchPage(message.url);
  if (message.kind === 'quit') fake.app.quit();
});

/** Acts as the page would; it exists once the program has opened its window. */
function call(input: unknown): void {
  const window = fake.windows[0];
  if (!window) {
    setImmediate(call, input);
    return;
  }
  const { webContents } = window;
  webContents.send = (channel, data) => {
    if (channel === FROM_CORE)
      say({ kind: 'frame', frame: data as Extract<FromPacked, { kind: 'frame' }>['frame'] });
  };
  fake.ipc.emit(TO_CORE, { sender: webContents, senderFrame: webContents.mainFrame }, callFrame.parse(input));
}

async function fetchPage(url: string): Promise<void> {
  const files = [...named, ...fake.windows.flatMap(namedByWindow)].filter((path) => !existsSync(path));
  say({ kind: 'missing', files });
  const response = await fake.protocols.get(new URL(url).protocol.slice(0, -1))?.(new Request(url));
  say({ kind: 'fetched', status: response?.status ?? 0, text: (await response?.text()) ?? '' });
}

function namedByWindow(window: { options: unknown }): string[] {
  const { webPreferences, icon } = window.options as { webPreferences: { preload: string }; icon: string };
  return [webPreferences.preload, icon];
}

function startCore(entry: string) {
  const child = fork(entry, {
    execArgv: ['--import', join(import.meta.dirname, 'parent-port.ts')],
    serialization: 'advanced',
  });
  const process = Object.assign(new EventEmitter(), {
    postMessage: (message: object) => child.connected && child.send(message),
    kill: () => child.kill(),
  });
  child.on('message', (message) => process.emit('message', message));
  child.on('exit', (code) => process.emit('exit', code));
  return process;
}
