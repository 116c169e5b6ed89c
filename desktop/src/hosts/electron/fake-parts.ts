import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions, MessageBoxOptions, NotificationConstructorOptions } from 'electron';

export class FakeTray extends EventEmitter {
  menu: MenuItemConstructorOptions[] = [];
  tooltip = '';
  image: string;
  constructor(image: { path: string }) {
    super();
    this.image = image.path;
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

export class FakeNotification extends EventEmitter {
  readonly options: NotificationConstructorOptions;
  readonly id: string;
  shown = false;
  constructor(content: NotificationConstructorOptions) {
    super();
    this.options = content;
    this.id = content.id ?? '';
  }
  show(): void {
    this.shown = true;
  }
  close(): void {
    this.shown = false;
    this.emit('close');
  }
}

/** The core's process: it records what it is told, and ends when asked to. */
export class FakeProcess extends EventEmitter {
  readonly entry: string;
  readonly posted: unknown[] = [];
  constructor(entry: string) {
    super();
    this.entry = entry;
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

/** Questions, each answered by the number of a button: the next of `answers`, or as somebody who cancels. */
export function fakeDialog(questions: MessageBoxOptions[], answers: number[]) {
  const answer = (question: MessageBoxOptions) => {
    questions.push(question);
    return answers.shift() ?? question.cancelId ?? 0;
  };
  return {
    // Called with the window it belongs to, or without.
    showMessageBox: async (...asked: unknown[]) => ({ response: answer(asked.at(-1) as MessageBoxOptions) }),
    showMessageBoxSync: (...asked: unknown[]) => answer(asked.at(-1) as MessageBoxOptions),
  };
}

/** @param taken shortcuts that another program has registered */
export function fakeShortcuts(shortcuts: Map<string, () => void>, taken: readonly string[]) {
  return {
    register(accelerator: string, act: () => void) {
      if (taken.includes(accelerator)) return false;
      shortcuts.set(accelerator, act);
      return true;
    },
    unregisterAll: () => shortcuts.clear(),
  };
}

export function fakeMenu(popups: MenuItemConstructorOptions[][], menuBar: MenuItemConstructorOptions[]) {
  return {
    buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({
      template,
      popup: () => void popups.push(template),
    }),
    setApplicationMenu(menu: { template: MenuItemConstructorOptions[] } | null) {
      menuBar.splice(0, menuBar.length, ...(menu?.template ?? []));
    },
  };
}

export function fakeSafeStorage(keyring: 'gnome_libsecret' | 'basic_text') {
  return {
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    getSelectedStorageBackend: () => keyring,
    encryptStringAsync: (plain: string) => Promise.resolve(Buffer.from(`sealed:${plain}`)),
    decryptStringAsync(sealed: Buffer) {
      const text = sealed.toString();
      if (!text.startsWith('sealed:')) return Promise.reject(new Error('cannot decrypt'));
      return Promise.resolve({ result: text.slice(7), shouldReEncrypt: false });
    },
  };
}
