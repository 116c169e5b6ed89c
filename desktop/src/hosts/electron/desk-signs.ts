import { writeCard } from '../accounts/cards.ts';
import type { DeskStatus } from '../host.ts';
import type { IconTasks } from './icon-tasks.ts';
import type { ShellLanguage } from './shell-language.ts';
import type { ShellOptions } from './shell-options.ts';
import type { ShellTray } from './tray.ts';
import type { Windows } from './windows.ts';

/** Shows the console's state outside of its pages. */
export interface DeskSigns {
  show(status: DeskStatus): void;
  /** Windows has no number on its taskbar, only a mark, and forgets it with the button of a hidden window. */
  markTaskbar(): void;
}

interface Deps extends Pick<ShellOptions, 'electron' | 'platform' | 'accounts'> {
  language: ShellLanguage;
  tray: ShellTray | null;
  tasks: IconTasks;
  unreadIcon: string;
  window: Windows['main'];
}

export function createDeskSigns(deps: Deps): DeskSigns {
  const { electron, platform, accounts, language, tray, tasks } = deps;
  let unread = 0;
  /** As it was written last: how long somebody waits changes every minute, and is on no card. */
  let card = '';

  function markTaskbar(): void {
    if (platform !== 'win32') return;
    const text = language.texts().unread.replace('{{count}}', String(unread));
    const mark = unread > 0 ? electron.nativeImage.createFromPath(deps.unreadIcon) : null;
    deps.window()?.setOverlayIcon(mark, unread > 0 ? text : '');
  }

  return {
    markTaskbar,
    show(status) {
      language.set(status.language);
      tasks.show(status.language);
      electron.app.setBadgeCount(status.unread);
      tray?.setStatus(status);
      ({ unread } = status);
      markTaskbar();
      const content = { ...status.account, queued: status.queued, unread };
      if (JSON.stringify(content) === card) return;
      card = JSON.stringify(content);
      writeCard(accounts, content);
    },
  };
}
