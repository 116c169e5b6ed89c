const MOD = /mac/i.test(navigator.platform) ? '⌘' : 'Ctrl';

/** What the sheet shows; the keys themselves are handled where they act. */
export const SHORTCUTS = [
  { key: 'palette', keys: [MOD, 'K'] },
  { key: 'sheet', keys: ['?'] },
  { key: 'move', keys: ['↑', '↓'] },
  { key: 'openTicket', keys: ['Enter'] },
  { key: 'newLine', keys: ['Shift', 'Enter'] },
  { key: 'leave', keys: ['Esc'] },
] as const;
