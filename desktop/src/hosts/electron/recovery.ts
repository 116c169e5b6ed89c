import type { Recovery } from '../../core/workspace.ts';
import type { ElectronApi } from './api.ts';

export interface RecoveryTexts {
  failedTitle: string;
  failedHint: string;
  recoverView: string;
  recoverCache: string;
  quit: string;
}

const CHOICES: readonly Recovery[] = ['view', 'cache'];

/** The way to start again after failures in a row. Null: do not start. */
export async function askRecovery(
  dialog: Pick<ElectronApi['dialog'], 'showMessageBox'>,
  { failedTitle, failedHint, recoverView, recoverCache, quit }: RecoveryTexts,
): Promise<Recovery | null> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: failedTitle,
    detail: failedHint,
    buttons: [recoverView, recoverCache, quit],
    cancelId: CHOICES.length,
  });
  return CHOICES[response] ?? null;
}
