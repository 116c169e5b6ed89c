import type { BrowserWindow } from 'electron';
import type { ElectronApi } from './api.ts';
import { addContextMenu, type ContextMenuTexts } from './context-menu.ts';
import { createCrashCount } from './crash-count.ts';

export interface PageDeps {
  electron: ElectronApi;
  texts(): ContextMenuTexts & CrashTexts;
  zoom(): number;
  onZoom(direction: -1 | 0 | 1): void;
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
const MAX_CRASHES = { crashes: 3, withinMs: 5 * 60_000 };
const ZOOM_KEYS: Record<string, -1 | 0 | 1> = { '+': 1, '=': 1, '-': -1, '0': 0 };

/**
 * Gives a window's page its zoom and menu, reports when it is gone, and loads it again when it crashes.
 * @param home address to show when the current one keeps crashing
 */
export function keepPage(window: BrowserWindow, home: string, deps: PageDeps): void {
  const { webContents } = window;
  const screen = webContents.id;
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
  addContextMenu(deps.electron, window, deps.texts);
  const crashes = createCrashCount(MAX_CRASHES, deps.now);
  webContents.on('render-process-gone', async (_event, { reason }) => {
    deps.warn('the page is gone', { reason });
    if (reason === 'clean-exit') return;
    if (!crashes.add()) webContents.reload();
    else if (await mayReload(window, deps)) await window.loadURL(home);
    else window.destroy();
  });
}

async function mayReload(window: BrowserWindow, { electron, texts }: PageDeps): Promise<boolean> {
  const { crashedTitle, crashedHint, reload, quit } = texts();
  const { response } = await electron.dialog.showMessageBox(window, {
    type: 'error',
    message: crashedTitle,
    detail: crashedHint,
    buttons: [reload, quit],
    cancelId: 1,
  });
  return response === 0;
}
