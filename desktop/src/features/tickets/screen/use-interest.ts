import { useEffect } from 'react';
import { useBridge, useLine } from '../../../renderer/kit/bridge-context.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { useWindowFocus } from '../../../renderer/kit/use-window-focus.ts';
import { useWholePersonStore } from '../../../renderer/kit/whole-person.ts';

/**
 * Tells the core which conversations are on the screen, and whether the agent looks at them; repeats it when the core
 * comes back, because it forgets.
 */
export function useInterest(openUuid: string | null): void {
  const bridge = useBridge();
  const line = useLine();
  const focused = useWindowFocus();
  const peekUuid = useTicketsView((view) => view.peekUuid);
  const shown = [...new Set([...useShownTickets(openUuid), ...useShownTickets(peekUuid)])].join(' ');
  useEffect(() => {
    if (!line) return;
    const ticketIds = shown === '' ? [] : shown.split(' ').map(Number);
    bridge.invoke('sync.interest', { ticketIds, focused }).catch(() => {});
  }, [bridge, line, focused, shown]);
}

/** A conversation, and those elsewhere that are shown with it. */
function useShownTickets(uuid: string | null): number[] {
  const isWhole = useWholePersonStore(({ uuids }) => uuid !== null && uuids.has(uuid));
  const { data: ticket } = useBridgeQuery('tickets.get', { uuid: uuid ?? '' }, { enabled: uuid !== null });
  const { data: elsewhere = [] } = useBridgeQuery(
    'tickets.elsewhere',
    { contactId: ticket?.contactId ?? 0 },
    { enabled: isWhole && ticket !== undefined },
  );
  if (uuid === null || !ticket) return [];
  return [ticket.id, ...(isWhole ? elsewhere.map(({ id }) => id) : [])];
}
