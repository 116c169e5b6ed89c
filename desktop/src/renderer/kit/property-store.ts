import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { create } from 'zustand';

/** What a ticket has that is changed in one gesture: by a popover on the thing itself. */
export type Property = 'tags' | 'assignee' | 'queue';

/** Where on the page the popover belongs, in pixels of the window. */
export interface Place {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface AskedProperty {
  property: Property;
  /** One, or those that are selected. */
  tickets: readonly TicketItem[];
  place: Place;
  /** What has the focus again afterwards. */
  back: HTMLElement | null;
}

/** The property that somebody wants to change, from wherever: header, details, a row or its menu, keys, several rows. */
interface PropertyStore {
  asked: AskedProperty | null;
  ask(property: Property, tickets: readonly TicketItem[], at: Element | Place): void;
  close(): void;
}

export const usePropertyStore = create<PropertyStore>()((set, get) => ({
  asked: null,
  ask: (property, tickets, at) => {
    const [first] = tickets;
    if (first) set({ asked: { property, tickets, place: placeOf(at), back: backOf(at, first) } });
  },
  close: () => {
    get().asked?.back?.focus({ preventScroll: true });
    set({ asked: null });
  },
}));

function placeOf(at: Element | Place): Place {
  if (!(at instanceof Element)) return at;
  const { left, top, width, height } = at.getBoundingClientRect();
  return { left, top, width, height };
}

/** A menu, or the palette, that asked is gone by then: its button takes over, else the row of the ticket. */
function backOf(at: Element | Place, { id }: TicketItem): HTMLElement | null {
  const held = document.activeElement;
  if (held instanceof HTMLElement && !held.closest('[role="menu"], [role="dialog"]')) return held;
  return at instanceof HTMLButtonElement ? at : document.querySelector(`[data-row="${id}"] button`);
}

/** The head of the open conversation: there the popover stands when a key or the palette asks for it. */
export const OPEN_TICKET = '[data-open-ticket]';

export function askAtOpenTicket(property: Property, ticket: TicketItem): void {
  const head = document.querySelector(OPEN_TICKET);
  if (head) usePropertyStore.getState().ask(property, [ticket], head);
}
