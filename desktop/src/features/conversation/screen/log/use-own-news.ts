import { useEffect, useRef } from 'react';
import { useBridge } from '../../../../renderer/kit/bridge-context.tsx';

/** Shows the agent's own new message, even when the log holds a part that ends long before it. */
export function useOwnNews(ticketId: number, hasNewer: boolean, showEnd: () => void): void {
  const bridge = useBridge();
  const show = useRef(showEnd);
  useEffect(() => {
    show.current = showEnd;
  });
  useEffect(() => {
    if (!hasNewer) return;
    return bridge.on('db.changed', async ({ entities, ticketIds }) => {
      if (!entities.includes('outbox') || !ticketIds.includes(ticketId)) return;
      const newest = { ticketId, before: null, limit: 1 };
      const { messages } = await bridge.invoke('messages.list', newest).catch(() => ({ messages: [] }));
      if (messages[0]?.delivery === 'queued') show.current();
    });
  }, [bridge, hasNewer, ticketId]);
}
