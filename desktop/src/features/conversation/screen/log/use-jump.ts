import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { showToast } from '../../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import type { ConversationRow } from './conversation-rows.ts';

/** Rows that are measured late, and pages that come, may move it away again: it must stay there for so many frames. */
const STEADY_FRAMES = 4;
const MAX_FRAMES = 60;

interface Deps {
  rows: readonly ConversationRow[];
  /** Whether a good part of the message can be read. */
  isInView: (id: string) => boolean;
  scrollToIndex: (index: number) => void;
  /** Brings the part of the conversation around a message, if it is there. */
  showAround: (key: MessageKey) => Promise<boolean>;
}

/** Goes to a message wherever it lies, and marks it for a moment. */
export function useJump({ rows, isInView, scrollToIndex, showAround }: Deps) {
  const { t } = useTexts();
  const [foundId, setFoundId] = useState<string | null>(null);
  const awaited = useRef<string | null>(null);
  const aimedAt = useRef<string | null>(null);
  const indexOf = (id: string) => rows.findIndex(({ message }) => message.id === id);
  const now = useRef({ indexOf, isInView, scrollToIndex });
  useLayoutEffect(() => {
    now.current = { indexOf, isInView, scrollToIndex };
  });

  const aim = (id: string, frame: number, steady: number): void => {
    if (aimedAt.current !== id) return;
    const isThere = frame > 0 && now.current.isInView(id);
    const index = now.current.indexOf(id);
    if (!isThere && index >= 0) now.current.scrollToIndex(index);
    if (steady < STEADY_FRAMES && frame < MAX_FRAMES)
      requestAnimationFrame(() => aim(id, frame + 1, isThere ? steady + 1 : 0));
  };

  const arrive = (id: string) => {
    awaited.current = null;
    aimedAt.current = id;
    setFoundId(id);
    aim(id, 0, 0);
  };
  useEffect(
    () => () => {
      aimedAt.current = null;
    },
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: when other rows are there
  useEffect(() => {
    const id = awaited.current;
    if (id !== null && indexOf(id) >= 0) arrive(id);
  }, [rows]);

  const jump = async (key: MessageKey) => {
    // The mark of an earlier jump to the same message begins again.
    setFoundId(null);
    aimedAt.current = null;
    if (indexOf(key.id) >= 0) return void requestAnimationFrame(() => arrive(key.id));
    awaited.current = key.id;
    if (await showAround(key)) return;
    showToast(t('conversation:quoteGone'), {});
    awaited.current = null;
  };

  return { foundId, jump };
}
