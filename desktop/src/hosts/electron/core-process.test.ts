import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NO_CAPABILITIES } from '@balcao/shared/bridge/host.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempDir } from '../../../test/temp-dir.ts';
import type { PassingFile } from '../../core/media/passing.ts';
import { lockInstance } from '../accounts/instance-lock.ts';
import { NO_UPDATES } from '../host.ts';
import { startCoreProcess } from './core-process.ts';
import { createFakeElectron } from './recording-fake.ts';
import { createRemoteHost } from './remote-host.ts';
import { memorySettings } from './testing/memory-settings.ts';
import { NOTICE, STATUS, UUID } from './testing/samples.ts';

const ABLE = { ...NO_CAPABILITIES, notifications: true, notificationActions: true };

describe('core process', () => {
  let temp: ReturnType<typeof createTempDir>;
  beforeEach(() => {
    temp = createTempDir();
  });
  afterEach(() => temp.remove());

  function start() {
    const fake = createFakeElectron();
    const seen = {
      frames: [] as unknown[],
      updates: [] as string[],
      accounts: [] as string[],
      restarts: 0,
      givenUp: 0,
      badge: 0,
      notices: [] as unknown[],
      settings: [] as string[],
    };
    const secrets = new Map<string, string | null>();
    const settings = memorySettings({ language: 'pt' });
    let now = 0;
    const core = startCoreProcess({
      utilityProcess: fake.api.utilityProcess,
      entry: '/dist/core.js',
      options: {
        serverUrl: 'http://s',
        dataDir: '/d',
        version: '1',
        can: ABLE,
        secretsDurable: true,
        accounts: { root: temp.dir, own: '' },
      },
      recovery: null,
      onOpenAccount: (profile) => seen.accounts.push(`open ${profile}`),
      onCloseAccount: (profile) => seen.accounts.push(`close ${profile}`),
      allSettings: () => Object.fromEntries(settings.values),
      update: NO_UPDATES.state,
      onCheckUpdate: () => seen.updates.push('check'),
      onInstallUpdate: () => seen.updates.push('install'),
      settings,
      secrets: {
        durable: true,
        sealed: true,
        get: (key) => Promise.resolve(secrets.get(key) ?? null),
        async set(key, value) {
          if (value === 'too much') throw new Error('no space left on device');
          secrets.set(key, value);
        },
      },
      onFrame: (screen, frame) => seen.frames.push([screen, frame]),
      onSetting: (key) => seen.settings.push(key),
      onNotify: (notice) => seen.notices.push(notice),
      onWithdraw: (key) => seen.notices.push(key),
      onStatus: ({ unread }) => (seen.badge = unread),
      onRestarted: () => seen.restarts++,
      onGivenUp: () => seen.givenUp++,
      now: () => now,
    });
    return { fake, core, seen, secrets, settings, pass: (ms: number) => (now += ms) };
  }

  it('talks to the core through the remote host: secrets, settings, badge, frames', async () => {
    const { fake, core, seen, secrets, settings } = start();
    const child = fake.processes[0]!;
    const options = (child.posted[0] as { options: never }).options;
    const { host, hear } = createRemoteHost(options, (message) => child.emit('message', message));
    const forward = () => {
      for (const message of child.posted.splice(0)) hear(message as never);
    };
    expect(host.settings.get('language')).toBe('pt');
    host.settings.set('language', 'en');
    host.setStatus({ ...STATUS, unread: 3 });
    host.notify(NOTICE);
    host.withdraw(UUID);
    const written = host.secrets.set('k', 'v');
    await new Promise(setImmediate);
    forward();
    await written;
    const read = host.secrets.get('k');
    await new Promise(setImmediate);
    forward();
    child.emit('message', { kind: 'frame', screen: 7, frame: { type: 'answer', callId: 1 } });
    expect(seen.settings).toEqual(['language']);
    expect([settings.values.get('language'), seen.badge, secrets.get('k'), await read]).toEqual([
      'en',
      3,
      'v',
      'v',
    ]);
    expect(seen.notices).toEqual([NOTICE, UUID]);
    expect(seen.frames).toEqual([[7, { type: 'answer', callId: 1 }]]);
    const failed = expect(host.secrets.set('k', 'too much')).rejects.toThrow('could not be stored');
    await new Promise(setImmediate);
    forward();
    await failed;
    await core.stop();
  });

  it('notifies the core of a newer version, and installs it when the user wants it', async () => {
    const { fake, core, seen } = start();
    const child = fake.processes[0]!;
    const options = (child.posted[0] as { options: never }).options;
    const { host, hear } = createRemoteHost(options, (message) => child.emit('message', message));
    child.emit('message', { kind: 'ready' });
    expect(host.updates.state().phase).toBe('off');
    const heard: unknown[] = [];
    const stop = host.updates.onChange((state) => heard.push(state));
    const ready = { phase: 'ready', version: '2.0.0', percent: null } as const;
    core.tellUpdate(ready);
    hear(child.posted.at(-1) as never);
    stop();
    hear({ kind: 'update', state: { ...ready, version: '3.0.0' } });
    host.updates.check();
    host.updates.install();
    expect([heard, host.updates.state().version, seen.updates]).toEqual([
      [ready],
      '3.0.0',
      ['check', 'install'],
    ]);
  });

  it('opens other accounts, and asks one to quit before it is removed', async () => {
    const { fake, seen } = start();
    const child = fake.processes[0]!;
    const options = (child.posted[0] as { options: never }).options;
    const { host } = createRemoteHost(options, (message) => child.emit('message', message));
    await host.accounts.add();
    const dir = join(temp.dir, 'profiles/2');
    mkdirSync(dir, { recursive: true });
    const release = lockInstance(dir);
    await host.accounts.open('2');
    const removed = host.accounts.remove('2');
    expect(seen.accounts).toEqual(['open 2', 'open 2', 'close 2']);
    release();
    await removed;
    expect(host.accounts.list().map(({ profile }) => profile)).toEqual(['']);
    await expect(host.accounts.open('2')).rejects.toMatchObject({ code: 'ERR_NO_ACCOUNT_FOUND' });
  });

  it('asks the core whether it is quiet, and takes a dead one for busy', async () => {
    const { fake, core } = start();
    fake.processes[0]!.emit('message', { kind: 'ready' });
    const quiet = core.isQuiet();
    const { requestId } = fake.processes[0]!.posted.at(-1) as { requestId: number };
    fake.processes[0]!.emit('message', { kind: 'quiet', requestId, quiet: true });
    const busy = core.isQuiet();
    fake.processes[0]!.emit('exit', 1);
    expect([await quiet, await busy]).toEqual([true, false]);
  });

  it('begins another core when the person has chosen a server, and counts no crash', async () => {
    const { fake, seen } = start();
    for (let turn = 1; turn <= 6; turn++) {
      fake.processes.at(-1)!.emit('message', { kind: 'startAnew' });
      await new Promise(setImmediate);
    }
    expect([fake.processes.length, seen.restarts, seen.givenUp]).toEqual([7, 6, 0]);
  });

  it('starts again when it dies, and gives up when it keeps dying', () => {
    const { fake, core, seen, pass } = start();
    fake.processes[0]!.emit('exit', 1);
    expect([fake.processes.length, seen.restarts, seen.givenUp]).toEqual([2, 1, 0]);
    pass(120_000);
    for (let crash = 1; crash <= 5; crash++) fake.processes.at(-1)!.emit('exit', 1);
    expect([fake.processes.length, seen.givenUp]).toEqual([6, 1]);
    core.tryAgain('cache');
    fake.processes.at(-1)!.emit('exit', 1);
    const begun = fake.processes.slice(-2).map(({ posted }) => posted[0]);
    expect(begun).toMatchObject([{ options: { recovery: 'cache' } }, { options: { recovery: null } }]);
    expect(seen.givenUp).toBe(1);
  });

  it('keeps the page’s calls until the core listens', () => {
    const { fake, core } = start();
    const child = fake.processes[0]!;
    const kinds = () => child.posted.map((message) => (message as { kind: string }).kind);
    core.send(1, { type: 'call', callId: 1, name: 'session.get', input: null });
    expect(kinds()).toEqual(['start']);
    child.emit('message', { kind: 'ready' });
    expect(kinds()).toEqual(['start', 'frame']);
  });

  it('answers a request for a file with nothing when it dies in between', async () => {
    const { fake, core } = start();
    const file = core.openMedia('m1');
    fake.processes[0]!.emit('exit', 1);
    expect(await file).toBeNull();
  });

  it('asks for the pieces of a file that passes through one by one, until they end or the core dies', async () => {
    const { fake, core } = start();
    const child = fake.processes[0]!;
    child.emit('message', { kind: 'ready' });
    const asked = () => child.posted.at(-1) as { kind: string; requestId: number };
    const opened = core.openMedia('m1');
    await expect.poll(asked).toMatchObject({ kind: 'openMedia', mediaId: 'm1' });
    const head = { mime: 'application/zip', name: 'a.zip', passing: true };
    child.emit('message', { kind: 'media', requestId: asked().requestId, file: head });
    const file = (await opened) as PassingFile;
    const pieces = file.pieces[Symbol.asyncIterator]();
    const next = pieces.next();
    await expect.poll(asked).toMatchObject({ kind: 'takePiece', mediaId: 'm1' });
    child.emit('message', { kind: 'piece', requestId: asked().requestId, piece: Buffer.from('one') });
    expect(await next).toEqual({ done: false, value: Buffer.from('one') });
    const broken = pieces.next();
    await expect.poll(() => asked().kind).toBe('takePiece');
    child.emit('exit', 1);
    await expect(broken).rejects.toThrow('broke off');
  });
});
