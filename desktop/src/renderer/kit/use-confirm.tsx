import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { type ReactNode, useCallback } from 'react';
import { useTexts } from './use-texts.ts';

interface Question {
  title: string;
  text: ReactNode;
  /** What the button says that goes on. */
  confirm: string;
  /** What the other says; without, "cancel". */
  cancel?: string;
  /** Nothing is lost by it. */
  harmless?: boolean;
}

/** Asks before something that cannot be taken back. */
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
