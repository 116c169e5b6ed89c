import { MOD } from '../../../renderer/kit/mod-key.ts';
import type { ShortcutPlace } from '../../../renderer/kit/shortcuts.ts';

export const LIST_KEYS: ShortcutPlace = {
  place: 'list',
  items: [
    { key: 'move', keys: ['↑ ↓'] },
    { key: 'openTicket', keys: ['Enter'] },
    { key: 'tabs', keys: ['1 … 6'] },
    { key: 'searchTickets', keys: ['/'] },
    { key: 'acceptTicket', keys: ['A'] },
    { key: 'finishTicket', keys: ['F'] },
    { key: 'reopenTicket', keys: ['R'] },
    { key: 'assignTicket', keys: ['A'] },
    { key: 'queueTicket', keys: ['Q'] },
    { key: 'transferTicket', keys: ['T'] },
    { key: 'returnTicket', keys: ['D'] },
    { key: 'peekTicket', keys: ['E'] },
    { key: 'openWindowTicket', keys: ['N'] },
    { key: 'tagTicket', keys: ['L'] },
    { key: 'snoozeTicket', keys: ['H'] },
    { key: 'pinTicket', keys: ['P'] },
    { key: 'markUnreadTicket', keys: ['U'] },
    { key: 'selectTicket', keys: ['X'] },
    { key: 'selectAll', keys: [MOD, 'A'] },
    { key: 'ticketMenu', keys: ['Shift', 'F10'] },
  ],
};
