import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';
import type { ElectronApi } from './api.ts';
import { isExternalLink, isMediaFile, isOwnPage, ticketOfWindow } from './locations.ts';
import { MIN_SIZE } from './window-state.ts';

export interface WindowPaths {
  preload: string;
  icon: string;
}

/**
 * The only options a window is ever made with: the page is a web page and nothing more.
 * Each is Electron's own recommendation (its security tutorial), named so that a changed default changes nothing.
 */
export function windowOptions(paths: WindowPaths): BrowserWindowConstructorOptions {
  return {
    minWidth: MIN_SIZE.width,
    minHeight: MIN_SIZE.height,
    // Shown when the first frame is painted: no white flash.
    show: false,
    backgroundColor: '#1b1a19',
    icon: paths.icon,
    autoHideMenuBar: true,
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

interface Opened {
  url: string;
  place: BrowserWindowConstructorOptions;
  hidden: boolean;
  /** The page requests a separate window for a ticket. */
  onTicket(uuid: string): void;
}

/** Opens a window of the console, locked to the console's own pages. */
export function openWindow(
  electron: Pick<ElectronApi, 'BrowserWindow' | 'shell'>,
  paths: WindowPaths,
  { url, place, hidden, onTicket }: Opened,
): BrowserWindow {
  const window = new electron.BrowserWindow({ ...windowOptions(paths), ...place });
  const { webContents } = window;

  const refuseForeign = (event: { preventDefault(): void }, address: string) => {
    if (!isOwnPage(address)) event.preventDefault();
    // "Save" on a file of a conversation: files have another origin, where a link's download attribute has no effect.
    if (isMediaFile(address)) webContents.downloadURL(address);
  };
  webContents.on('will-navigate', (event) => refuseForeign(event, event.url));
  webContents.on('will-redirect', (event) => refuseForeign(event, event.url));
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.setWindowOpenHandler(({ url: address }) => {
    const uuid = ticketOfWindow(address);
    if (uuid) onTicket(uuid);
    if (isExternalLink(address)) void electron.shell.openExternal(address);
    return { action: 'deny' };
  });

  window.once('ready-to-show', () => {
    if (!hidden) window.show();
  });
  void window.loadURL(url);
  return window;
}
