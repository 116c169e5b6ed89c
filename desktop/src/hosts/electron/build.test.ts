import { fork } from 'node:child_process';
import { on } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { PASSWORD, startStubServer, stubUser } from '../../../test/stub-server.ts';
import { createTempDir } from '../../../test/temp-dir.ts';
import type { CoreOptions, FromCore, ToCore } from './core-messages.ts';

const DESKTOP = join(import.meta.dirname, '../../..');
const BUILT = join(DESKTOP, 'dist/electron');

beforeAll(async () => {
  for (const mode of ['production', 'preload'])
    await build({
      root: DESKTOP,
      configFile: join(DESKTOP, 'vite.electron.config.ts'),
      mode,
      logLevel: 'error',
    });
});

/** What Electron gives a utility process, over the channel that Node gives a forked one. */
const PARENT_PORT = `
  import { EventEmitter } from 'node:events';
  const port = Object.assign(new EventEmitter(), { postMessage: (message) => process.send(message) });
  process.on('message', (data) => port.emit('message', { data }));
  process.parentPort = port;`;

test('the built core finds its migrations and signs somebody in', async () => {
  const temp = createTempDir();
  const server = await startStubServer();
  const stub = join(temp.dir, 'parent-port.mjs');
  writeFileSync(stub, PARENT_PORT);
  const core = fork(join(BUILT, 'core.js'), {
    execArgv: ['--import', stub],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(async () => {
    core.kill();
    await server.close();
    temp.remove();
  });
  const say = (message: ToCore) => core.send(message);
  const options: CoreOptions = {
    serverUrl: server.url,
    dataDir: join(temp.dir, 'data'),
    version: '1.2.3',
    canNotify: false,
    secretsDurable: true,
    settings: {},
  };
  say({ kind: 'start', options });
  const input = { email: stubUser.email, password: PASSWORD };
  for await (const [raw] of on(core, 'message')) {
    const message = raw as FromCore;
    if (message.kind === 'getSecret' || message.kind === 'setSecret')
      say({ kind: 'secret', requestId: message.requestId, value: null });
    if (message.kind === 'ready')
      say({ kind: 'frame', frame: { type: 'call', callId: 1, name: 'session.login', input } });
    if (message.kind !== 'frame' || message.frame.type !== 'answer') continue;
    expect(message.frame.answer).toMatchObject({ ok: true, value: { user: { id: stubUser.id } } });
    break;
  }
  const ended = new Promise((resolve) => core.once('exit', resolve));
  say({ kind: 'stop' });
  expect(await ended).toBe(0);
});

test('the built preload asks for nothing but Electron, which is all that a sandboxed page may have', () => {
  const preload = readFileSync(join(BUILT, 'preload.cjs'), 'utf8');
  expect([...preload.matchAll(/require\(([^)]*)\)/g)].map((match) => match[1])).toEqual(['"electron"']);
});
