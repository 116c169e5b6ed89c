import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { type DragEvent, useRef } from 'react';
import { useErrorToast } from '../../../../renderer/kit/toasts.tsx';
import { useStableHandlers } from '../../../../renderer/kit/use-stable-handlers.ts';
import { mayDo } from '../acts/ticket-acts.ts';
import { useSelection } from '../bulk/selection-store.ts';
import { useReadTickets } from '../use-read-tickets.ts';
import { useCarried } from './carried-store.ts';

/** No field takes it for text, and Firefox carries nothing that has no data. */
const CARRIED_TYPE = 'application/x-balcao-tickets';

/** A mouse carries the row that it takes, or with it all that are selected. Keys have the dialog of a transfer. */
export function useRowDrag(user: SessionUser, items: ReadonlyMap<number, TicketItem>) {
  const read = useReadTickets();
  const toastError = useErrorToast();
  const lastDrag = useRef(0);
  const end = () => {
    lastDrag.current += 1;
    useCarried.getState().carry(null);
  };

  return useStableHandlers({
    onDragStart(event: DragEvent<HTMLElement>) {
      const row = event.target instanceof Element ? event.target.closest('[data-row]') : null;
      const ticket = items.get(Number(row?.getAttribute('data-row')));
      if (!ticket) return;
      event.dataTransfer.setData(CARRIED_TYPE, '');
      event.dataTransfer.effectAllowed = 'move';
      const list = event.currentTarget.getBoundingClientRect();
      const freeEnd = event.clientY > list.top + list.height / 2 ? 'top' : 'bottom';
      const selected = useSelection.getState().ids;
      lastDrag.current += 1;
      const drag = lastDrag.current;
      const carry = (found: readonly TicketItem[]) => {
        const tickets = found.filter((one) => mayDo('transfer', one, user));
        if (drag === lastDrag.current) useCarried.getState().carry({ tickets, freeEnd });
      };
      // Chromium ends a drag when the page changes under the mouse while it begins.
      if (selected.has(ticket.id))
        read([...selected]).then((found) => setTimeout(carry, 0, found), toastError);
      else setTimeout(carry, 0, [ticket]);
    },
    onDragEnd: end,
  });
}
