import { MOD } from '../../../renderer/kit/mod-key.ts';
import type { ShortcutPlace, ShortcutText } from '../../../renderer/kit/shortcuts.ts';
import { MARKS, type MarkName } from './text-marks.ts';

/** Exhaustive: a new mark of the text is on the sheet, or does not compile. */
const MARKED = {
  bold: 'composer:shortcuts.bold',
  italic: 'composer:shortcuts.italic',
  strike: 'composer:shortcuts.strike',
  code: 'composer:shortcuts.code',
} as const satisfies Record<MarkName, ShortcutText>;

export const WRITING_KEYS: ShortcutPlace = {
  place: 'writing',
  items: [
    { text: 'composer:shortcuts.newLine', keys: ['Shift', 'Enter'] },
    { text: 'composer:shortcuts.note', keys: ['Alt', 'P'] },
    { text: 'composer:shortcuts.mention', keys: ['@'] },
    { text: 'composer:shortcuts.quickMessage', keys: ['/'] },
    { text: 'composer:shortcuts.typedReply', keys: ['Tab'] },
    { text: 'composer:shortcuts.variable', keys: ['{{'] },
    { text: 'composer:shortcuts.emoji', keys: [':'] },
    ...MARKS.map(({ name, key, shift }) => ({
      text: MARKED[name],
      keys: [MOD, ...(shift ? ['Shift'] : []), key.toUpperCase()],
    })),
  ],
};
