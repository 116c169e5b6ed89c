import { describe, expect, it } from 'vitest';
import { START_URL } from './locations.ts';
import { createFakeElectron } from './recording-fake.ts';
import { UUID } from './testing/samples.ts';
import { openWindow, windowOptions } from './window.ts';

const OPENED = { url: START_URL, place: {}, hidden: false, onTicket: () => {} };
const paths = { preload: '/dist/preload.cjs', icon: '/icons/icon.png' };

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
