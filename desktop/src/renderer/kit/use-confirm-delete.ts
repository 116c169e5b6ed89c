import { useCallback } from 'react';
import { showToast } from './toasts.tsx';
import { useConfirm } from './use-confirm.tsx';
import { useTexts } from './use-texts.ts';

/**
 * Asks before a record is deleted for good, and confirms it afterwards: "Deseja realmente excluir este registro?".
 * `remove` reports its own failure.
 */
export function useConfirmDelete(): (name: string, remove: () => Promise<unknown>, gone?: string) => void {
  const { t } = useTexts();
  const confirm = useConfirm();
  return useCallback(
    (name, remove, gone = t('common:success')) =>
      confirm({ title: t('common:deleteConfirm'), text: name, confirm: t('common:delete') }, () =>
        remove().then(
          () => showToast(gone),
          () => {},
        ),
      ),
    [t, confirm],
  );
}
