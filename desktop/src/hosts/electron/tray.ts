import type { Tray } from 'electron';
import type { ElectronApi } from './api.ts';

export interface TrayTexts {
  open: string;
  quit: string;
  tooltip: string;
}

export interface ShellTray {
  setUnread(count: number): void;
  destroy(): void;
}

/**
 * One icon with a menu. The menu has "show" because a click on the icon reaches us on some desktops only.
 *
 * @returns null where the desktop has no place for it: closing the window must then end the program, or nobody could
 * bring it back.
 */
export function createTray(
  electron: Pick<ElectronApi, 'Tray' | 'Menu' | 'nativeImage'>,
  icon: string,
  texts: TrayTexts,
  actions: { show(): void; quit(): void },
): ShellTray | null {
  let tray: Tray;
  try {
    tray = new electron.Tray(electron.nativeImage.createFromPath(icon));
  } catch {
    return null;
  }
  tray.setToolTip(texts.tooltip);
  tray.setContextMenu(
    electron.Menu.buildFromTemplate([
      { label: texts.open, click: actions.show },
      { type: 'separator' },
      { label: texts.quit, click: actions.quit },
    ]),
  );
  tray.on('click', actions.show);
  return {
    setUnread(count) {
      tray.setToolTip(count > 0 ? `${texts.tooltip} (${count})` : texts.tooltip);
    },
    destroy: () => tray.destroy(),
  };
}
