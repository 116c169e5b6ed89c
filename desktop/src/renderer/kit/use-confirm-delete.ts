import { useCallback } from 'react';
import { showToast } from './toasts.tsx';
import { useConfirm } from './use-confirm.tsx';
import { useTexts } from './use-texts.ts';

/**
 * Asks before a record is deleted for good: "Deseja realmente excluir este registro?". `remove` reports its own
 * failure; that the record is gone is seen, unless `gone` says it.
 */
export function useConfirmDelete(): (name: string, remove: () => Promise<unknown>, gone?: string) => void {
  const { t } = useTexts();
  const confirm = useConfirm();
  return useCallback(
    (name, remove, gone) =>
      confirm({ title: t('common:deleteConfirm'), text: name, confirm: t('common:delete') }, () =>
        remove().then(
          () => void (gone && showToast(gone)),
          () => {},
        ),
      ),
    [t, confirm],
  );
}
