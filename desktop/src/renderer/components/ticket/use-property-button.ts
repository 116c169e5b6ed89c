import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { type MouseEvent, useRef } from 'react';
import { type Property, usePropertyStore } from '../../kit/property-store.ts';

/** What makes any button ask for a property of these tickets, and put its popover away again. */
export function usePropertyButton(property: Property, tickets: readonly TicketItem[]) {
  const { ask } = usePropertyStore.getState();
  const wasOpen = useRef(false);
  return {
    'aria-haspopup': 'dialog' as const,
    // Pressing anywhere outside closes the popover before the click comes.
    onMouseDown: () => {
      wasOpen.current = usePropertyStore.getState().asked?.property === property;
    },
    onClick: ({ currentTarget, detail }: MouseEvent) => {
      const closes = detail > 0 && wasOpen.current;
      wasOpen.current = false;
      if (!closes) ask(property, tickets, currentTarget);
    },
  };
}
