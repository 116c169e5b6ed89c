import type { BridgeFrame } from '@balcao/shared/bridge/wire.ts';
import type { BrowserWindow } from 'electron';
import type { SettingsStore } from '../host.ts';
import type { ElectronApi } from './api.ts';
import { FROM_CORE } from './channels.ts';
import { addContextMenu, type ContextMenuTexts } from './context-menu.ts';
import { START_URL, ticketPage } from './locations.ts';
import { openWindow, type WindowPaths } from './window.ts';
import { createWindowState } from './window-state.ts';

interface Deps {
  electron: ElectronApi;
  paths: WindowPaths;
  settings: SettingsStore;
  texts(): ContextMenuTexts & CrashTexts;
  zoom(): number;
  onZoom(direction: -1 | 0 | 1): void;
  /** The main window was asked to close; false: it stays, hidden. */
  mayClose(): boolean;
  /** The main window is visible, perhaps after a while in the tray. */
  onShown(): void;
  /** The page with this number is gone. */
  onPageGone(screen: number): void;
  warn(what: string, details?: Record<string, unknown>): void;
  now(): number;
}

export interface CrashTexts {
  crashedTitle: string;
  crashedHint: string;
  reload: string;
  quit: string;
}

/** A page that crashes repeatedly is reloaded only after a question, and then starts at home. */
const CRASHES = 3;
const CRASH_WINDOW_MS = 5 * 60_000;
const TICKET_SIZE = { width: 560, height: 760 };
const ZOOM_KEYS: Record<string, -1 | 0 | 1> = { '+': 1, '=': 1, '-': -1, '0': 0 };

export interface Windows {
  /** Brings the main window to the front; recreates it when it was closed. */
  show(): void;
  /** @param path start address; empty: the page's own */
  openMain(hidden: boolean, path?: string): void;
  /** The next main window opens as the first one did. */
  forgetPlace(): void;
  /** The program ends without asking any window. */
  keepPlace(): void;
  main(): BrowserWindow | null;
  all(): BrowserWindow[];
  /** Sends to the page with this number. */
  send(screen: number, frame: BridgeFrame): void;
  applyZoom(): void;
  reload(): void;
  /** Loads the main window's first page, whatever it showed. */
  startOver(): void;
}

/** The main window, and one for each ticket that was given its own. */
export function createWindows(deps: Deps): Windows {
  const { electron, paths } = deps;
  const state = createWindowState(electron.screen, deps.settings);
  const tickets = new Map<string, BrowserWindow>();
  let main: BrowserWindow | null = null;

  /** @param home address to show when the current one keeps crashing */
  function prepare(window: BrowserWindow, home: string): void {
    const { webContents } = window;
    const screen = webContents.id;
    let crashes: number[] = [];
    webContents.on('did-finish-load', () => webContents.setZoomFactor(deps.zoom()));
    webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
      if (isMainFrame && !isSameDocument) deps.onPageGone(screen);
    });
    window.on('closed', () => deps.onPageGone(screen));
    webContents.on('before-input-event', (event, { type, control, meta, alt, key }) => {
      const direction = ZOOM_KEYS[key];
      if (type !== 'keyDown' || !(control || meta) || alt || direction === undefined) return;
      event.preventDefault();
      deps.onZoom(direction);
    });
    addContextMenu(electron, window, deps.texts);
    webContents.on('render-process-gone', async (_event, { reason }) => {
      deps.warn('the page is gone', { reason });
      if (reason === 'clean-exit') return;
      crashes = [...crashes.filter((at) => deps.now() - at < CRASH_WINDOW_MS), deps.now()];
      if (crashes.length < CRASHES) webContents.reload();
      else if (await mayReload(window)) await window.loadURL(home);
      else window.destroy();
    });
  }

  async function mayReload(window: BrowserWindow): Promise<boolean> {
    const { crashedTitle, crashedHint, reload, quit } = deps.texts();
    const { response } = await electron.dialog.showMessageBox(window, {
      type: 'error',
      message: crashedTitle,
      detail: crashedHint,
      buttons: [reload, quit],
      cancelId: 1,
    });
    return response === 0;
  }

  function openMain(hidden: boolean, path = ''): void {
    const { bounds, maximized } = state.restore();
    const place = { ...bounds, name: 'main' };
    const url = path === '' ? START_URL : `${START_URL}#${path}`;
    const window = openWindow(electron, paths, { url, place, hidden, onTicket: openTicket });
    main = window;
    prepare(window, START_URL);
    if (maximized && !hidden) window.maximize();
    state.follow(window);
    for (const event of ['show', 'focus'] as const) window.on(event as 'show', deps.onShown);
    window.on('close', (event) => {
      if (deps.mayClose()) return;
      event.preventDefault();
      window.hide();
    });
    window.on('closed', () => {
      main = null;
    });
  }

  function openTicket(uuid: string) {
    const known = tickets.get(uuid);
    if (known) return bringToFront(known);
    const url = ticketPage(uuid);
    const window = openWindow(electron, paths, {
      url,
      place: TICKET_SIZE,
      hidden: false,
      onTicket: openTicket,
    });
    tickets.set(uuid, window);
    prepare(window, url);
    window.on('closed', () => tickets.delete(uuid));
  }

  const all = () => [...(main ? [main] : []), ...tickets.values()];

  return {
    openMain,
    forgetPlace: state.forget,
    keepPlace() {
      if (main) state.keep(main);
    },
    main: () => main,
    all,
    show() {
      if (main) bringToFront(main);
      else openMain(false);
    },
    send(screen, frame) {
      for (const { webContents } of all()) if (webContents.id === screen) webContents.send(FROM_CORE, frame);
    },
    applyZoom() {
      for (const { webContents } of all()) webContents.setZoomFactor(deps.zoom());
    },
    reload() {
      for (const { webContents } of all()) webContents.reload();
    },
    startOver() {
      void main?.loadURL(START_URL);
      for (const { webContents } of tickets.values()) webContents.reload();
    },
  };
}

function bringToFront(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
