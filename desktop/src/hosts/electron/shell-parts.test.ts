import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { NO_CAPABILITIES } from '@balcao/shared/bridge/host.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTempDir } from '../../../test/temp-dir.ts';
import { lockInstance } from '../accounts/instance-lock.ts';
import { type DeskStatus, type HostCommand, NO_UPDATES, type Notice } from '../host.ts';
import { TO_CORE } from './channels.ts';
import { startCoreProcess } from './core-process.ts';
import { receiveCalls } from './frames.ts';
import {
  isExternalLink,
  linkIn,
  profileArguments,
  profileIn,
  START_URL,
  ticketArgument,
  ticketIn,
  ticketOfWindow,
  ticketPage,
} from './locations.ts';
import { createNativeNotifications } from './notifications.ts';
import { restrictPermissions } from './permissions.ts';
import { createFakeElectron } from './recording-fake.ts';
import { createRemoteHost } from './remote-host.ts';
import { createSecretStore } from './secrets.ts';
import { openWindow, windowOptions } from './window.ts';

const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const ABLE = { ...NO_CAPABILITIES, notifications: true, notificationActions: true };
const OPENED = { url: START_URL, place: {}, hidden: false, onTicket: () => {} };
const paths = { preload: '/dist/preload.cjs', icon: '/icons/icon.png' };

function memorySettings(initial: Record<string, unknown> = {}) {
  const values = new Map(Object.entries(initial));
  return {
    values,
    get: (key: string) => values.get(key),
    set: (key: string, value: unknown) => void values.set(key, value),
  };
}

describe('window', () => {
  it('gives a page no power of the computer', () => {
    expect(windowOptions(paths).webPreferences).toEqual({
      preload: '/dist/preload.cjs',
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      spellcheck: true,
    });
  });

  it('stays on its own pages and opens web and mail links outside', () => {
    const fake = createFakeElectron();
    openWindow(fake.api, paths, OPENED);
    const page = fake.windows[0]!.webContents;
    expect(page.navigate('will-navigate', 'app://balcao/tickets')).toBe(true);
    for (const url of [
      'https://evil.test/',
      'file:///etc/passwd',
      'app://other/',
      'javascript:alert(1)',
      'data:text/html,x',
    ])
      expect([page.navigate('will-navigate', url), page.navigate('will-redirect', url)], url).toEqual([
        false,
        false,
      ]);
    for (const url of ['https://a.test/x', 'mailto:a@b.test', 'file:///etc/passwd', 'smb://h/s', 'ms-msdt:x'])
      expect(page.openHandler?.({ url })).toEqual({ action: 'deny' });
    expect(fake.externals).toEqual(['https://a.test/x', 'mailto:a@b.test']);
  });

  it('saves a file of a conversation instead of going to it', () => {
    const fake = createFakeElectron();
    openWindow(fake.api, paths, OPENED);
    const page = fake.windows[0]!.webContents;
    const file = `media://file/${UUID}`;
    expect(page.navigate('will-navigate', file)).toBe(false);
    expect(page.navigate('will-navigate', `https://media.test/${UUID}`)).toBe(false);
    expect(page.downloads).toEqual([file]);
  });

  it('is shown when it is painted, and not at all when started hidden', () => {
    const fake = createFakeElectron();
    openWindow(fake.api, paths, OPENED);
    openWindow(fake.api, paths, { ...OPENED, hidden: true });
    const [shown, hidden] = fake.windows;
    expect(shown!.visible).toBe(false);
    shown!.emit('ready-to-show');
    hidden!.emit('ready-to-show');
    expect([shown!.visible, hidden!.visible]).toEqual([true, false]);
  });
});

describe('links', () => {
  it('lets only some links leave the console', () => {
    const open = ['http://a.test', 'https://a.test/x?y#z', 'mailto:x@y.test', 'HTTPS://A.TEST'];
    const closed = [
      'javascript:alert(1)',
      'JaVaScRiPt:x',
      'file:///x',
      'data:,x',
      'smb://a/b',
      'ms-msdt:/id',
      '\\\\host\\share',
    ];
    const malformed = [
      '',
      'https://',
      'https://user:secret@bank.test',
      'vbscript:x',
      'app://balcao/',
      '//a.test',
    ];
    expect(open.filter(isExternalLink)).toEqual(open);
    expect([...closed, ...malformed].filter(isExternalLink)).toEqual([]);
  });

  it('finds a link among the arguments of a start, and nothing that only looks like one', () => {
    const link = `balcao://tickets/${UUID}?server=https%3A%2F%2Fdesk.test`;
    expect(linkIn(['balcao', '--inspect', link])).toBe(link);
    expect(linkIn(['balcao', '--load=https://evil.test', 'balcao://login?token=x'])).toBeNull();
    expect(ticketIn(['balcao', ticketArgument(UUID)])).toBe(UUID);
    expect(ticketIn(['balcao', ticketArgument('../settings')])).toBeNull();
  });

  it('takes for a profile only what can be the name of a folder', () => {
    const profiles = ['loja-2', '2', '', '..', 'a/b', 'Loja', '-x', 'x'.repeat(31)].map((name) =>
      profileIn(['balcao', `--profile=${name}`]),
    );
    expect(profiles).toEqual(['loja-2', '2', '', '', '', '', '', '']);
    expect([profileIn(['balcao']), profileIn(profileArguments('2')), profileArguments('')]).toEqual([
      '',
      '2',
      [],
    ]);
  });

  it('gives a window of its own to a ticket and to nothing else', () => {
    expect(ticketOfWindow(ticketPage(UUID))).toBe(UUID);
    for (const address of [
      `https://evil.test/?alone#/tickets/${UUID}`,
      `app://other/?alone#/tickets/${UUID}`,
      `app://balcao/?alone#/tickets/${UUID}/x`,
      'app://balcao/?alone#/settings',
      `app://balcao/#/tickets/${UUID}`,
    ])
      expect(ticketOfWindow(address), address).toBeNull();
  });
});

describe('permissions', () => {
  it('denies everything but notifications, copying, full screen and the microphone, and those only to our page', () => {
    const { session } = createFakeElectron();
    restrictPermissions(session as never);
    const asked = [
      'notifications',
      'clipboard-sanitized-write',
      'fullscreen',
      'media',
      'geolocation',
      'clipboard-read',
      'hid',
    ];
    const check = (origin: string) =>
      asked.filter((permission) => session.check?.(null, permission, origin, { mediaType: 'audio' }));
    const request = (requestingUrl: string) =>
      asked.filter((permission) => {
        let answer = false;
        session.request?.(null, permission, (allowed) => (answer = allowed), {
          requestingUrl,
          mediaTypes: ['audio'],
        });
        return answer;
      });
    const allowed = ['notifications', 'clipboard-sanitized-write', 'fullscreen', 'media'];
    expect([check('app://balcao/'), request('app://balcao/tickets')]).toEqual([allowed, allowed]);
    expect([check('https://evil.test/'), request('https://evil.test/'), request('app://other/')]).toEqual([
      [],
      [],
      [],
    ]);
    expect([check(''), request('')]).toEqual([[], []]);
    expect(session.check?.(null, 'media', 'app://balcao/', { mediaType: 'video' })).toBe(false);
    let films = true;
    session.request?.(null, 'media', (answer) => (films = answer), {
      requestingUrl: 'app://balcao/tickets',
      mediaTypes: ['audio', 'video'],
    });
    expect([films, session.device?.()]).toEqual([false, false]);
  });
});

describe('secrets', () => {
  it('are encrypted by the system and come back', async () => {
    const settings = memorySettings();
    const store = await createSecretStore(createFakeElectron().api.safeStorage, settings, 'linux');
    await store.set('https://server', 'refresh-token');
    expect(await store.get('https://server')).toBe('refresh-token');
    expect(JSON.stringify([...settings.values])).not.toContain('refresh-token');
    await store.set('https://server', null);
    expect(await store.get('https://server')).toBeNull();
  });

  it('that are removed stay removed, however long the system takes to encrypt', async () => {
    const settings = memorySettings();
    const store = await createSecretStore(createFakeElectron().api.safeStorage, settings, 'linux');
    await Promise.all([store.set('https://server', 'refresh-token'), store.set('https://server', null)]);
    expect(await store.get('https://server')).toBeNull();
  });

  it('are never written where Linux has no keyring', async () => {
    const settings = memorySettings();
    const { api } = createFakeElectron({ keyring: 'basic_text' });
    const store = await createSecretStore(api.safeStorage, settings, 'linux');
    await store.set('https://server', 'refresh-token');
    expect([store.durable, await store.get('https://server'), settings.values.size]).toEqual([
      false,
      'refresh-token',
      0,
    ]);
  });

  it('that cannot be decrypted any more mean signing in again, not a failing start', async () => {
    const settings = memorySettings({ 'secrets.https://server': Buffer.from('garbage').toString('base64') });
    const store = await createSecretStore(createFakeElectron().api.safeStorage, settings, 'darwin');
    expect(await store.get('https://server')).toBeNull();
  });
});

const NOTICE: Notice = {
  key: UUID,
  path: `/tickets/${UUID}`,
  title: 'Maria',
  body: 'Olá',
  answer: { ticketUuid: UUID, accept: 'Aceitar', reply: 'Responder' },
};

describe('notifications', () => {
  function start(platform: NodeJS.Platform = 'darwin', { profile = '', earlier = [] as string[] } = {}) {
    const fake = createFakeElectron({ earlier });
    const foreign: string[][] = [];
    const commands: HostCommand[] = [];
    const failures: string[] = [];
    const notifier = createNativeNotifications({
      Notification: fake.api.Notification,
      platform,
      profile,
      onCommand: (command) => commands.push(command),
      onForeign: (...asked) => foreign.push(asked),
      onFailed: (key, reason) => failures.push(`${key}: ${reason}`),
    });
    return { fake, shown: fake.notifications, notifier, commands, foreign, failures };
  }

  it('show one per key, take it away when it was read, and a click opens its place', () => {
    const { shown, notifier, commands } = start();
    notifier.show(NOTICE);
    notifier.show({ ...NOTICE, body: 'Tudo bem?' });
    expect(shown.map((one) => one.shown)).toEqual([false, true]);
    shown[1]!.emit('click');
    expect(commands).toEqual([{ kind: 'navigate', path: `/tickets/${UUID}` }]);
    notifier.withdraw(UUID);
    expect(shown[1]!.shown).toBe(false);
    notifier.withdraw('unknown');
  });

  it('can be answered and accepted from where the system lets them be', () => {
    const { shown, notifier, commands, failures } = start();
    notifier.show(NOTICE);
    notifier.show({ ...NOTICE, key: 'mine', answer: { ticketUuid: UUID, accept: null, reply: 'Responder' } });
    notifier.show({ ...NOTICE, key: 'many', answer: null });
    expect(shown.map(({ options }) => [options.hasReply ?? false, options.actions?.length ?? 0])).toEqual([
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
    shown[0]!.emit('action', { actionIndex: 0 });
    shown[0]!.emit('reply', { reply: 'Já vai' });
    expect(commands).toEqual([
      { kind: 'accept', ticketUuid: UUID },
      { kind: 'reply', ticketUuid: UUID, text: 'Já vai' },
    ]);
    shown[0]!.emit('failed', {}, 'not signed');
    expect(failures).toEqual([`${UUID}: not signed`]);
    const platforms = ['darwin', 'win32', 'linux'] as const;
    expect(platforms.map((platform) => start(platform).notifier.canAnswer)).toEqual([true, true, false]);
  });

  it('of an earlier start still lead somewhere: macOS hands them over', async () => {
    const { shown, notifier, commands, foreign } = start('darwin', {
      profile: '2',
      earlier: [`${UUID}@2`, UUID, 'many'],
    });
    await notifier.resume();
    const [own, other] = shown;
    own!.emit('click');
    own!.emit('reply', { reply: 'Já vai' });
    other!.emit('click');
    other!.emit('reply', { reply: 'not ours to send' });
    expect([commands, foreign]).toEqual([
      [
        { kind: 'navigate', path: `/tickets/${UUID}` },
        { kind: 'reply', ticketUuid: UUID, text: 'Já vai' },
      ],
      [['', UUID]],
    ]);
    notifier.withdraw(UUID);
    expect(shown[0]!.options.id).toBe(`${UUID}@2`);
  });

  it('of an earlier start still lead somewhere: Windows names what was clicked, and nothing happens twice', async () => {
    const { fake, shown, notifier, commands, foreign } = start('win32');
    const other = '1f8fad5b-d9cb-469f-a165-70867728950e';
    const act = (type: string, tag: string, reply?: string) =>
      fake.activations.emit('activated', { type, arguments: `type=${type}&tag=${tag}`, reply });
    await notifier.resume();
    notifier.show(NOTICE);
    act('reply', UUID, 'is told by the notification itself');
    shown[0]!.emit('reply', { reply: 'Já vai' });
    act('click', other);
    act('action', other);
    act('reply', other, 'Bom dia');
    act('click', `${other}@loja-2`);
    act('click', '14317607570838471237');
    expect([commands, foreign]).toEqual([
      [
        { kind: 'reply', ticketUuid: UUID, text: 'Já vai' },
        { kind: 'navigate', path: `/tickets/${other}` },
        { kind: 'accept', ticketUuid: other },
        { kind: 'reply', ticketUuid: other, text: 'Bom dia' },
      ],
      [['loja-2', other]],
    ]);
  });
});

describe('calls from the page', () => {
  const call = { type: 'call', callId: 1, name: 'sync.status', input: null };

  function listen() {
    const fake = createFakeElectron();
    const accepted: unknown[] = [];
    const refused: string[] = [];
    receiveCalls(
      fake.api.ipcMain,
      (_screen, frame) => accepted.push(frame),
      (why) => refused.push(why),
    );
    const send = (url: string, frame: unknown, isMainFrame = true) => {
      const mainFrame = { url };
      fake.ipc.emit(
        TO_CORE,
        { sender: { mainFrame }, senderFrame: isMainFrame ? mainFrame : { url } },
        frame,
      );
    };
    return { accepted, refused, send };
  }

  it('are taken from the main frame of our own page only', () => {
    const { accepted, refused, send } = listen();
    send('app://balcao/tickets', call);
    send('https://evil.test/', call);
    send('app://balcao/tickets', call, false);
    expect([accepted, refused]).toEqual([[call], ['sender', 'sender']]);
  });

  it('are refused when they are not calls or too large', () => {
    const { accepted, refused, send } = listen();
    send('app://balcao/', { type: 'event', name: 'x' });
    send('app://balcao/', 'text');
    send('app://balcao/', { ...call, input: { bytes: 'x'.repeat(97 * 1024 * 1024) } });
    expect([accepted, refused]).toEqual([[], ['shape', 'shape', 'size']]);
  });
});

const STATUS: DeskStatus = {
  unread: 3,
  phase: 'live',
  silent: false,
  language: 'pt',
  queued: 0,
  account: { serverUrl: 'http://s', person: 'Ana', company: 'Loja', companyId: 1 },
  accountName: null,
};

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
    host.setStatus(STATUS);
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
});
