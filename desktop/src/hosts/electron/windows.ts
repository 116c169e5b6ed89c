import type { BridgeFrame } from '@balcao/shared/bridge/wire.ts';
import type { BrowserWindow } from 'electron';
import type { SettingsStore } from '../host.ts';
import { FROM_CORE } from './channels.ts';
import { START_URL, ticketPage } from './locations.ts';
import { keepPage, type PageDeps } from './page-keeper.ts';
import { openWindow, type WindowPaths } from './window.ts';
import { createWindowState, KINDS } from './window-state.ts';

interface Deps extends PageDeps {
  paths: WindowPaths;
  settings: SettingsStore;
  /** Windows of tickets stay above those of other programs. */
  onTop(): boolean;
  /** The main window was asked to close; false: it stays, hidden. */
  mayClose(): boolean;
  /** The main window is visible, perhaps after a while in the tray. */
  onShown(): void;
}

/** Windows of several tickets show a corner of each. */
const ASIDE = 32;

export interface Windows {
  /** Brings the main window to the front; recreates it when it was closed. */
  show(): void;
  /** @param path start address; empty: the page's own */
  openMain(hidden: boolean, path?: string): void;
  /** The next windows open as the first ones did. */
  forgetPlace(): void;
  /** The program ends without asking any window. */
  keepPlace(): void;
  main(): BrowserWindow | null;
  all(): BrowserWindow[];
  /** Sends to the page with this number. */
  send(screen: number, frame: BridgeFrame): void;
  applyZoom(): void;
  applyOnTop(): void;
  reload(): void;
  /** Loads the main window's first page, whatever it showed. */
  startOver(): void;
}

/** The main window, and one for each ticket that was given its own. */
export function createWindows(deps: Deps): Windows {
  const { electron, paths } = deps;
  const state = createWindowState(electron.screen, deps.settings, KINDS.main);
  const ticketState = createWindowState(electron.screen, deps.settings, KINDS.ticket);
  const tickets = new Map<string, BrowserWindow>();
  let main: BrowserWindow | null = null;

  function openMain(hidden: boolean, path = ''): void {
    const { bounds, maximized } = state.restore();
    const place = { ...bounds, name: 'main' };
    const url = path === '' ? START_URL : `${START_URL}#${path}`;
    const window = openWindow(electron, paths, { url, place, hidden, onTicket: openTicket });
    main = window;
    keepPage(window, START_URL, deps);
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
      place: { ...ticketState.restore(tickets.size * ASIDE).bounds, alwaysOnTop: deps.onTop() },
      hidden: false,
      onTicket: openTicket,
    });
    tickets.set(uuid, window);
    keepPage(window, url, deps);
    ticketState.follow(window);
    window.on('closed', () => tickets.delete(uuid));
  }

  const all = () => [...(main ? [main] : []), ...tickets.values()];

  return {
    openMain,
    forgetPlace() {
      state.forget();
      ticketState.forget();
    },
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
    applyOnTop() {
      for (const window of tickets.values()) window.setAlwaysOnTop(deps.onTop());
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
