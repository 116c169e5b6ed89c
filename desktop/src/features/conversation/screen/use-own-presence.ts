import { useEffect } from 'react';
import { useBridge, useLine } from '../../../renderer/kit/bridge-context.tsx';
import { useTyping } from '../../../renderer/kit/use-typing.ts';

/**
 * Shows colleagues that the agent views this conversation, and them and the customer that the agent is typing or
 * recording.
 */
export function useOwnPresence(ticketId: number) {
  const bridge = useBridge();
  const line = useLine();
  const { typing, ...notice } = useTyping();

  useEffect(() => {
    if (!line) return;
    bridge.invoke('presence.set', { viewing: ticketId, typing }).catch(() => {});
  }, [bridge, line, ticketId, typing]);
  useEffect(
    () => () => {
      bridge.invoke('presence.set', { viewing: null, typing: null }).catch(() => {});
    },
    [bridge],
  );
  return notice;
}
