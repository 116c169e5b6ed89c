const MOD = /mac/i.test(navigator.platform) ? '⌘' : 'Ctrl';

/** What the sheet shows; the keys themselves are handled where they act. */
export const SHORTCUTS = [
  { key: 'palette', keys: [MOD, 'K'] },
  { key: 'sheet', keys: ['?'] },
  { key: 'move', keys: ['↑', '↓'] },
  { key: 'openTicket', keys: ['Enter'] },
  { key: 'tabs', keys: ['1 … 4'] },
  { key: 'searchTickets', keys: ['/'] },
  { key: 'acceptTicket', keys: ['A'] },
  { key: 'finishTicket', keys: ['F'] },
  { key: 'reopenTicket', keys: ['R'] },
  { key: 'transferTicket', keys: ['T'] },
  { key: 'returnTicket', keys: ['D'] },
  { key: 'peekTicket', keys: ['E'] },
  { key: 'tagTicket', keys: ['L'] },
  { key: 'selectTicket', keys: ['X'] },
  { key: 'selectAll', keys: [MOD, 'A'] },
  { key: 'ticketMenu', keys: ['Shift', 'F10'] },
  { key: 'finishOpen', keys: ['Alt', 'F'] },
  { key: 'transferOpen', keys: ['Alt', 'T'] },
  { key: 'toList', keys: ['Alt', 'L'] },
  { key: 'newLine', keys: ['Shift', 'Enter'] },
  { key: 'leave', keys: ['Esc'] },
] as const;
