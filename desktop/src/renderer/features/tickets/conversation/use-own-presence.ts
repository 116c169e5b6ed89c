import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { useBridge, useLine } from '../../../app/bridge-context.tsx';

/** Whoever has not pressed a key for so long does not write any more. */
const IDLE_MS = 5_000;

/**
 * Tells colleagues that this conversation is in front of the agent, and them and the customer that he writes in it.
 *
 * @returns for `onInput` of what the fields are in; a private note is nobody's to see
 */
export function useOwnPresence(ticketId: number): (event: SyntheticEvent) => void {
  const bridge = useBridge();
  const line = useLine();
  const [isTyping, setTyping] = useState(false);
  const timer = useRef<number>(undefined);

  useEffect(() => {
    if (!line) return;
    const typing = isTyping ? ('composing' as const) : null;
    bridge.invoke('presence.set', { viewing: ticketId, typing }).catch(() => {});
  }, [bridge, line, ticketId, isTyping]);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
      bridge.invoke('presence.set', { viewing: null, typing: null }).catch(() => {});
    },
    [bridge],
  );

  return ({ target }) => {
    const field = target instanceof HTMLTextAreaElement ? target : null;
    if (!field || field.closest('[data-note]')) return;
    window.clearTimeout(timer.current);
    setTyping(field.value.trim() !== '');
    timer.current = window.setTimeout(() => setTyping(false), IDLE_MS);
  };
}
