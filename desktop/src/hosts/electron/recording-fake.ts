import { EventEmitter } from 'node:events';
import type {
  ActivationArguments,
  BrowserWindowConstructorOptions,
  MenuItemConstructorOptions,
  MessageBoxOptions,
  NotificationConstructorOptions,
  Rectangle,
} from 'electron';
import type { ElectronApi } from './api.ts';
import type { Agrees } from './fake-agrees.ts';
import { FakeApp } from './fake-app.ts';
import { FakeSession, FakeWebContents } from './fake-page.ts';

/**
 * Electron without its binary: the same names, recording what the shell asks for, and letting a test play the system
 * (a click on the tray, a second start, a process that dies).
 */
export function createFakeElectron(
  options: {
    trayFails?: boolean;
    keyring?: 'gnome_libsecret' | 'basic_text';
    /** Work areas of the screens; one of 1920×1040 without them. */
    screens?: Rectangle[];
    /** The user's answers to questions, by the number of the button. */
    answers?: number[];
    /** Shortcuts that another program has registered. */
    takenShortcuts?: string[];
    /** Names of notifications that an earlier start has left in the system's list (macOS). */
    earlier?: string[];
  } = {},
) {
  const windows: FakeWindow[] = [];
  const trays: FakeTray[] = [];
  const notifications: FakeNotification[] = [];
  const processes: FakeProcess[] = [];
  const externals: string[] = [];
  const questions: MessageBoxOptions[] = [];
  const popups: MenuItemConstructorOptions[][] = [];
  const menuBar: MenuItemConstructorOptions[] = [];
  const shortcuts = new Map<string, () => void>();
  const copied: string[] = [];
  const shownInFolder: string[] = [];
  const answer = (question: MessageBoxOptions) => {
    questions.push(question);
    return options.answers?.shift() ?? question.cancelId ?? 0;
  };
  const protocols = new Map<string, (request: Request) => Promise<Response> | Response>();
  const privileged: unknown[] = [];
  const ipc = new EventEmitter();
  /** Clicks on notifications, also on those of an earlier start (Windows). */
  const activations = new EventEmitter();
  const session = new FakeSession();
  const app = new FakeApp();

  class FakeWindow extends EventEmitter {
    readonly options: BrowserWindowConstructorOptions;
    readonly webContents = new FakeWebContents(session);
    readonly calls: string[] = [];
    visible = false;
    minimized = false;
    destroyed = false;
    maximized = false;
    bounds: Rectangle;
    progress = -1;
    overlay: { path: string; description: string } | null = null;
    loaded = '';
    constructor(windowOptions: BrowserWindowConstructorOptions) {
      super();
      this.options = windowOptions;
      const { x = 0, y = 0, width = 800, height = 600 } = windowOptions;
      this.bounds = { x, y, width, height };
      windows.push(this);
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

  class FakeTray extends EventEmitter {
    menu: MenuItemConstructorOptions[] = [];
    tooltip = '';
    image: string;
    constructor(image: { path: string }) {
      super();
      if (options.trayFails) throw new Error('no tray on this desktop');
      this.image = image.path;
      trays.push(this);
    }
    setImage(image: { path: string }): void {
      this.image = image.path;
    }
    setToolTip(text: string): void {
      this.tooltip = text;
    }
    setContextMenu(menu: { template: MenuItemConstructorOptions[] }): void {
      this.menu = menu.template;
    }
    destroy(): void {}
  }

  class FakeNotification extends EventEmitter {
    static isSupported = () => true;
    static getHistory = async () => (options.earlier ?? []).map((id) => new FakeNotification({ id }));
    static handleActivation(listener: (details: ActivationArguments) => void): void {
      activations.on('activated', listener);
    }
    readonly options: NotificationConstructorOptions;
    readonly id: string;
    shown = false;
    constructor(content: NotificationConstructorOptions) {
      super();
      this.options = content;
      this.id = content.id ?? '';
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
    clipboard: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
    dialog: {
      // Called with the window it belongs to, or without.
      showMessageBox: async (...asked: unknown[]) => ({
        response: answer(asked.at(-1) as MessageBoxOptions),
      }),
      showMessageBoxSync: (...asked: unknown[]) => answer(asked.at(-1) as MessageBoxOptions),
    },
    globalShortcut: {
      register(accelerator: string, act: () => void) {
        if (options.takenShortcuts?.includes(accelerator)) return false;
        shortcuts.set(accelerator, act);
        return true;
      },
      unregisterAll: () => shortcuts.clear(),
    },
    ipcMain: ipc,
    Menu: {
      buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({
        template,
        popup: () => void popups.push(template),
      }),
      setApplicationMenu(menu: { template: MenuItemConstructorOptions[] } | null) {
        menuBar.splice(0, menuBar.length, ...(menu?.template ?? []));
      },
    },
    nativeImage: { createFromPath: (path: string) => ({ path }) },
    Notification: FakeNotification,
    powerMonitor: Object.assign(new EventEmitter(), { getSystemIdleTime: () => app.idleSeconds }),
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown[]) => void privileged.push(...schemes),
      handle: (scheme: string, handler: (request: Request) => Response) =>
        void protocols.set(scheme, handler),
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
    screen: {
      getAllDisplays: () =>
        (options.screens ?? [{ x: 0, y: 0, width: 1920, height: 1040 }]).map((workArea) => ({ workArea })),
    },
    session: { defaultSession: session },
    shell: {
      openExternal: (url: string) => Promise.resolve(void externals.push(url)),
      showItemInFolder: (path: string) => void shownInFolder.push(path),
    },
    Tray: FakeTray,
    utilityProcess: { fork: (entry: string) => new FakeProcess(entry) },
  };

  return {
    api: inPlaceOfElectron(api),
    app,
    windows,
    trays,
    notifications,
    processes,
    externals,
    questions,
    popups,
    menuBar,
    shortcuts,
    copied,
    shownInFolder,
    protocols,
    privileged,
    ipc,
    activations,
    session,
    power: api.powerMonitor,
  };
}

/** The events by which a test plays the system; they hold the shell's own handlers. */
type Played = 'press' | 'navigate' | 'openHandler' | 'check' | 'request' | 'device';

const inPlaceOfElectron = <Fake>(fake: Fake & Agrees<Fake, ElectronApi, Played>): ElectronApi =>
  fake as unknown as ElectronApi;
