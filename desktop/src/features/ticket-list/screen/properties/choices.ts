import { fold } from '@balcao/shared/text/fold.ts';

/** One value that a property can take. */
export interface Choice {
  key: string;
  label: string;
  /** A queue's or tag's colour. */
  color?: string;
  /** Whether a person is there. */
  online?: boolean;
  /** Whether all of the tickets have it, or some; absent where a property has only one value. */
  isOn?: boolean | 'some';
  detail?: string;
  disabled?: boolean;
}

export interface ChoiceGroup {
  /** Null: the only one. */
  label: string | null;
  choices: readonly Choice[];
}

/** Those with every typed word in their name, by its beginnings; groups without any are left out. */
export function matching(groups: readonly ChoiceGroup[], typed: string): ChoiceGroup[] {
  const words = wordsOf(typed);
  return groups
    .map(({ label, choices }) => ({ label, choices: choices.filter((one) => answers(one.label, words)) }))
    .filter(({ choices }) => choices.length > 0);
}

const wordsOf = (text: string) =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function answers(label: string, words: readonly string[]): boolean {
  const own = wordsOf(label);
  return words.every((word) => own.some((one) => one.startsWith(word)));
}

/** Whether one of them has exactly this name. */
export const isNamed = (groups: readonly ChoiceGroup[], name: string): boolean =>
  groups.some(({ choices }) => choices.some(({ label }) => fold(label) === fold(name)));
