import type { MenuItemConstructorOptions } from 'electron';
import type { ElectronApi } from './api.ts';

export interface ApplicationMenuTexts {
  tooltip: string;
  hide: string;
  hideOthers: string;
  quit: string;
  edit: string;
  undo: string;
  redo: string;
  cut: string;
  copy: string;
  paste: string;
  selectAll: string;
  window: string;
  minimize: string;
  closeWindow: string;
}

/**
 * macOS hands Cmd+C, Cmd+V and Cmd+Q to the items of the menu on top of the screen: without them these keys do nothing.
 * On other systems the keys reach the page, and a menu bar in the window would only take room.
 */
export function setApplicationMenu(
  { Menu }: Pick<ElectronApi, 'Menu'>,
  platform: NodeJS.Platform,
  texts: ApplicationMenuTexts,
): void {
  Menu.setApplicationMenu(platform === 'darwin' ? Menu.buildFromTemplate(menusOf(texts)) : null);
}

function menusOf(texts: ApplicationMenuTexts): MenuItemConstructorOptions[] {
  const separator = { type: 'separator' } as const;
  return [
    {
      label: texts.tooltip,
      submenu: [
        { role: 'hide', label: texts.hide },
        { role: 'hideOthers', label: texts.hideOthers },
        separator,
        { role: 'quit', label: texts.quit },
      ],
    },
    {
      label: texts.edit,
      submenu: [
        { role: 'undo', label: texts.undo },
        { role: 'redo', label: texts.redo },
        separator,
        { role: 'cut', label: texts.cut },
        { role: 'copy', label: texts.copy },
        { role: 'paste', label: texts.paste },
        { role: 'selectAll', label: texts.selectAll },
      ],
    },
    {
      label: texts.window,
      submenu: [
        { role: 'minimize', label: texts.minimize },
        { role: 'close', label: texts.closeWindow },
      ],
    },
  ];
}
