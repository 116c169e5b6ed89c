import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useEffect } from 'react';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useWindowFocus } from '../../../renderer/kit/use-window-focus.ts';

/** Marks a conversation as read while its own agent really looks at it: transferring or peeking sends no blue ticks. */
export function useMarkRead(ticket: TicketItem | undefined, ownUserId: number): void {
  const looking = useWindowFocus();
  const { mutate: markRead } = useBridgeCommand('tickets.markRead', { quiet: true });
  const id = ticket?.id;
  const mine = ticket?.status === 'open' && ticket.userId === ownUserId;
  const unread = ticket?.unreadMessages ?? 0;
  const marked = ticket?.markedUnread ?? false;
  const newestAt = ticket?.lastMessageAt;
  // biome-ignore lint/correctness/useExhaustiveDependencies(newestAt): another message may leave the count unchanged
  // biome-ignore lint/correctness/useExhaustiveDependencies(marked): whoever marks what is open has not read it since
  useEffect(() => {
    if (id !== undefined && mine && looking && (unread > 0 || marked)) markRead({ ticketId: id });
  }, [id, mine, looking, unread, newestAt, markRead]);
}
