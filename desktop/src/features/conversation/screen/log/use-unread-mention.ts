import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useEffect } from 'react';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { MENTIONS_SHOWN } from '../../../../renderer/kit/mentions.ts';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';

/** A conversation in which a colleague has named this person opens at that note, however it was opened. */
export function useUnreadMention({ id, uuid }: Pick<TicketItem, 'id' | 'uuid'>, isOpened: boolean): void {
  const { data } = useBridgeQuery('mentions.list', { limit: MENTIONS_SHOWN });
  const isKnown = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (!isOpened) return;
    const unread = data?.mentions.findLast(({ ticketId, readAt }) => ticketId === id && readAt === null);
    const { found, find } = useTicketsView.getState();
    if (unread && !found)
      find({ ticketUuid: uuid, key: { createdAt: unread.createdAt, id: unread.messageId } });
  }, [id, isKnown, isOpened]);
}
