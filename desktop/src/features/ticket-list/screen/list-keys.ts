import { MOD } from '../../../renderer/kit/mod-key.ts';
import type { ShortcutPlace } from '../../../renderer/kit/shortcuts.ts';

/** Leads to the search over this list; another key searches everything. */
export const LIST_SEARCH_KEY = '/';

export const LIST_KEYS: ShortcutPlace = {
  place: 'list',
  items: [
    { text: 'tickets:shortcuts.move', keys: ['↑ ↓ J K'] },
    { text: 'tickets:shortcuts.openTicket', keys: ['Enter'] },
    { text: 'tickets:shortcuts.tabs', keys: ['1 … 6'] },
    { text: 'tickets:shortcuts.searchTickets', keys: [LIST_SEARCH_KEY] },
    { text: 'tickets:shortcuts.acceptTicket', keys: ['A'] },
    { text: 'tickets:shortcuts.finishTicket', keys: ['F'] },
    { text: 'tickets:shortcuts.reopenTicket', keys: ['R'] },
    { text: 'tickets:shortcuts.assignTicket', keys: ['A'] },
    { text: 'tickets:shortcuts.queueTicket', keys: ['Q'] },
    { text: 'tickets:shortcuts.transferTicket', keys: ['T'] },
    { text: 'tickets:shortcuts.returnTicket', keys: ['D'] },
    { text: 'tickets:shortcuts.previewTicket', keys: ['V'] },
    { text: 'tickets:shortcuts.peekTicket', keys: ['E'] },
    { text: 'tickets:shortcuts.openWindowTicket', keys: ['N'] },
    { text: 'tickets:shortcuts.tagTicket', keys: ['L'] },
    { text: 'tickets:shortcuts.macroTicket', keys: ['M'] },
    { text: 'tickets:shortcuts.snoozeTicket', keys: ['H'] },
    { text: 'tickets:shortcuts.pinTicket', keys: ['P'] },
    { text: 'tickets:shortcuts.markUnreadTicket', keys: ['U'] },
    { text: 'tickets:shortcuts.removeTicket', keys: ['#'] },
    { text: 'tickets:shortcuts.selectTicket', keys: ['X'] },
    { text: 'tickets:shortcuts.selectAll', keys: [MOD, 'A'] },
    { text: 'tickets:shortcuts.ticketMenu', keys: ['Shift', 'F10'] },
  ],
};
