import { useEffect } from 'react';
import { useBridge, useLine } from '../kit/bridge-context.tsx';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { useTicketsView } from '../kit/tickets-view.ts';
import { useWindowFocus } from '../kit/use-window-focus.ts';

/**
 * Tells the core which conversations are on the screen, and whether the agent looks at them; repeats it when the core
 * comes back, because it forgets.
 */
export function useInterest(openUuid: string | null): void {
  const bridge = useBridge();
  const line = useLine();
  const focused = useWindowFocus();
  const peekUuid = useTicketsView((view) => view.peekUuid);
  const openId = useTicketId(openUuid);
  const peekId = useTicketId(peekUuid);
  useEffect(() => {
    if (!line) return;
    const ticketIds = [...new Set([openId, peekId])].filter((id) => id !== undefined);
    bridge.invoke('sync.interest', { ticketIds, focused }).catch(() => {});
  }, [bridge, line, focused, openId, peekId]);
}

function useTicketId(uuid: string | null): number | undefined {
  const { data } = useBridgeQuery('tickets.get', { uuid: uuid ?? '' }, { enabled: uuid !== null });
  return uuid === null ? undefined : data?.id;
}
