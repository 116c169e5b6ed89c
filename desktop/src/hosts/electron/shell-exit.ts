import type { Clock } from '../../core/sync/clock.ts';
import type { CoreProcess } from './core-process.ts';
import type { ShellOptions } from './shell-options.ts';
import type { StartGuard } from './start-guard.ts';
import type { ShellTray } from './tray.ts';
import type { Updates } from './updates/updater.ts';
import type { Windows } from './windows.ts';

/** The ways in which the program ends. */
export interface ShellExit {
  isQuitting(): boolean;
  quit(): Promise<void>;
  /** Prepares for an installer, which ends this program and starts the next one. */
  leave(install: () => void): Promise<void>;
}

interface Deps extends Pick<ShellOptions, 'electron'> {
  /** The clock of the updates. */
  clock: Pick<Clock, 'after'> | undefined;
  guard: StartGuard;
  tray: ShellTray | null;
  windows: Windows;
  core: CoreProcess;
  updates(): Updates | null;
}

/** An installer that has not ended the program by then never will. */
const INSTALLER_MS = 30_000;

export function createShellExit({ electron, clock, guard, tray, windows, core, updates }: Deps): ShellExit {
  const { app } = electron;
  let quitting = false;

  /** What a start needs to know is written before anything is closed. */
  function prepare(): void {
    quitting = true;
    windows.keepPlace();
    guard.finished();
  }

  return {
    isQuitting: () => quitting,
    async quit() {
      if (quitting) return;
      prepare();
      updates()?.stop();
      electron.globalShortcut.unregisterAll();
      tray?.destroy();
      await core.stop();
      app.exit();
    },
    async leave(install) {
      if (quitting) return;
      prepare();
      tray?.destroy();
      await core.stop();
      install();
      // An installer that does not start must not leave the program without its core.
      clock?.after(INSTALLER_MS, () => {
        app.relaunch();
        app.exit();
      });
    },
  };
}
