import { existsSync } from 'node:fs';
import { join, parse } from 'node:path';
import { isDeniedFile } from '@balcao/shared/features/media/file-rules.ts';
import type { BrowserWindow } from 'electron';
import type { ElectronApi } from './api.ts';

export interface DownloadTexts {
  dangerousTitle: string;
  dangerousHint: string;
  saveAnyway: string;
  cancel: string;
}

interface Deps {
  electron: Pick<ElectronApi, 'app' | 'dialog' | 'session' | 'shell'>;
  window(): BrowserWindow | null;
  askWhere(): boolean;
  texts(): DownloadTexts;
}

/**
 * Files of conversations are saved where the user chooses, or under a free name in the downloads folder. A file that a
 * double click would run is saved only after a question.
 */
export function handleDownloads({ electron, window, askWhere, texts }: Deps): void {
  electron.session.defaultSession.on('will-download', (event, item) => {
    const name = item.getFilename();
    if (isDeniedFile({ mime: item.getMimeType(), name }) && !isWanted(name)) {
      event.preventDefault();
      return;
    }
    const folder = electron.app.getPath('downloads');
    if (askWhere()) item.setSaveDialogOptions({ defaultPath: join(folder, name) });
    else item.setSavePath(freePath(folder, name));
    const progress = (share: number) => window()?.setProgressBar(share);
    item.on('updated', () =>
      progress(item.getTotalBytes() > 0 ? item.getReceivedBytes() / item.getTotalBytes() : 2),
    );
    item.once('done', (_event, state) => {
      progress(-1);
      if (state === 'completed' && !askWhere()) electron.shell.showItemInFolder(item.getSavePath());
    });
  });

  function isWanted(name: string): boolean {
    const { dangerousTitle, dangerousHint, saveAnyway, cancel } = texts();
    const question = {
      type: 'warning' as const,
      message: dangerousTitle,
      detail: `${name}\n\n${dangerousHint}`,
      buttons: [cancel, saveAnyway],
      defaultId: 0,
      cancelId: 0,
    };
    // The event can be refused only before its handler returns.
    const parent = window();
    const { dialog } = electron;
    return (parent ? dialog.showMessageBoxSync(parent, question) : dialog.showMessageBoxSync(question)) === 1;
  }
}

/** `nota.pdf`, `nota (1).pdf`, … */
function freePath(folder: string, name: string): string {
  const { name: stem, ext } = parse(name);
  for (let n = 0; ; n++) {
    const path = join(folder, n === 0 ? name : `${stem} (${n})${ext}`);
    if (!existsSync(path)) return path;
  }
}
