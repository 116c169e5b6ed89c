import { describe, expect, it } from 'vitest';
import { readCards, writeCard } from '../accounts/cards.ts';
import { OPEN_TICKET, STATUS, UUID } from './testing/samples.ts';
import { choose, openShellFolders, settled } from './testing/shell-folders.ts';
import { shellTexts } from './texts.ts';

const { dataDir, start } = openShellFolders();

describe('the desktop program', () => {
  it('leaves at once when it runs already', async () => {
    const { fake, first } = await start({ locked: true });
    expect([first, fake.app.quitting, fake.windows.length]).toEqual([false, true, 0]);
  });

  it('goes to the tray when its window is closed, and comes back by its menu', async () => {
    const { fake } = await start();
    const window = fake.windows[0]!;
    window.close();
    expect(window.destroyed).toBe(false);
    expect(window.visible).toBe(false);
    choose(fake.trays[0]!.menu, 'Abrir o Balcão');
    expect(window.visible).toBe(true);
  });

  it.each([{ trayFails: true }, { noPanel: true }])(
    'ends when its window is closed on a desktop without a tray: %o',
    async (desktop) => {
      const { fake } = await start(desktop);
      const ended = new Promise((resolve) => fake.app.once('exited', resolve));
      fake.windows[0]!.close();
      expect(fake.windows[0]!.destroyed).toBe(true);
      fake.app.emit('window-all-closed');
      await ended;
      expect(fake.processes[0]!.posted.at(-1)).toEqual({ kind: 'stop' });
    },
  );

  it('never starts hidden where the user could not find it', async () => {
    const withTray = await start({ argv: ['--hidden'] });
    const without = await start({ argv: ['--hidden'], trayFails: true });
    const unseen = await start({ argv: ['--hidden'], noPanel: true });
    const all = [withTray, without, unseen].map(({ fake }) => fake.windows[0]!);
    for (const window of all) window.emit('ready-to-show');
    expect(all.map(({ visible }) => visible)).toEqual([false, true, true]);
  });

  it('remembers where its window was when it ends by a menu, where Linux sent no event', async () => {
    const { fake, stored } = await start();
    fake.windows[0]!.bounds = { x: 40, y: 50, width: 900, height: 700 };
    const ended = new Promise((resolve) => fake.app.once('exited', resolve));
    choose(fake.trays[0]!.menu, 'Sair do Balcão');
    await ended;
    expect(stored.get('window.main')).toMatchObject({ x: 40, y: 50, width: 900, height: 700 });
  });

  it.each(['darwin', 'win32'] as const)(
    'leads to who has waited longest from its icon on %s',
    async (platform) => {
      const { fake, posted } = await start({ platform, own: 'loja-2' });
      fake.processes[0]!.emit('message', { kind: 'status', status: STATUS });
      if (platform === 'darwin') choose(fake.app.dockMenu, 'Próximo atendimento em espera');
      const words = fake.app.userTasks.map((task) => [task.title, task.arguments]);
      if (platform === 'win32') {
        expect(words).toEqual([['Próximo atendimento em espera', '--profile=loja-2 --next-waiting']]);
        fake.app.emit('second-instance', {}, ['balcao.exe', '--profile=loja-2', '--next-waiting']);
        await settled();
      }
      expect(posted().at(-1)).toEqual({ kind: 'command', command: { kind: 'nextWaiting' } });
    },
  );

  it('shows the list when a program that did not run is asked for who waits', async () => {
    const { fake } = await start({ argv: ['--next-waiting'] });
    expect(fake.windows.map(({ loaded }) => loaded)).toEqual(['app://balcao/#/tickets']);
  });

  it('has the menus of macOS, by which its keys copy, paste and quit, in the language of the person', async () => {
    const { fake } = await start({ platform: 'darwin' });
    const roles = () =>
      fake.menuBar.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : [])).map(({ role }) => role);
    expect(roles()).toEqual(
      expect.arrayContaining(['undo', 'cut', 'copy', 'paste', 'selectAll', 'close', 'quit']),
    );
    fake.processes[0]!.emit('message', { kind: 'status', status: { ...STATUS, language: 'en' } });
    expect(fake.menuBar.map(({ label }) => label)).toEqual(['Balcão', 'Edit', 'Window']);
    expect((await start({ platform: 'win32' })).fake.menuBar).toEqual([]);
  });

  it('opens the ticket of a link, from the first start, from a second one, and as macOS hands it over', async () => {
    const early = await start({ early: `balcao://tickets/${UUID}` });
    const { fake, posted } = await start({ argv: [`balcao://tickets/${UUID}`] });
    // The page would load too late to receive it.
    for (const one of [early, { fake }])
      expect(one.fake.windows[0]!.loaded).toBe(`app://balcao/#/tickets/${UUID}`);
    posted().length = 0;
    fake.app.emit('second-instance', {}, ['balcao', '--no-sandbox', `balcao://tickets/${UUID}`]);
    fake.app.emit('second-instance', {}, ['balcao', '--load=https://evil.test']);
    fake.app.emit('open-url', { preventDefault: () => {} }, `balcao://tickets/${UUID}`);
    await settled();
    expect(posted()).toEqual([OPEN_TICKET, OPEN_TICKET]);
    expect(fake.app.registered).toEqual(['balcao']);
  });

  it('shows notifications and unread tickets, and a click opens the ticket', async () => {
    const { fake, posted } = await start();
    const core = fake.processes[0]!;
    const status = { ...STATUS, unread: 4 };
    core.emit('message', { kind: 'status', status });
    const notice = { key: UUID, path: `/tickets/${UUID}`, title: 'Maria', body: 'Olá', answer: null };
    core.emit('message', { kind: 'notify', notice });
    fake.notifications[0]!.emit('click');
    expect([fake.app.badge, fake.trays[0]!.tooltip]).toEqual([4, 'Balcão: Ao vivo · 4 sem ler']);
    expect([fake.notifications[0]!.options.title, fake.windows[0]!.visible]).toEqual(['Maria', true]);
    expect(posted().at(-1)).toEqual(OPEN_TICKET);
  });

  it('wakes the core with the computer and brings the page back when it crashed', async () => {
    const { fake, posted } = await start();
    const page = fake.windows[0]!.webContents;
    let reloads = 0;
    page.on('reloaded', () => reloads++);
    fake.power.emit('resume');
    page.emit('render-process-gone', {}, { reason: 'crashed' });
    fake.processes[0]!.emit('exit', 1);
    expect([posted().at(-1), reloads, fake.processes.length]).toEqual([{ kind: 'wake' }, 2, 2]);
  });

  it('asks how to go on when the core keeps failing, and ends when the user does not', async () => {
    const { fake } = await start({ answers: [1, 2] });
    const ended = new Promise((resolve) => fake.app.once('exited', resolve));
    const [window] = fake.windows;
    window!.loaded = 'app://balcao/#/tickets/1';
    const crash = async () => {
      for (let turn = 1; turn <= 5; turn++) fake.processes.at(-1)!.emit('exit', 1);
      await settled();
    };
    await crash();
    const { failedTitle: message, recoverCache } = shellTexts('pt');
    expect(fake.questions[0]).toMatchObject({
      message,
      buttons: [expect.anything(), recoverCache, 'Sair do Balcão'],
    });
    expect(fake.processes.at(-1)!.posted[0]).toMatchObject({ options: { recovery: 'cache' } });
    expect(window!.loaded).toBe('app://balcao/');
    await crash();
    await ended;
  });

  it('asks how to begin after three starts that failed, and forgets them once one has settled', async () => {
    const place = { x: 5, y: 5, width: 500, height: 500, maximized: false };
    const failing = (unfinished: number): [string, unknown][] => [
      ['start.unfinished', unfinished],
      ['window.main', place],
    ];
    const third = await start({ stored: failing(2) });
    expect([third.fake.questions.length, third.fake.windows[0]!.options.width]).toEqual([0, 500]);
    expect(third.stored.get('start.unfinished')).toBe(3);
    third.settle();
    expect(third.stored.get('start.unfinished')).toBe(0);

    const fourth = await start({ stored: failing(3), answers: [0] });
    expect(fourth.fake.questions).toHaveLength(1);
    expect(fourth.fake.processes[0]!.posted[0]).toMatchObject({ options: { recovery: 'view' } });
    expect(fourth.fake.windows[0]!.options.width).toBe(1280);

    const left = await start({ stored: failing(4) });
    expect([left.first, left.fake.processes.length]).toEqual([false, 0]);
    expect(left.stored.get('start.unfinished')).toBe(5);
  });
});

describe('several accounts', () => {
  const card = (serverUrl: string, company: string) => ({
    serverUrl,
    person: 'Ana',
    company,
    companyId: 1,
    queued: 0,
    unread: 0,
  });
  const link = (server: string) => `balcao://tickets/${UUID}?server=${encodeURIComponent(server)}`;

  it('leave their cards, have programs of their own, and end when they are asked to', async () => {
    const { fake, started } = await start({ own: '2', platform: 'win32' });
    const core = fake.processes[0]!;
    core.emit('message', { kind: 'status', status: { ...STATUS, unread: 2, accountName: 'Loja' } });
    expect(readCards({ root: dataDir, own: '' })).toMatchObject([
      { profile: '' },
      { profile: '2', company: 'Loja', unread: 2 },
    ]);
    expect([fake.trays[0]!.tooltip, fake.trays[0]!.menu[0]!.label]).toEqual([
      'Balcão · Loja: Ao vivo · 2 sem ler',
      'Loja',
    ]);
    core.emit('message', { kind: 'openAccount', profile: '' });
    core.emit('message', { kind: 'openAccount', profile: '3' });
    core.emit('message', { kind: 'closeAccount', profile: '3' });
    core.emit('message', {
      kind: 'setSetting',
      key: 'preferences',
      value: { desktop: { autoLaunch: true } },
    });
    expect(started).toEqual([[], ['--profile=3'], ['--profile=3', '--quit']]);
    expect(fake.app.loginItems).toEqual([
      { openAtLogin: true, args: ['--profile=2', '--hidden'], name: 'balcao-2' },
    ]);
    const ended = new Promise((resolve) => fake.app.once('exited', resolve));
    fake.app.emit('second-instance', {}, ['balcao', '--profile=2', '--quit']);
    await ended;
    expect((await start({ argv: ['balcao', '--quit'] })).first).toBe(false);
  });

  it('get the links that are theirs, whichever program the system hands them to', async () => {
    writeCard({ root: dataDir, own: '' }, card('https://desk.test', 'Loja'));
    writeCard({ root: dataDir, own: '2' }, card('https://other.test', 'Oficina'));
    const { fake, posted, started } = await start({ argv: [link('https://other.test')], answers: [1, 0, 2] });
    await settled();
    expect([posted().filter(({ kind }) => kind === 'command'), started]).toEqual([
      [],
      [['--profile=2', `--open=tickets/${UUID}`]],
    ]);
    const open = async (argument: string) => {
      started.length = posted().length = 0;
      fake.app.emit('second-instance', {}, ['balcao', argument]);
      await settled();
      return [posted().length, started.length, fake.questions.length];
    };
    expect(await open(link('https://desk.test'))).toEqual([1, 0, 0]);
    // It may belong to any account: the user chooses one, or no account gets it.
    expect(await open(`balcao://tickets/${UUID}`)).toEqual([0, 1, 1]);
    expect(await open(`balcao://tickets/${UUID}`)).toEqual([1, 0, 2]);
    expect(await open(`balcao://tickets/${UUID}`)).toEqual([0, 0, 3]);
    expect(fake.questions[0]!.buttons).toEqual(['Loja', 'Oficina', 'Cancelar']);
    expect(await open(link('https://evil.test'))).toEqual([0, 0, 4]);
    expect(fake.questions[3]!.detail).toContain('https://evil.test');
    expect(await open(`--open=tickets/${UUID}`)).toEqual([1, 0, 4]);
    expect(posted()).toEqual([OPEN_TICKET]);
  });

  it('notify the screen of what the system has not shown', async () => {
    const { fake, posted } = await start();
    const notice = { key: UUID, path: `/tickets/${UUID}`, title: 'Maria', body: 'Olá', answer: null };
    fake.processes[0]!.emit('message', { kind: 'notify', notice });
    fake.notifications[0]!.emit('failed', {}, 'not signed');
    expect(posted().at(-1)).toEqual({ kind: 'command', command: { kind: 'notificationFailed', key: UUID } });
  });
});
