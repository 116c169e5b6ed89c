import type { Language } from '@balcao/shared/bridge/methods.ts';
import { best } from '../fuzzy.ts';
import { GROUPS } from './emoji-table.ts';

export interface Emoji {
  /** As it is written, in the yellow of the standard. */
  char: string;
  name: string;
  /** In all three languages, the name in the person's own first: what finds it. */
  words: string[];
  /** Skin tones can be chosen. */
  toned: boolean;
}

export interface EmojiGroup {
  key: keyof typeof GROUPS | 'flags';
  emoji: Emoji[];
}

const LANGUAGES: readonly Language[] = ['pt', 'en', 'es'];

/** Countries of ISO 3166-1 that the emoji standard has a flag for: all that a browser knows by name. */
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Named by browsers, but no countries: outlying, historical and private codes, and second names of a country. */
const NO_FLAGS = new Set('AN BU CS DD FX NT QO SU TP UK YD YU ZR ZZ XA XB EZ UN NH DY HV RH VD'.split(' '));

export function emojiGroups(language: Language): EmojiGroup[] {
  const own = LANGUAGES.indexOf(language);
  const table = (Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map((key) => ({
    key,
    emoji: GROUPS[key]
      .trim()
      .split('\n')
      .map((line) => read(line, own)),
  }));
  return [...table, { key: 'flags', emoji: flags(language) }];
}

/** `😀 rosto sorridente, feliz|grinning face, happy|cara sonriente, feliz` */
function read(line: string, own: number): Emoji {
  const space = line.indexOf(' ');
  const char = line.slice(0, space);
  const words = line
    .slice(space + 1)
    .split('|')
    .map((part) => part.split(', '));
  const mine = words[own] ?? [];
  return {
    char,
    name: mine[0] ?? char,
    words: [...mine, ...words.flat().filter((word) => !mine.includes(word))],
    toned: /^\p{RGI_Emoji}$/v.test(withTone({ char, toned: true }, 1)),
  };
}

/** A flag is its country's two letters, written in the standard's own alphabet for that. */
function flags(language: Language): Emoji[] {
  const names = LANGUAGES.map((one) => new Intl.DisplayNames(one, { type: 'region', fallback: 'none' }));
  const own = names[LANGUAGES.indexOf(language)];
  const found = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = NO_FLAGS.has(code) ? undefined : own?.of(code);
    if (!name) return [];
    const words = [name, ...names.flatMap((one) => one.of(code) ?? []), code];
    return [{ char: flagOf(code), name, words, toned: false }];
  });
  return found.sort((a, b) => a.name.localeCompare(b.name, language));
}

const flagOf = (code: string) =>
  String.fromCodePoint(...[...code].map((letter) => (letter.codePointAt(0) ?? 0) - 65 + 0x1f1e6));

/** Light to dark, as the standard numbers them. */
const TONES = ['', '\u{1f3fb}', '\u{1f3fc}', '\u{1f3fd}', '\u{1f3fe}', '\u{1f3ff}'];

/** The tone stands behind the first character, in the place of the mark that asks for a coloured picture. */
export function withTone({ char, toned }: Pick<Emoji, 'char' | 'toned'>, tone: number): string {
  if (!toned || tone === 0) return char;
  const [first = '', ...rest] = [...char];
  return first + (TONES[tone] ?? '') + (rest[0] === '\u{fe0f}' ? rest.slice(1) : rest).join('');
}

export function searchEmoji(groups: readonly EmojiGroup[], query: string, limit: number): Emoji[] {
  const all = groups.flatMap(({ emoji }) => emoji);
  return best(all, query.replaceAll('_', ' '), ({ words }) => words, limit);
}
