import type { Namespaces } from '@balcao/shared/texts.ts';

type Texts = Namespaces['layout']['shortcuts'];

/** A key on the sheet, which has its name there. */
export type ShortcutKey = Exclude<keyof Texts, 'places' | 'title'>;

/** Keys that act in the same place. The keys are handled where they act. */
export interface ShortcutPlace {
  place: keyof Texts['places'];
  items: readonly { key: ShortcutKey; keys: readonly string[] }[];
}
