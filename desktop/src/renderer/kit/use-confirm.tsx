import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, useCallback } from 'react';
import { useTexts } from './use-texts.ts';

interface Question {
  title: string;
  text: ReactNode;
  /** The label of the confirming button. */
  confirm: string;
  /** The label of the other button; "cancel" when absent. */
  cancel?: string;
  /** Nothing is lost by it. */
  harmless?: boolean;
}

/** Asks before an action that cannot be undone. */
export function useConfirm(): (question: Question, onConfirm: () => void) => void {
  const { t } = useTexts();
  return useCallback(
    ({ title, text, confirm, cancel = t('common:cancel'), harmless }, onConfirm) =>
      modals.openConfirmModal({
        title,
        children: <Text size="sm">{text}</Text>,
        labels: { confirm, cancel },
        confirmProps: harmless ? {} : { color: 'red.8' },
        onConfirm,
      }),
    [t],
  );
}
