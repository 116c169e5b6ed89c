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
import { FakeSession } from './fake-page.ts';
import {
  FakeNotification,
  FakeProcess,
  FakeTray,
  fakeDialog,
  fakeMenu,
  fakeSafeStorage,
  fakeShortcuts,
} from './fake-parts.ts';
import { FakeWindow } from './fake-window.ts';

interface FakeOptions {
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
}

/**
 * Electron without its binary: the same names, recording what the shell asks for, and letting a test play the system
 * (a click on the tray, a second start, a process that dies).
 */
export function createFakeElectron(options: FakeOptions = {}) {
  const records = createRecords();
  const power = Object.assign(new EventEmitter(), { getSystemIdleTime: () => records.app.idleSeconds });
  const api = { ...fakeClasses(options, records), ...fakeServices(options, records), powerMonitor: power };
  return { api: inPlaceOfElectron(api), power, ...records };
}

/** What the shell has made and asked for, and by what a test plays the system. */
function createRecords() {
  return {
    app: new FakeApp(),
    session: new FakeSession(),
    windows: [] as FakeWindow[],
    trays: [] as FakeTray[],
    notifications: [] as FakeNotification[],
    processes: [] as FakeProcess[],
    externals: [] as string[],
    questions: [] as MessageBoxOptions[],
    popups: [] as MenuItemConstructorOptions[][],
    menuBar: [] as MenuItemConstructorOptions[],
    shortcuts: new Map<string, () => void>(),
    copied: [] as string[],
    shownInFolder: [] as string[],
    protocols: new Map<string, (request: Request) => Promise<Response> | Response>(),
    privileged: [] as unknown[],
    ipc: new EventEmitter(),
    /** Clicks on notifications, also on those of an earlier start (Windows). */
    activations: new EventEmitter(),
  };
}

type Records = ReturnType<typeof createRecords>;

function fakeClasses({ trayFails, earlier = [] }: FakeOptions, records: Records) {
  class Window extends FakeWindow {
    constructor(windowOptions: BrowserWindowConstructorOptions) {
      super(windowOptions, records.session);
      records.windows.push(this);
    }
  }
  class Tray extends FakeTray {
    constructor(image: { path: string }) {
      super(image);
      if (trayFails) throw new Error('no tray on this desktop');
      records.trays.push(this);
    }
  }
  class Notification extends FakeNotification {
    static isSupported = () => true;
    static getHistory = async () => earlier.map((id) => new Notification({ id }));
    static handleActivation(listener: (details: ActivationArguments) => void): void {
      records.activations.on('activated', listener);
    }
    constructor(content: NotificationConstructorOptions) {
      super(content);
      records.notifications.push(this);
    }
  }
  return { BrowserWindow: Window, Tray, Notification };
}

function fakeServices({ keyring, screens, answers, takenShortcuts }: FakeOptions, records: Records) {
  const workAreas = screens ?? [{ x: 0, y: 0, width: 1920, height: 1040 }];
  return {
    app: records.app,
    clipboard: { writeText: (text: string) => Promise.resolve(void records.copied.push(text)) },
    dialog: fakeDialog(records.questions, answers ?? []),
    globalShortcut: fakeShortcuts(records.shortcuts, takenShortcuts ?? []),
    ipcMain: records.ipc,
    Menu: fakeMenu(records.popups, records.menuBar),
    nativeImage: { createFromPath: (path: string) => ({ path }) },
    protocol: {
      registerSchemesAsPrivileged: (schemes: unknown[]) => void records.privileged.push(...schemes),
      handle: (scheme: string, handler: (request: Request) => Response) =>
        void records.protocols.set(scheme, handler),
    },
    safeStorage: fakeSafeStorage(keyring ?? 'gnome_libsecret'),
    screen: { getAllDisplays: () => workAreas.map((workArea) => ({ workArea })) },
    session: { defaultSession: records.session },
    shell: {
      openExternal: (url: string) => Promise.resolve(void records.externals.push(url)),
      showItemInFolder: (path: string) => void records.shownInFolder.push(path),
    },
    utilityProcess: {
      fork(entry: string) {
        const process = new FakeProcess(entry);
        records.processes.push(process);
        return process;
      },
    },
  };
}

/** The events by which a test plays the system; they hold the shell's own handlers. */
type Played = 'press' | 'navigate' | 'openHandler' | 'check' | 'request' | 'device';

const inPlaceOfElectron = <Fake>(fake: Fake & Agrees<Fake, ElectronApi, Played>): ElectronApi =>
  fake as unknown as ElectronApi;
