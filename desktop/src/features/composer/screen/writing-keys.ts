import { MOD } from '../../../renderer/kit/mod-key.ts';
import type { ShortcutKey, ShortcutPlace } from '../../../renderer/kit/shortcuts.ts';
import { MARKS, type MarkName } from './text-marks.ts';

/** Exhaustive: a new mark of the text is on the sheet, or does not compile. */
const MARKED = {
  bold: 'bold',
  italic: 'italic',
  strike: 'strike',
  code: 'code',
} as const satisfies Record<MarkName, ShortcutKey>;

export const WRITING_KEYS: ShortcutPlace = {
  place: 'writing',
  items: [
    { key: 'newLine', keys: ['Shift', 'Enter'] },
    { key: 'note', keys: ['Alt', 'P'] },
    { key: 'mention', keys: ['@'] },
    { key: 'quickMessage', keys: ['/'] },
    { key: 'variable', keys: ['{{'] },
    { key: 'emoji', keys: [':'] },
    ...MARKS.map(({ name, key, shift }) => ({
      key: MARKED[name],
      keys: [MOD, ...(shift ? ['Shift'] : []), key.toUpperCase()],
    })),
  ],
};
