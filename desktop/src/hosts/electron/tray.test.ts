import { describe, expect, it } from 'vitest';
import { STATUS } from './testing/samples.ts';
import { choose, openShellFolders } from './testing/shell-folders.ts';

const { start } = openShellFolders();

describe('the tray', () => {
  it('shows the current state, in the user’s language', async () => {
    const { fake, posted } = await start();
    const [tray] = fake.trays;
    const tell = (status: object) => {
      fake.processes[0]!.emit('message', {
        kind: 'status',
        status: { ...STATUS, language: 'en', ...status },
      });
      return [tray!.menu[0]!.label, tray!.image];
    };
    expect(tell({})).toEqual(['Live', '/icons/tray.png']);
    expect(tell({ unread: 2 })).toEqual(['Live · 2 unread', '/icons/tray-unread.png']);
    const waits = (longestWaitMin: number) => tell({ waiting: 3, longestWaitMin })[0];
    expect([12, 130, 3_000].map(waits)).toEqual([
      'Live · 3 waiting, up to 12 min',
      'Live · 3 waiting, up to 2 h',
      'Live · 3 waiting, up to 2 d',
    ]);
    expect(tell({ waiting: 1 })[0]).toBe('Live · 1 waiting');
    expect(tell({ phase: 'backingOff', unread: 2, silent: true })).toEqual([
      'Offline · 2 unread · silent',
      '/icons/tray-silent.png',
    ]);
    choose(tray!.menu, 'Notify me again');
    tell({});
    choose(tray!.menu, 'For 1 hour');
    fake.windows[0]!.hide();
    choose(tray!.menu, 'Next waiting ticket');
    expect(posted().slice(-3)).toEqual(
      [{ kind: 'pause', minutes: 0 }, { kind: 'pause', minutes: 60 }, { kind: 'nextWaiting' }].map(
        (command) => ({
          kind: 'command',
          command,
        }),
      ),
    );
    expect(fake.windows[0]!.visible).toBe(true);
  });

  it('keeps a closed window only where the person wants it', async () => {
    const { fake } = await start({ desktop: { closeToTray: false } });
    fake.windows[0]!.close();
    expect(fake.windows[0]!.destroyed).toBe(true);
  });

  it('has a mark on the taskbar of Windows', async () => {
    const { fake } = await start({ platform: 'win32' });
    const status = { ...STATUS, unread: 3 };
    fake.processes[0]!.emit('message', { kind: 'status', status });
    const mark = { path: '/icons/unread.png', description: '3 sem ler' };
    expect(fake.windows[0]!.overlay).toEqual(mark);
    // Windows forgets it while the window is in the tray.
    fake.windows[0]!.close();
    fake.windows[0]!.overlay = null;
    fake.trays[0]!.emit('click');
    expect(fake.windows[0]!.overlay).toEqual(mark);
    fake.processes[0]!.emit('message', { kind: 'status', status: { ...status, unread: 0 } });
    expect(fake.windows[0]!.overlay).toBeNull();
  });
});
