import { chosenServer } from '../../core/session/chosen-server.ts';
import type { CoreProcess } from './core-process.ts';
import type { ShellOptions } from './shell-options.ts';
import { startUpdates, type Updates } from './updates/updater.ts';

/** The updates of this program, once it is known from which server they come. */
export interface UpdateStart {
  /** Begins, unless they have begun: on a new computer the user chooses the server after the start. */
  begin(): void;
  current(): Updates | null;
}

interface Deps extends Pick<ShellOptions, 'electron' | 'settings' | 'serverUrl' | 'updates' | 'warn'> {
  core(): CoreProcess;
  isQuitting(): boolean;
  leave(install: () => void): void;
}

export function createUpdateStart(deps: Deps): UpdateStart {
  const { electron, settings, warn } = deps;
  let updates: Updates | null = null;

  return {
    begin() {
      const serverUrl = deps.serverUrl ?? chosenServer(settings);
      if (updates || deps.isQuitting() || !deps.updates || !serverUrl) return;
      const core = deps.core();
      updates = startUpdates({
        ...deps.updates,
        serverUrl,
        settings,
        idleSeconds: () => electron.powerMonitor.getSystemIdleTime(),
        isQuiet: core.isQuiet,
        leave: deps.leave,
        onChange: core.tellUpdate,
        warn,
      });
    },
    current: () => updates,
  };
}
