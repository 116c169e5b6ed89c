import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useWindowEvent } from '@mantine/hooks';
import { isTicket } from '../../../renderer/components/ticket/use-ticket-items.ts';
import { useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { useReadTickets } from './use-read-tickets.ts';

interface Steps {
  ids: readonly number[];
  /** The ticket that is open; null or one that is not in the list: the steps begin at its head. */
  openId: number | null;
  /** The list shows the row in this place. */
  reveal: (index: number) => void;
  open: (ticket: TicketItem) => void;
}

/** Alt with the arrows opens the next or the one before in the list, also while an answer is being written. */
export function useStepKeys({ ids, openId, reveal, open }: Steps): void {
  const read = useReadTickets();
  const toastError = useErrorToast();
  useWindowEvent('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (document.querySelector('[role="dialog"]')) return;
    event.preventDefault();
    const tickets = ids.filter(isTicket);
    const at = openId === null ? -1 : tickets.indexOf(openId);
    const id = tickets[at < 0 ? 0 : at + step];
    if (id === undefined) return;
    reveal(ids.indexOf(id));
    // It may stand far from what is in sight, where no row has been read yet.
    read([id]).then(([ticket]) => ticket && open(ticket), toastError);
  });
}
