import type { Typing } from '@balcao/shared/sync/ephemeral.ts';
import { type SyntheticEvent, useRef, useState } from 'react';

/** Somebody who has not pressed a key for so long does not write any more. */
const IDLE_MS = 5_000;

interface OwnTyping {
  typing: Typing;
  /** Handles `onInput` of the element around the fields; typing a private note is not shown. */
  noticeInput(event: SyntheticEvent): void;
  /** A voice note is being recorded, or no longer. */
  noticeRecording(on: boolean): void;
}

/** Whether the person writes or records in this moment. */
export function useTyping(): OwnTyping {
  const [isTyping, setTyping] = useState(false);
  const [isRecording, setRecording] = useState(false);
  const timer = useRef<number>(undefined);
  return {
    typing: isRecording ? 'recording' : isTyping ? 'composing' : null,
    noticeInput({ target }) {
      const field = target instanceof HTMLTextAreaElement ? target : null;
      if (!field || field.closest('[data-note]')) return;
      window.clearTimeout(timer.current);
      setTyping(field.value.trim() !== '');
      timer.current = window.setTimeout(() => setTyping(false), IDLE_MS);
    },
    noticeRecording: setRecording,
  };
}
