import type { MessageKey } from '@balcao/shared/sync/frames.ts';
import { useEffect, useRef, useState } from 'react';
import { showToast } from '../../../app/toasts.tsx';
import { useTexts } from '../../../app/use-texts.ts';
import type { ConversationRow } from '../conversation-rows.ts';

interface Deps {
  rows: readonly ConversationRow[];
  scrollToIndex: (index: number) => void;
  /** Brings the part of the conversation around a message. */
  showAround: (key: MessageKey) => Promise<void>;
}

/** Goes to a message wherever it lies, and marks it for a moment. */
export function useJump({ rows, scrollToIndex, showAround }: Deps) {
  const { t } = useTexts();
  const [foundId, setFoundId] = useState<string | null>(null);
  const awaited = useRef<string | null>(null);
  const indexOf = (id: string) => rows.findIndex(({ message }) => message.id === id);

  const arrive = (id: string, index: number) => {
    awaited.current = null;
    setFoundId(id);
    scrollToIndex(index);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: when other rows are there
  useEffect(() => {
    const id = awaited.current;
    const index = id === null ? -1 : indexOf(id);
    if (id !== null && index >= 0) arrive(id, index);
  }, [rows]);

  const jump = async (key: MessageKey) => {
    // The mark of an earlier jump to the same message begins anew.
    setFoundId(null);
    const index = indexOf(key.id);
    if (index >= 0) {
      requestAnimationFrame(() => arrive(key.id, index));
      return;
    }
    awaited.current = key.id;
    await showAround(key);
    requestAnimationFrame(() => {
      if (awaited.current === key.id) showToast(t('conversation:quoteGone'), {});
      awaited.current = null;
    });
  };

  return { foundId, jump };
}
