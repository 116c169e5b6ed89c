import { useCallback } from 'react';
import { useBridge } from '../../kit/bridge-context.tsx';

/**
 * Finds the conversation to go on with after one is finished: of the agent's own open ones, as the list has them, the
 * one below, else the one above. Null: there is none, or the agent wants the list.
 */
export function useNextTicket(): (ticketId: number) => Promise<string | null> {
  const bridge = useBridge();
  return useCallback(
    async (ticketId) => {
      const { afterFinish } = await bridge.invoke('settings.get');
      if (afterFinish === 'list') return null;
      const { filter, sorts } = await bridge.invoke('tickets.view');
      const { ids } = await bridge.invoke('tickets.list', {
        status: 'open',
        filter: { ...filter, all: false },
        sort: sorts.open,
        limit: 1,
      });
      const place = ids.indexOf(ticketId);
      const next = place < 0 ? undefined : (ids[place + 1] ?? ids[place - 1]);
      if (next === undefined) return null;
      const [ticket] = await bridge.invoke('tickets.items', { ids: [next] });
      return ticket?.uuid ?? null;
    },
    [bridge],
  );
}
