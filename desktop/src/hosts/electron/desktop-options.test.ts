import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openShellFolders } from './testing/shell-folders.ts';

const { configDir, start } = openShellFolders();

describe('what a person chooses for the program', () => {
  it('takes effect at once: start with the computer, letters, shortcut, languages', async () => {
    const { fake, posted, choose: chosen } = await start({ platform: 'win32' });
    expect([fake.app.loginItems, fake.session.spellCheck, fake.shortcuts.size]).toEqual([[], ['pt-BR'], 0]);
    chosen({ autoLaunch: true, zoom: 1.25, spellCheck: ['en', 'es'], nextWaitingShortcut: 'Alt+Shift+B' });
    expect(fake.app.loginItems).toEqual([{ openAtLogin: true, args: ['--hidden'] }]);
    expect([fake.session.spellCheck, fake.windows[0]!.webContents.zoom]).toEqual([['en-US', 'es'], 1.25]);
    fake.shortcuts.get('Alt+Shift+B')?.();
    expect(posted().at(-1)).toEqual({ kind: 'command', command: { kind: 'nextWaiting' } });
    chosen({ autoLaunch: false, spellCheck: [] });
    expect([fake.app.loginItems.at(-1)!.openAtLogin, fake.session.spellCheck, fake.shortcuts.size]).toEqual([
      false,
      null,
      0,
    ]);
  });

  it('starts with the computer on Linux by a file, which goes again', async () => {
    const { choose: chosen } = await start();
    const file = join(configDir, 'autostart/balcao.desktop');
    chosen({ autoLaunch: true });
    expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Balcao/balcao" --hidden');
    chosen({ autoLaunch: false });
    expect(existsSync(file)).toBe(false);
  });

  it('reports when another program has the shortcut, and ignores what another version stored', async () => {
    const taken = await start({
      desktop: { nextWaitingShortcut: 'Alt+Shift+B' },
      takenShortcuts: ['Alt+Shift+B'],
    });
    expect(taken.warnings).toEqual(['another program has this shortcut']);
    const odd = await start({ desktop: { zoom: 99 as 1, nextWaitingShortcut: 'Space' as 'Alt+Shift+B' } });
    odd.fake.windows[0]!.webContents.emit('did-finish-load');
    expect([odd.fake.windows[0]!.webContents.zoom, odd.fake.shortcuts.size]).toEqual([1, 0]);
  });
});
