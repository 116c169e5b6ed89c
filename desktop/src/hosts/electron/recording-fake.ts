import { EventEmitter } from 'node:events';
import type { NotificationConstructorOptions } from 'electron';
import type { ElectronApi } from './api.ts';

/**
 * Electron without its binary: the same names, recording what the shell asks for, and letting a test play the system
 * (a click on the tray, a second start, a process that dies).
 */
export function createFakeElectron(
  options: { trayFails?: boolean; keyring?: 'gnome_libsecret' | 'basic_text' } = {},
) {
  const windows: FakeWindow[] = [];
  const trays: FakeTray[] = [];
  const notifications: FakeNotification[] = [];
  const processes: FakeProcess[] = [];
  const externals: string[] = [];
  const errors: { title: string; hint: string }[] = [];
  const protocols = new Map<string, (request: Request) => Promise<Response> | Response>();
  const privileged: unknown[] = [];
  const ipc = new EventEmitter();
  const session = new FakeSession();
  const app = new FakeApp();

  class FakeWindow extends EventEmitter {
    readonly options: unknown;
    readonly webContents = new FakeWebContents();
    readonly calls: string[] = [];
    visible = false;
    minimized = false;
    destroyed = false;
    loaded = '';
    constructor(windowOptions: unknown) {
      super();
      this.options = windowOptions;
      windows.push(this);
    }
    loadURL(url: string): Promise<void> {
      this.loaded = url;
      return Promise.resolve();
    }
    show(): void {
      this.visible = true;
      this.calls.push('show');
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
    flashFrame(): void {}
    /** As a person would: returns whether the window may go. */
    close(): boolean {
      let prevented = false;
      this.emit('close', { preventDefault: () => (prevented = true) });
      if (!prevented) {
        this.destroyed = true;
        this.emit('closed');
      }
      return !prevented;
    }
  }

  class FakeTray extends EventEmitter {
    menu: { label?: string; click?: () => void }[] = [];
    tooltip = '';
    constructor() {
      super();
      if (options.trayFails) throw new Error('no tray on this desktop');
      trays.push(this);
    }
    setToolTip(text: string): void {
      this.tooltip = text;
    }
    setContextMenu(menu: { label?: string; click?: () => void }[]): void {
      this.menu = menu;
    }
    destroy(): void {}
  }

  class FakeNotification extends EventEmitter {
    static isSupported = () => true;
    readonly options: NotificationConstructorOptions;
    shown = false;
    constructor(content: NotificationConstructorOptions) {
      super();
      this.options = content;
      notifications.push(this);
    }
    show(): void {
      this.shown = true;
    }
    close(): void {
      this.shown = false;
      this.emit('close');
    }
  }

  class FakeProcess extends EventEmitter {
    readonly entry: string;
    readonly posted: unknown[] = [];
    constructor(entry: string) {
      super();
      this.entry = entry;
      processes.push(this);
    }
    postMessage(message: unknown): void {
      this.posted.push(message);
      if ((message as { kind: string }).kind === 'stop') queueMicrotask(() => this.emit('exit', 0));
    }
    kill(): boolean {
      this.emit('exit', 9);
      return true;
    }
  }

  const api = {
    app,
    BrowserWindow: FakeWindow,
    dialog: { showErrorBox: (title: string, hint: string) => void errors.push({ title, hint }) },
    ipcMain: ipc,
    Menu: { buildFromTemplate: (template: unknown) => template, setApplicationMenu: () => {} },
    nativeImage: { createFromPath: (path: string) => ({ path }) },
    Notification: FakeNotification,
    powerMonitor: Object.assign(new EventEmitter(), { getSystemIdleTime: () => app.idleSeconds }),
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown[]) => privileged.push(...schemes),
      handle: (scheme: string, handler: (request: Request) => Response) => protocols.set(scheme, handler),
    },
    safeStorage: {
      isAsyncEncryptionAvailable: () => Promise.resolve(true),
      getSelectedStorageBackend: () => options.keyring ?? 'gnome_libsecret',
      encryptStringAsync: (plain: string) => Promise.resolve(Buffer.from(`sealed:${plain}`)),
      decryptStringAsync(sealed: Buffer) {
        const text = sealed.toString();
        if (!text.startsWith('sealed:')) return Promise.reject(new Error('cannot decrypt'));
        return Promise.resolve({ result: text.slice(7), shouldReEncrypt: false });
      },
    },
    session: { defaultSession: session },
    shell: { openExternal: (url: string) => Promise.resolve(void externals.push(url)) },
    Tray: FakeTray,
    utilityProcess: { fork: (entry: string) => new FakeProcess(entry) },
  };

  return {
    api: api as unknown as ElectronApi,
    app,
    windows,
    trays,
    notifications,
    processes,
    externals,
    errors,
    protocols,
    privileged,
    ipc,
    session,
    power: api.powerMonitor,
  };
}

class FakeWebContents extends EventEmitter {
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  readonly sent: { channel: string; data: unknown }[] = [];
  readonly mainFrame = { url: 'app://balcao/' };
  readonly downloads: string[] = [];
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  send(channel: string, data: unknown): void {
    this.sent.push({ channel, data });
  }
  isDestroyed(): boolean {
    return false;
  }
  downloadURL(url: string): void {
    this.downloads.push(url);
  }
  reload(): void {
    this.emit('reloaded');
  }
  /** Plays a navigation; true if the shell let it happen. */
  navigate(event: 'will-navigate' | 'will-redirect', url: string): boolean {
    let prevented = false;
    this.emit(event, { url, preventDefault: () => (prevented = true) });
    return !prevented;
  }
}

class FakeSession {
  check:
    | ((contents: unknown, permission: string, origin: string, details: { mediaType?: string }) => boolean)
    | undefined;
  request:
    | ((
        contents: unknown,
        permission: string,
        answer: (allowed: boolean) => void,
        details: { requestingUrl: string; mediaTypes?: string[] },
      ) => void)
    | undefined;
  device: (() => boolean) | undefined;
  setPermissionCheckHandler(handler: FakeSession['check']): void {
    this.check = handler;
  }
  setPermissionRequestHandler(handler: FakeSession['request']): void {
    this.request = handler;
  }
  setDevicePermissionHandler(handler: FakeSession['device']): void {
    this.device = handler;
  }
}

class FakeApp extends EventEmitter {
  lockFree = true;
  quitting = false;
  badge = 0;
  idleSeconds = 0;
  relaunched = false;
  readonly registered: string[] = [];
  requestSingleInstanceLock(): boolean {
    return this.lockFree;
  }
  whenReady(): Promise<void> {
    return Promise.resolve();
  }
  getPath(name: string): string {
    return `/profile/${name}`;
  }
  getVersion(): string {
    return '0.1.0';
  }
  getLocale(): string {
    return 'pt-BR';
  }
  setAppUserModelId(): void {}
  setAsDefaultProtocolClient(scheme: string): boolean {
    this.registered.push(scheme);
    return true;
  }
  setBadgeCount(count: number): boolean {
    this.badge = count;
    return true;
  }
  quit(): void {
    this.quitting = true;
    this.emit('before-quit', { preventDefault: () => {} });
  }
  relaunch(): void {
    this.relaunched = true;
  }
  exit(): void {
    this.emit('exited');
  }
}
