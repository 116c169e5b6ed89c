import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { ElectronApi } from './api.ts';
import { isExternalLink, isMediaFile, isOwnPage, START_URL } from './locations.ts';

/**
 * The only options a window is ever made with: the page is a web page and nothing more.
 * Each is Electron's own recommendation (its security tutorial), named so that a changed default changes nothing.
 */
export function windowOptions(paths: { preload: string; icon: string }): BrowserWindowConstructorOptions {
  return {
    name: 'main',
    width: 1280,
    height: 800,
    minWidth: 380,
    minHeight: 480,
    // Shown when the first frame is painted: no white flash.
    show: false,
    backgroundColor: '#1b1a19',
    icon: paths.icon,
    autoHideMenuBar: true,
    windowStatePersistence: true,
    webPreferences: {
      preload: paths.preload,
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
    },
  };
}

/** Opens the console's window, locked to the console's own pages. */
export function openWindow(
  electron: Pick<ElectronApi, 'BrowserWindow' | 'shell'>,
  paths: { preload: string; icon: string },
  startHidden: boolean,
): BrowserWindow {
  const window = new electron.BrowserWindow(windowOptions(paths));
  const { webContents } = window;

  const refuseForeign = (event: { preventDefault(): void }, url: string) => {
    if (!isOwnPage(url)) event.preventDefault();
    // "Save" on a file of a conversation: files have another origin, for which a link cannot ask to be saved.
    if (isMediaFile(url)) webContents.downloadURL(url);
  };
  webContents.on('will-navigate', (event) => refuseForeign(event, event.url));
  webContents.on('will-redirect', (event) => refuseForeign(event, event.url));
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(({ url }) => {
    if (isExternalLink(url)) void electron.shell.openExternal(url);
    return { action: 'deny' };
  });

  window.once('ready-to-show', () => {
    if (!startHidden) window.show();
  });
  void window.loadURL(START_URL);
  return window;
}
