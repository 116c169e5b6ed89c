import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useBridge, useLine } from '../../kit/bridge-context.tsx';

/** An agent who has not pressed a key for so long does not write any more. */
const IDLE_MS = 5_000;

interface OwnPresence {
  /** Handles `onInput` of the element around the fields; typing a private note is not shown. */
  noticeInput(event: SyntheticEvent): void;
  /** A voice note is being recorded, or no longer. */
  noticeRecording(on: boolean): void;
}

/**
 * Shows colleagues that the agent views this conversation, and them and the customer that the agent is typing or
 * recording.
 */
export function useOwnPresence(ticketId: number): OwnPresence {
  const bridge = useBridge();
  const line = useLine();
  const [isTyping, setTyping] = useState(false);
  const [isRecording, setRecording] = useState(false);
  const timer = useRef<number>(undefined);
  const typing = isRecording ? 'recording' : isTyping ? 'composing' : null;

  useEffect(() => {
    if (!line) return;
    bridge.invoke('presence.set', { viewing: ticketId, typing }).catch(() => {});
  }, [bridge, line, ticketId, typing]);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      bridge.invoke('presence.set', { viewing: null, typing: null }).catch(() => {});
    },
    [bridge],
  );

  return {
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
