import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { useEffect, useState } from 'react';
import { useBridgeCommand } from '../../app/bridge-query.ts';

/** Marks a conversation as read while its own agent really looks at it (behaviours, section 6). */
export function useMarkRead(ticket: TicketItem | undefined, ownUserId: number): void {
  const looking = useWindowFocus();
  const { mutate: markRead } = useBridgeCommand('tickets.markRead', { quiet: true });
  const id = ticket?.id;
  const mine = ticket?.status === 'open' && ticket.userId === ownUserId;
  const unread = ticket?.unreadMessages ?? 0;
  useEffect(() => {
    if (id !== undefined && mine && looking && unread > 0) markRead({ ticketId: id });
  }, [id, mine, looking, unread, markRead]);
}

function useWindowFocus(): boolean {
  const [focused, setFocused] = useState(() => document.hasFocus());
  useEffect(() => {
    const look = () => setFocused(document.hasFocus() && document.visibilityState === 'visible');
    const events = ['focus', 'blur'] as const;
    for (const event of events) window.addEventListener(event, look);
    document.addEventListener('visibilitychange', look);
    return () => {
      for (const event of events) window.removeEventListener(event, look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return focused;
}
