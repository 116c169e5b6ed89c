import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import { useEffect } from 'react';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';

/** Goes to the message that was chosen in the search beside, once. */
export function useFoundMessage(ticketUuid: string | null, jump: (key: MessageKey) => Promise<void>): void {
  const { found, find } = useTicketsView();
  // biome-ignore lint/correctness/useExhaustiveDependencies: when one is chosen, or its conversation opens
  useEffect(() => {
    if (!found || found.ticketUuid !== ticketUuid) return;
    find(null);
    void jump(found.key);
  }, [found, ticketUuid]);
}
