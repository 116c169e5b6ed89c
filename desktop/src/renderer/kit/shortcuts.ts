import type { Namespaces } from '@balcao/shared/texts.ts';

type Frame = Namespaces['layout']['shortcuts'];
type In<N extends keyof Namespaces> = Namespaces[N] extends { shortcuts: infer Texts extends object }
  ? `${N}:shortcuts.${Exclude<keyof Texts, 'places' | 'title'> & string}`
  : never;

/** What a key on the sheet does: a text of the feature in which it acts. */
export type ShortcutText = { [N in keyof Namespaces]: In<N> }[keyof Namespaces];

/** Keys that act in the same place. The keys are handled where they act. */
export interface ShortcutPlace {
  place: keyof Frame['places'];
  items: readonly { text: ShortcutText; keys: readonly string[] }[];
}
