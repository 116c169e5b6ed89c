import { LINK_SCHEME } from '@balcao/shared/features/tickets/link.ts';
import type { Recovery } from '../../core/workspace.ts';
import type { ElectronApi } from './api.ts';
import { HIDDEN } from './auto-launch.ts';
import { createCommandGate } from './command-gate.ts';
import type { CoreProcess } from './core-process.ts';
import { desktopSettingsOf } from './desktop-options.ts';
import { handleDownloads } from './downloads.ts';
import { receiveCalls } from './frames.ts';
import { createLinkInbox, type LinkInbox } from './link-inbox.ts';
import { createLinks } from './links.ts';
import { linkIn, NEXT_WAITING, placeArgument, placeIn, profileArguments, QUIT } from './locations.ts';
import { restrictPermissions } from './permissions.ts';
import { askRecovery } from './recovery.ts';
import { registerSchemes, serveSchemes } from './schemes.ts';
import { createSecretStore } from './secrets.ts';
import { startShellCore } from './shell-core.ts';
import { createShellExit, type ShellExit } from './shell-exit.ts';
import { createShellLanguage, type ShellLanguage } from './shell-language.ts';
import type { ShellOptions } from './shell-options.ts';
import { guardStart, SETTLED_MS, type StartGuard } from './start-guard.ts';
import { createSurface } from './surface.ts';
import { createUpdateStart } from './update-start.ts';
import type { Windows } from './windows.ts';

/** Must be called before Electron is ready: schemes can only be declared until then. */
export function declareShell(electron: ElectronApi): void {
  registerSchemes(electron.protocol);
}

/**
 * The desktop program around the core: one instance, its windows, tray, notifications, links.
 *
 * @returns false when it stops here: another instance is running and was asked to come to the front, or the
 * user gave up.
 */
export async function startShell(options: ShellOptions): Promise<boolean> {
  const { electron, settings } = options;
  const { app } = electron;
  if (!app.requestSingleInstanceLock() || options.argv.includes(QUIT)) {
    app.quit();
    return false;
  }
  app.setAppUserModelId('br.com.balcao.console');
  app.setAsDefaultProtocolClient(LINK_SCHEME);
  const links = createLinkInbox(app);
  await app.whenReady();
  restrictPermissions(electron.session.defaultSession);

  const language = createShellLanguage(options);
  const guard = guardStart(settings);
  const recovery = guard.keepsFailing ? await askRecovery(electron.dialog, language.texts()) : null;
  if (guard.keepsFailing && recovery === null) {
    app.exit();
    return false;
  }
  await runShell(options, { links, language, guard, recovery });
  return true;
}

/** What is known when the start may go on. */
interface Start {
  links: LinkInbox;
  language: ShellLanguage;
  guard: StartGuard;
  /** The data to start without, after crashes. */
  recovery: Recovery | null;
}

async function runShell(options: ShellOptions, { links, language, guard, recovery }: Start): Promise<void> {
  const { electron, settings } = options;
  const secrets = await createSecretStore(electron.safeStorage, settings, options.platform);
  if (!secrets.durable) options.warn('no safe place for secrets: people sign in again after a restart');

  const gate = createCommandGate({ show: () => windows.show(), send: (command) => core.command(command) });
  const openInProfile = (profile: string, place: string) =>
    options.startProgram([...profileArguments(profile), placeArgument(place)]);
  const surface = createSurface({
    options,
    language,
    gate,
    core: () => core,
    exit: () => exit,
    openInProfile,
  });
  const { windows, tray } = surface;
  if (recovery) windows.forgetPlace();
  const updates = createUpdateStart({
    ...options,
    core: () => core,
    isQuitting: () => exit.isQuitting(),
    leave: (install) => void exit.leave(install),
  });
  const core = startShellCore({
    options,
    surface,
    secrets,
    recovery,
    updates,
    onGivenUp: () => void offerRecovery(),
  });
  const exit = createShellExit({
    electron,
    clock: options.updates?.clock,
    guard,
    tray,
    windows,
    core,
    updates: updates.current,
  });

  async function offerRecovery(): Promise<void> {
    options.warn('the core process keeps failing');
    const wanted = await askRecovery(electron.dialog, language.texts());
    if (!wanted) return exit.quit();
    core.tryAgain(wanted);
    windows.startOver();
  }

  await servePages(options, core, windows, language);
  const follow = createLinks({
    dialog: electron.dialog,
    place: options.accounts,
    texts: language.texts,
    openHere: gate.open,
    openThere: openInProfile,
  });

  async function handleArguments(argv: readonly string[]): Promise<void> {
    const [place, link] = [placeIn(argv), linkIn(argv)];
    if (argv.includes(NEXT_WAITING)) gate.command({ kind: 'nextWaiting' });
    else if (place) gate.open(place);
    else if (link) await follow(link);
  }

  updates.begin();
  surface.applyOptions();
  await handleArguments(options.argv);
  await links.open(follow);
  await surface.notifier.resume();
  const path = gate.begin();
  windows.openMain(options.argv.includes(HIDDEN) && path === '' && surface.trayIsThere(), path);
  followSystem(options, { core, windows, exit, handleArguments });
  options.clock.after(SETTLED_MS, guard.finished);
}

async function servePages(
  options: ShellOptions,
  core: CoreProcess,
  windows: Windows,
  language: ShellLanguage,
): Promise<void> {
  const { electron } = options;
  receiveCalls(electron.ipcMain, core.send, (why) => options.warn('refused a call', { why }));
  await serveSchemes(electron.protocol, {
    rendererDir: options.rendererDir,
    openMedia: (mediaId) => core.openMedia(mediaId),
  });
  handleDownloads({
    electron,
    window: windows.main,
    askWhere: () => desktopSettingsOf(options.settings).askWhereToSave,
    texts: language.texts,
  });
}

interface Running {
  core: CoreProcess;
  windows: Windows;
  exit: ShellExit;
  handleArguments(argv: readonly string[]): Promise<void>;
}

/** What the system and another start of this program ask for. */
function followSystem(
  { electron: { app, powerMonitor } }: ShellOptions,
  { core, windows, exit, handleArguments }: Running,
): void {
  app.on('second-instance', (_event, argv) => {
    if (argv.includes(QUIT)) return void exit.quit();
    windows.show();
    void handleArguments(argv);
  });
  app.on('activate', windows.show);
  app.on('window-all-closed', () => void exit.quit());
  app.on('before-quit', (event) => {
    if (exit.isQuitting()) return;
    event.preventDefault();
    void exit.quit();
  });
  powerMonitor.on('resume', () => core.wake());
  powerMonitor.on('unlock-screen', () => core.wake());
}
