import { EventEmitter } from 'node:events';
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron';
import { type FakeSession, FakeWebContents } from './fake-page.ts';

/** A window that records what the shell does to it, and that a test closes as a user does. */
export class FakeWindow extends EventEmitter {
  readonly options: BrowserWindowConstructorOptions;
  readonly webContents: FakeWebContents;
  readonly calls: string[] = [];
  visible = false;
  minimized = false;
  destroyed = false;
  maximized = false;
  bounds: Rectangle;
  onTop: boolean;
  progress = -1;
  overlay: { path: string; description: string } | null = null;
  loaded = '';
  constructor(options: BrowserWindowConstructorOptions, session: FakeSession) {
    super();
    this.options = options;
    this.onTop = options.alwaysOnTop ?? false;
    this.webContents = new FakeWebContents(session);
    const { x = 0, y = 0, width = 800, height = 600 } = options;
    this.bounds = { x, y, width, height };
  }
  loadURL(url: string): Promise<void> {
    this.loaded = url;
    return Promise.resolve();
  }
  show(): void {
    this.visible = true;
    this.calls.push('show');
    this.emit('show');
  }
  hide(): void {
    this.visible = false;
    this.calls.push('hide');
  }
  focus(): void {
    this.calls.push('focus');
  }
  restore(): void {
    this.minimized = false;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  maximize(): void {
    this.maximized = true;
  }
  isMaximized(): boolean {
    return this.maximized;
  }
  getNormalBounds(): Rectangle {
    return this.bounds;
  }
  setAlwaysOnTop(on: boolean): void {
    this.onTop = on;
  }
  setProgressBar(share: number): void {
    this.progress = share;
  }
  setOverlayIcon(image: { path: string } | null, description: string): void {
    this.overlay = image && { path: image.path, description };
  }
  destroy(): void {
    this.destroyed = true;
    this.emit('closed');
  }
  /** Closes it as a user does; the shell may prevent it. */
  close(): void {
    let prevented = false;
    this.emit('close', { preventDefault: () => (prevented = true) });
    if (!prevented) this.destroy();
  }
}
