import { MOD } from '../../kit/mod-key.ts';
import type { ShortcutPlace } from '../../kit/shortcuts.ts';

export const EVERYWHERE: ShortcutPlace = {
  place: 'everywhere',
  items: [
    { text: 'layout:shortcuts.palette', keys: [MOD, 'K'] },
    { text: 'layout:shortcuts.sheet', keys: ['?'] },
    { text: 'layout:shortcuts.leave', keys: ['Esc'] },
  ],
};
