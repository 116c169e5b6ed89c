import { join } from 'node:path';
import type { HostCapabilities } from '@balcao/shared/bridge/host.ts';
import type { Recovery } from '../../core/workspace.ts';
import { NO_UPDATES, type SecretStore } from '../host.ts';
import { type CoreProcess, startCoreProcess } from './core-process.ts';
import { profileArguments, QUIT } from './locations.ts';
import type { ShellOptions } from './shell-options.ts';
import type { Surface } from './surface.ts';
import type { UpdateStart } from './update-start.ts';

interface Deps {
  options: ShellOptions;
  surface: Surface;
  secrets: SecretStore;
  /** The data to start without, after crashes. */
  recovery: Recovery | null;
  updates: UpdateStart;
  onGivenUp(): void;
}

/** Starts the core, and lets it act on the program around it. */
export function startShellCore({
  options,
  surface,
  secrets,
  recovery,
  updates,
  onGivenUp,
}: Deps): CoreProcess {
  const { electron, settings, accounts } = options;
  const { windows, notifier, signs } = surface;
  return startCoreProcess({
    utilityProcess: electron.utilityProcess,
    entry: join(options.distDir, 'core.js'),
    options: {
      serverUrl: options.serverUrl,
      dataDir: electron.app.getPath('userData'),
      version: electron.app.getVersion(),
      can: capabilitiesOf(options, surface),
      secretsDurable: secrets.durable,
      accounts,
    },
    recovery,
    allSettings: () => settings.all(),
    update: () => updates.current()?.state() ?? NO_UPDATES.state(),
    settings,
    secrets,
    onFrame: windows.send,
    onSetting() {
      surface.applyOptions();
      updates.begin();
    },
    onNotify: (notice) => notifier.show(notice),
    onWithdraw: (key) => notifier.withdraw(key),
    onStatus: signs.show,
    onOpenAccount: (profile) => options.startProgram(profileArguments(profile)),
    onCloseAccount: (profile) => options.startProgram([...profileArguments(profile), QUIT]),
    onCheckUpdate: () => void updates.current()?.check(true),
    onInstallUpdate: () => updates.current()?.install(),
    onRestarted: windows.reload,
    onGivenUp,
    now: options.now,
  });
}

function capabilitiesOf(
  { serverUrl, platform, accounts }: ShellOptions,
  { notifier, trayIsThere }: Surface,
): HostCapabilities {
  return {
    notifications: notifier.possible,
    notificationActions: notifier.possible && notifier.canAnswer,
    chooseServer: serverUrl === null,
    // macOS starts a program with the computer once, and without arguments.
    autoLaunch: platform !== 'darwin' || accounts.own === '',
    tray: trayIsThere(),
    windowsOnTop: true,
    zoom: true,
    // macOS spell-checks in the languages of its own settings.
    spellCheck: platform !== 'darwin',
    globalShortcut: true,
    downloads: true,
    accounts: true,
  };
}
