import type { MenuItemConstructorOptions, Tray } from 'electron';
import type { DeskStatus, HostCommand } from '../host.ts';
import type { ElectronApi } from './api.ts';

export interface TrayTexts {
  open: string;
  quit: string;
  tooltip: string;
  nextWaiting: string;
  pause: string;
  pauseHalfHour: string;
  pauseHour: string;
  pauseUntilOff: string;
  resume: string;
  silent: string;
  unread: string;
  waiting: string;
  waitingUpTo: string;
  live: string;
  connecting: string;
  offline: string;
  signedOut: string;
}

export interface ShellTray {
  setStatus(status: DeskStatus): void;
  destroy(): void;
}

interface Deps {
  electron: Pick<ElectronApi, 'Tray' | 'Menu' | 'nativeImage'>;
  icons: { plain: string; unread: string; silent: string };
  texts(): TrayTexts;
  show(): void;
  quit(): void;
  onCommand(command: HostCommand): void;
}

/**
 * The tray icon with its menu. The menu has "open" because a click on the icon reaches us on some desktops only.
 *
 * @returns null where the desktop has no place for it: closing the window must then end the program, or the user could
 * not bring it back.
 */
export function createTray({ electron, icons, texts, show, quit, onCommand }: Deps): ShellTray | null {
  const images = {
    plain: electron.nativeImage.createFromPath(icons.plain),
    unread: electron.nativeImage.createFromPath(icons.unread),
    silent: electron.nativeImage.createFromPath(icons.silent),
  };
  let tray: Tray;
  try {
    tray = new electron.Tray(images.plain);
  } catch {
    return null;
  }
  tray.on('click', show);

  function setStatus(status: DeskStatus): void {
    const text = texts();
    const line = statusLine(status, text);
    const name = status.accountName === null ? text.tooltip : `${text.tooltip} · ${status.accountName}`;
    tray.setImage(images[status.silent ? 'silent' : status.unread > 0 ? 'unread' : 'plain']);
    tray.setToolTip(`${name}: ${line}`);
    tray.setContextMenu(
      electron.Menu.buildFromTemplate([
        ...(status.accountName === null ? [] : [{ label: status.accountName, enabled: false }]),
        { label: line, enabled: false },
        { type: 'separator' },
        { label: text.open, click: show },
        {
          label: text.nextWaiting,
          enabled: status.phase !== 'signedOut',
          click: () => onCommand({ kind: 'nextWaiting' }),
        },
        pauseItem(status, text, onCommand),
        { type: 'separator' },
        { label: text.quit, click: quit },
      ]),
    );
  }

  setStatus(NOBODY);
  return { setStatus, destroy: () => tray.destroy() };
}

/** The state until the core reports one. */
const NOBODY: DeskStatus = {
  unread: 0,
  waiting: 0,
  longestWaitMin: null,
  phase: 'signedOut',
  silent: false,
  language: 'pt',
  queued: 0,
  account: { serverUrl: '', person: null, company: null, companyId: null },
  accountName: null,
};

function pauseItem(
  { silent }: DeskStatus,
  text: TrayTexts,
  onCommand: (command: HostCommand) => void,
): MenuItemConstructorOptions {
  const pause = (minutes: number | null) => () => onCommand({ kind: 'pause', minutes });
  if (silent) return { label: text.resume, click: pause(0) };
  return {
    label: text.pause,
    submenu: [
      { label: text.pauseHalfHour, click: pause(30) },
      { label: text.pauseHour, click: pause(60) },
      { label: text.pauseUntilOff, click: pause(null) },
    ],
  };
}

const PHASES: Record<DeskStatus['phase'], 'live' | 'connecting' | 'offline' | 'signedOut'> = {
  signedOut: 'signedOut',
  offline: 'offline',
  connecting: 'connecting',
  bootstrapping: 'connecting',
  catchingUp: 'connecting',
  live: 'live',
  backingOff: 'offline',
  stopped: 'offline',
};

/** The largest unit alone: a glance asks for no more. */
const timeOf = (minutes: number): string =>
  minutes < 60
    ? `${minutes} min`
    : minutes < 1_440
      ? `${Math.floor(minutes / 60)} h`
      : `${Math.floor(minutes / 1_440)} d`;

function statusLine({ phase, unread, silent, ...status }: DeskStatus, text: TrayTexts): string {
  return [
    text[PHASES[phase]],
    ...(unread > 0 ? [text.unread.replace('{{count}}', String(unread))] : []),
    ...(status.waiting > 0 ? [waitOf(status, text)] : []),
    ...(silent ? [text.silent] : []),
  ].join(' · ');
}

function waitOf(
  { waiting, longestWaitMin }: Pick<DeskStatus, 'waiting' | 'longestWaitMin'>,
  text: TrayTexts,
) {
  const who = text.waiting.replace('{{count}}', String(waiting));
  if (longestWaitMin === null) return who;
  return `${who}, ${text.waitingUpTo.replace('{{time}}', timeOf(longestWaitMin))}`;
}
