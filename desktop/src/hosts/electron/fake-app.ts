import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions, Settings, Task } from 'electron';

/** The program as a whole: its single start, its places and its end. */
export class FakeApp extends EventEmitter {
  lockFree = true;
  quitting = false;
  badge = 0;
  idleSeconds = 0;
  relaunched = false;
  readonly paths = new Map<string, string>();
  readonly registered: string[] = [];
  readonly loginItems: Settings[] = [];
  readonly userTasks: Task[] = [];
  dockMenu: MenuItemConstructorOptions[] = [];
  setLoginItemSettings(settings: Settings): void {
    this.loginItems.push(settings);
  }
  requestSingleInstanceLock(): boolean {
    return this.lockFree;
  }
  whenReady(): Promise<void> {
    return Promise.resolve();
  }
  getPath(name: string): string {
    return this.paths.get(name) ?? `/profile/${name}`;
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }
  getVersion(): string {
    return '0.1.0';
  }
  getLocale(): string {
    return 'pt-BR';
  }
  setUserTasks(tasks: Task[]): boolean {
    this.userTasks.push(...tasks);
    return true;
  }
  readonly dock = {
    setMenu: (menu: { template: MenuItemConstructorOptions[] }) => {
      this.dockMenu = menu.template;
    },
  };
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
