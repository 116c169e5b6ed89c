import type { Language } from '@balcao/shared/text/languages.ts';
import { NEXT_WAITING, profileArguments } from './locations.ts';
import type { ShellOptions } from './shell-options.ts';

/**
 * What a right click on the program's icon offers: in the dock of macOS and on the taskbar of Windows. Linux has it from
 * the desktop entry of the installer.
 */
export interface IconTasks {
  show(language: Language): void;
}

interface Deps extends Pick<ShellOptions, 'electron' | 'platform' | 'accounts' | 'program' | 'texts'> {
  nextWaiting(): void;
}

export function createIconTasks({
  electron,
  platform,
  accounts,
  program,
  texts,
  nextWaiting,
}: Deps): IconTasks {
  let shown: Language | null = null;

  return {
    show(language) {
      if (language === shown) return;
      shown = language;
      const label = texts(language).nextWaiting;
      if (platform === 'darwin')
        electron.app.dock?.setMenu(electron.Menu.buildFromTemplate([{ label, click: nextWaiting }]));
      if (platform !== 'win32') return;
      // Windows starts the program once more, which hands its arguments to the one that runs.
      electron.app.setUserTasks([
        {
          program,
          arguments: [...profileArguments(accounts.own), NEXT_WAITING].join(' '),
          iconPath: program,
          iconIndex: 0,
          title: label,
          description: label,
        },
      ]);
    },
  };
}
