import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useCallback } from 'react';
import { useTexts } from './use-texts.ts';

/** Asks before a record goes for good: "Deseja realmente excluir este registro?" (document 2, section 8). */
export function useConfirmDelete(): (name: string, onConfirm: () => void) => void {
  const { t } = useTexts();
  return useCallback(
    (name, onConfirm) =>
      modals.openConfirmModal({
        title: t('common:deleteConfirm'),
        children: <Text size="sm">{name}</Text>,
        labels: { confirm: t('common:delete'), cancel: t('common:cancel') },
        confirmProps: { color: 'red.8' },
        onConfirm,
      }),
    [t],
  );
}
