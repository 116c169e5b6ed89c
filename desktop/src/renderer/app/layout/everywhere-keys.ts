import { MOD } from '../../kit/mod-key.ts';
import type { ShortcutPlace } from '../../kit/shortcuts.ts';

export const EVERYWHERE: ShortcutPlace = {
  place: 'everywhere',
  items: [
    { key: 'palette', keys: [MOD, 'K'] },
    { key: 'sheet', keys: ['?'] },
    { key: 'leave', keys: ['Esc'] },
  ],
};
